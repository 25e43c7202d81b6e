"""Whether a game for one can be won with its dice: a match that the strongest bot has won shows it."""

from collections.abc import Callable

from motherlode.bots import Player, make_bot, names_of
from motherlode.table.match import Match

GAMES = 4  # that the bot plays with the same dice, each time thinking with other random numbers


def find_win(start: Callable[[], Match]) -> Match | None:
    """A match that the strongest bot of the game has won from this start; none if it has lost all of GAMES.

    It depends on nothing but the start: the bot has a number of iterations, not a time.
    """
    for seed in range(GAMES):
        match = start()
        bot = make_bot(names_of(match.ruleset.spec)[-1], match.ruleset, is_timed=False)
        player = Player(bot, 0, seed)
        while not match.is_over:
            player.act(match)
        if match.scores[0] > 0:
            return match
    return None
