"""What the files about the protocol say is what the structs are."""

import json
from pathlib import Path

import msgspec
import pytest

from motherlode.server import protocol
from motherlode.server.protocol_files import make_schema, make_typescript, structs

FOLDER = Path(__file__).parent.parent.parent / "docs" / "server"


def test_the_files_are_those_that_the_structs_make():
    how = "python -m motherlode.server.protocol_files docs/server"
    assert json.loads((FOLDER / "protocol.schema.json").read_text(encoding="utf-8")) == make_schema(), how
    assert (FOLDER / "protocol.ts").read_text(encoding="utf-8") == make_typescript(), how


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
