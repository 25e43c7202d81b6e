"""Another action at a step of a finished match: how much worse than the best it would have been."""

from motherlode.core.contract import ALLOWED
from motherlode.core.errors import BadInput, Code, IllegalAction
from motherlode.reviews.judging import judge
from motherlode.reviews.reviewing import MOST
from motherlode.reviews.valuing import Values
from motherlode.table.match import Match


def judge_answer(match: Match, step: int, action: int) -> tuple[float, float]:
    """The odds that an action loses against the best one at a step, by what its seat could know, and their error."""
    if not 0 <= step < match.step or match.log[step].actor < 0:
        raise BadInput(Code.BAD_CHOICE, f"nobody decides at step {step}")
    ruleset, before = match.ruleset, match.position_at(step)
    if ruleset.refuse(before, action) != ALLOWED:
        raise IllegalAction(Code.ILLEGAL_ACTION, f"illegal action {action} at step {step}")
    after = ruleset.copied(before)
    ruleset.apply_unchecked(after, action)
    seat = match.log[step].actor
    verdict = judge(Values(ruleset), [before, after], [action], seat, MOST)
    return max(0.0, verdict.loss(seat)), round(verdict.error, 6)
