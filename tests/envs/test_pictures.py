"""The pictures of environments: every sign that a board shows can be drawn."""

import numpy as np
import pytest

import motherlode
from motherlode.envs import pictures
from motherlode.envs.pictures import BOLD, NO_LETTER, PLAIN, SIGNS, drawing_of, has_letter, pixels_of

GAMES = [name for name in motherlode.game_names() if name != "pebbles"]


def letters_of(drawing):
    lines = pictures._console().render_lines(drawing, pad=False)
    return set("".join(segment.text for line in lines for segment in line))


@pytest.mark.parametrize("name", GAMES)
def test_every_sign_of_a_board_is_in_a_font(name):
    game = motherlode.game(name)
    letters = set()
    for seed in range(3):
        match = game.start(seed)
        for step in range(60):
            letters |= letters_of(drawing_of(game, match.position))
            if match.is_over:
                break
            actions = match.actions()
            match.play(actions[(7 * step + seed) % len(actions)])
    for font in (PLAIN, BOLD):
        lacking = {letter for letter in letters if not has_letter(pictures._font_for(letter, font), letter)}
        assert not lacking, f"no font of {(font, *SIGNS)} has {lacking}"


def test_a_sign_that_no_font_has_is_noticed_and_shown_as_a_box():
    assert has_letter(pictures._font(PLAIN), "A")
    assert not has_letter(pictures._font(PLAIN), "⊕")
    assert has_letter(pictures._font_for("⊕", PLAIN), "⊕")
    assert not has_letter(pictures._font_for("漢", PLAIN), "漢")
    assert not has_letter(pictures._font_for(NO_LETTER, BOLD), NO_LETTER)
    assert pixels_of("漢").any()


def test_columns_stay_where_they_are_whatever_is_in_them():
    """A cell is as wide as any other, in bold too: what stands after a sign of another font does not move."""
    sides = [pixels_of(f"{sign}|") for sign in ("i", "W", "⊕", "★", "█")]
    assert len({side.shape for side in sides}) == 1
    bars = [side[:, pictures.PADDING + 11 :] for side in sides]
    assert all(np.array_equal(bar, bars[0]) for bar in bars)
