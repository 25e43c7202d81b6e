"""What fair dice prove: in words, and as data that can be checked without the rules (docs/fair-dice.md)."""

from typing import Any

from motherlode.core.chance import FairChance, SeededChance
from motherlode.core.contract import CHANCE
from motherlode.core.errors import BadInput, Code
from motherlode.table.match import Match

SHARE_WORDS = {"bot": "a bot", "late": "none in time", "unopened": "sealed one and did not open it"}


def explain_proof(match: Match) -> tuple[str, ...]:
    """What a record whose draws were checked proves, to whom, and what it leaves to trust."""
    chance = match.chance
    if isinstance(chance, SeededChance):
        return ("Chance came from a number that was known before: whoever started the match could have chosen it.",)
    if not isinstance(chance, FairChance):
        return ()
    bound = (
        f"The host was bound to its seed by the hash {chance.commitment}, if that is the one shown to you at the start."
    )
    if chance.shares is None:
        return (bound, "No player added a number, so the host could have tried seeds before it showed the hash.")
    added, others = [], []
    for name, share in zip(match.names, chance.shares, strict=True):
        if share.number is not None:
            added.append(f"{name} ({share.number[:8]}...)")
        else:
            others.append(f"{name} ({SHARE_WORDS[share.why_none]})")
    sentences = [bound]
    if added:
        sentences.append(f"Mixed in were the numbers of {', '.join(added)}.")
    if others:
        sentences.append(f"No number came from {', '.join(others)}.")
    if added:
        sentences.append(
            "Whoever finds his own number here knows that nobody chose the dice: the host showed its hash first, and "
            "the other seats had sealed theirs before he opened his."
        )
    else:
        sentences.append("So the host could have tried seeds before it showed the hash.")
    if any(share.why_none == "unopened" for share in chance.shares):
        sentences.append(
            "A seat that seals a number and does not open it had the choice between two rolls of the dice."
        )
    return tuple(sentences)


def write_proof(match: Match) -> dict[str, Any]:
    """All that is needed to check the dice of a match without its rules: docs/fair-dice.md says how."""
    chance, ruleset = match.chance, match.ruleset
    if not isinstance(chance, FairChance):
        raise BadInput(Code.BAD_CHOICE, "only matches with fair dice have a proof")
    draws = []
    for entry in match.log:
        if entry.actor == CHANCE:
            outcomes = ruleset.chance(match.position_at(entry.step))
            numbers = [outcome for outcome, _ in outcomes]
            weights = [weight for _, weight in outcomes]
            draws.append(
                {"step": entry.step, "weights": weights, "picked": numbers.index(entry.action), "text": entry.text}
            )
    return {
        "table": chance.table,
        "commitment": chance.commitment,
        "seed": chance.seed.hex(),
        "numbers": None if chance.shares is None else [share.number for share in chance.shares],
        "draws": draws,
    }
