"""Whether a game for one can be won with its dice: a match that the strongest bot has won shows it."""

from motherlode.bots import Player, make_bot, names_of
from motherlode.table.match import Match


def wins(match: Match) -> bool:
    """Let the strongest bot play a match for one to its end; whether it has won.

    What it does depends on nothing but the match: it has a number of iterations for each action, not a time.
    """
    player = Player(make_bot(names_of(match.ruleset.spec)[-1], match.ruleset, is_timed=False), 0)
    while not match.is_over:
        player.act(match)
    return match.scores[0] > 0
