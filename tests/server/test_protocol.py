"""What the files about the protocol say is what the structs are."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from motherlode.server.protocol import messages as protocol
from motherlode.server.protocol.files import (
    HOW,
    LAYOUT,
    SCHEMA,
    TYPESCRIPT,
    make_layout,
    make_schema,
    make_typescript,
    structs,
    view_files,
)
from motherlode.server.protocol.messages import Update
from motherlode.server.tables.telling import acknowledged, encode

ROOT = Path(__file__).parent.parent.parent


def test_the_files_are_those_that_the_structs_make():
    assert json.loads((ROOT / SCHEMA).read_text(encoding="utf-8")) == make_schema(), HOW
    assert (ROOT / TYPESCRIPT).read_text(encoding="utf-8") == make_typescript(), HOW
    assert (ROOT / LAYOUT).read_text(encoding="utf-8") == make_layout(), HOW


def test_the_boards_have_the_types_of_the_views_that_they_are_given():
    made = view_files()
    assert {ROOT / path for path in made} == set((ROOT / "web" / "src" / "games").glob("*/view.ts"))
    assert len(made) == 5
    for path, text in made.items():
        assert (ROOT / path).read_text(encoding="utf-8") == text, HOW


def test_types_are_in_the_client_and_nothing_in_it_is_untyped():
    assert not [*(ROOT / "docs").rglob("*.ts")]
    sources = [path for path in (ROOT / "web" / "src").rglob("*") if path.suffix in {".ts", ".svelte"}]
    assert len(sources) > 100
    for path in sources:
        untyped = re.search(r"(:|<|,|\bas|=|\|)\s*any\b(?!\()|@ts-(ignore|nocheck)", path.read_text(encoding="utf-8"))
        assert untyped is None, f"{path}: {untyped[0]!r}"


def test_every_struct_is_in_the_types():
    typescript = make_typescript()
    assert len(structs()) > 40
    assert all(f"export interface {struct.__name__} {{" in typescript for struct in structs())


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"act","id":"a","step":1,"action":-1}',
        '{"type":"act","id":"a","step":-1,"action":1}',
        '{"type":"act","id":"a","step":1,"action":1.5}',
        '{"type":"act","id":"' + "a" * 65 + '","step":1,"action":1}',
        '{"type":"act","id":"a","step":1,"action":{}}',
        '{"type":"say","id":"a","text":""}',
        '{"type":"hello","protocol":"1"}',
    ],
)
def test_messages_out_of_bounds_are_refused(text):
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=protocol.FromClient)


@pytest.mark.parametrize("request_id", ["1", 'a"b\\c', "\u00e4\u2603\n"])
def test_an_acknowledged_update_is_the_update_with_its_ack(request_id):
    for update in (Update(3), Update(5, to_act=1, legal=[1, 2], has_more=True)):
        wanted = encode(msgspec.structs.replace(update, ack=request_id))
        assert acknowledged(encode(update), request_id) == wanted
