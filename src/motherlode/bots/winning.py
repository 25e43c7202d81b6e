"""Whether a game for one can be won with its dice: a match that a strong bot has won shows it."""

from motherlode.bots import Player, make_bot
from motherlode.table.match import Match

BOT = "search@5000"  # always the same, so that a date has the same cavern whatever levels become


def wins(match: Match) -> bool:
    """Let a strong bot play a match for one to its end; whether it has won.

    What it does depends on nothing but the match: it has a number of iterations for each action, not a time.
    """
    player = Player(make_bot(BOT, match.ruleset), 0)
    while not match.is_over:
        player.act(match)
    return match.scores[0] > 0
