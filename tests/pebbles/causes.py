"""Why an action is better in Pebbles."""

from motherlode.core.causes import Fact

FACTS = (
    Fact("taken", {"en": "your pebbles", "de": "deine Kiesel"}),
    Fact("heap", {"en": "pebbles left to the others", "de": "Kiesel, die den anderen bleiben"}, is_good=False, most=3),
)


def count(ruleset, states, seat):
    """R2.1: what was taken, and what is left."""
    return {"taken": int(states["taken"][0, seat]), "heap": int(states["heap"][0])}
