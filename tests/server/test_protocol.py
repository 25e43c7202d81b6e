"""What the files about the protocol say is what the structs are."""

import json
from pathlib import Path

import msgspec
import pytest

from motherlode.server.protocol import messages as protocol
from motherlode.server.protocol.files import SCHEMA, TYPESCRIPT, make_schema, make_typescript, structs
from motherlode.server.protocol.messages import Update
from motherlode.server.tables.telling import acknowledged, encode

ROOT = Path(__file__).parent.parent.parent


def test_the_files_are_those_that_the_structs_make():
    how = "python -m motherlode.server.protocol.files"
    assert json.loads((ROOT / SCHEMA).read_text(encoding="utf-8")) == make_schema(), how
    assert (ROOT / TYPESCRIPT).read_text(encoding="utf-8") == make_typescript(), how


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
