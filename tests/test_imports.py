"""The picture of what imports what in docs/architecture.md is up to date."""

import html
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture
def maker(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS))
    import make_imports

    return make_imports


def test_the_picture_shows_who_imports_whom(maker):
    titles = re.findall(r"<title>([^<]*)</title>", maker.PICTURE.read_text())
    drawn = {tuple(html.unescape(title).split("->")) for title in titles if "&gt;" in title}
    assert drawn == maker.find_edges(), "python docs/make_imports.py draws it anew"


def test_edges_beside_a_longer_way_are_pale(maker):
    assert maker.find_implied({("a", "b"), ("b", "c"), ("c", "d"), ("a", "d"), ("e", "d")}) == {("a", "d")}
