"""Record types: no bytes that belong to no field, numbers where a GPU can read them."""

import numpy as np
import pytest

from motherlode.core.layout import record
from motherlode.games.madcap import GAME


def test_a_record_has_no_gaps():
    layout = record([("wide", np.int32), ("narrow", np.int8, (3,)), ("spare", np.int8)])
    assert layout.itemsize == 8
    assert layout.type is np.record


def test_fields_are_read_by_name():
    states = np.zeros(1, record([("gold", np.int16, (2,))]))
    states[0].gold[1] = 7
    assert states["gold"].tolist() == [[0, 7]]


@pytest.mark.parametrize(
    "fields",
    [
        [("narrow", np.int8), ("wide", np.int32)],
        [("wide", np.int32), ("narrow", np.int8)],
        [("a", np.int8), ("b", np.int16), ("c", np.int8)],
    ],
)
def test_a_layout_with_gaps_is_refused(fields):
    with pytest.raises(TypeError, match=r"^record of \d+ bytes needs \d+: order fields by width, add 'spare'$"):
        record(fields)


@pytest.mark.parametrize("layout", [GAME.state, GAME.box])
def test_every_field_of_a_game_is_aligned(layout):
    sizes = 0
    for name in layout.names:
        field, offset = layout.fields[name][:2]
        assert offset % field.base.itemsize == 0
        sizes += field.itemsize
    assert sizes == layout.itemsize


def test_equal_positions_have_equal_bytes():
    first, second = (
        np.zeros(1, GAME.state),
        np.full(1, -1, np.int8).repeat(GAME.state.itemsize).view(GAME.state),
    )
    for states in (first, second):
        for name in GAME.state.names:
            states[name] = 3
    assert first.tobytes() == second.tobytes()
