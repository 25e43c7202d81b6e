"""What a report says first, in plain sentences, in English and German."""

from collections.abc import Sequence
from math import floor

from motherlode.lab.catalogue import FIRST, pretty
from motherlode.lab.figures import Figure, Thing, never_used
from motherlode.reviews.report import Told

FAIR = 0.02  # of the wins: an edge that nobody minds
TOO_MUCH = 0.05
LEAST_LUCK = 0.01  # of the variance: less is not told


def percent(value: float) -> str:
    """`58 %`."""
    return f"{100 * value:.0f} %"


def span(figure: Figure) -> tuple[str, str]:
    """`(56 to 60)`, in both languages."""
    low, high = f"{100 * figure.low:.0f}", f"{100 * figure.high:.0f}"
    return f"({low} to {high})", f"({low} bis {high})"


def sentences(figures: Sequence[Figure], things: Sequence[Thing]) -> list[Told]:
    """The most important answers, one sentence each."""
    by_name = {figure.name: figure for figure in figures}
    told = []
    if FIRST in by_name:
        told.append(_on_first(by_name[FIRST]))
    elif "won" in by_name:
        won = by_name["won"]
        english, german = span(won)
        told.append(
            Told(
                f"{percent(won.value)} {english} of the games are won.",
                f"{percent(won.value)} {german} der Spiele werden gewonnen.",
            )
        )
    told += [_on_bot(figure) for figure in figures if figure.name.startswith("bot_share:")]
    for name, english, german in (("turns", "turns", "Züge"), ("rounds", "rounds", "Runden")):
        if "minutes" in by_name and name in by_name:
            minutes, count = by_name["minutes"].value, by_name[name].value
            told.append(
                Told(
                    f"A game takes about {minutes:.0f} minutes and {count:.0f} {english}.",
                    f"Ein Spiel dauert etwa {minutes:.0f} Minuten und {count:.0f} {german}.",
                )
            )
            break
    if "capped" in by_name and by_name["capped"].value >= 0.005:
        capped = by_name["capped"]
        english, german = span(capped)
        told.append(
            Told(
                f"{percent(capped.value)} {english} of the games are cut off: too many stall.",
                f"{percent(capped.value)} {german} der Spiele werden abgebrochen: Zu viele kommen nicht voran.",
            )
        )
    if "decisive_at" in by_name:
        at = by_name["decisive_at"].value
        told.append(
            Told(
                f"It is decided after {percent(at)} of a game.", f"Es ist nach {percent(at)} eines Spiels entschieden."
            )
        )
    if "real_choices" in by_name:
        real, all_of = by_name["real_choices"].value, by_name["branching"].value
        told.append(
            Told(
                f"Of {all_of:.1f} actions to choose from, {real:.1f} are about as good as the best.",
                f"Von {all_of:.1f} Aktionen zur Wahl sind {real:.1f} etwa so gut wie die beste.".replace(".", ",", 2),
            )
        )
    if "luck_share" in by_name and by_name["luck_share"].low >= LEAST_LUCK:
        luck = f"{floor(100 * by_name['luck_share'].low)} %"
        told.append(
            Told(
                f"Chance explains at least {luck} of who wins.",
                f"Der Zufall erklärt mindestens {luck} davon, wer gewinnt.",
            )
        )
    return told + _on_things(things)


def _on_first(figure: Figure) -> Told:
    even = figure.even or 0.5
    english, german = span(figure)
    edge = figure.value - even
    if figure.low >= even - FAIR and figure.high <= even + FAIR:
        end = "fair", "gerecht"
    elif figure.low > even:
        end = ("too much", "zu viel") if edge > TOO_MUCH else ("a small edge", "ein kleiner Vorteil")
    elif figure.high < even:
        end = ("too little", "zu wenig") if -edge > TOO_MUCH else ("a little too little", "etwas zu wenig")
    else:
        end = "not known well enough yet", "noch nicht genau genug bekannt"
    return Told(
        f"First player wins {percent(figure.value)} {english}: {end[0]}.",
        f"Der erste Spieler gewinnt {percent(figure.value)} {german}: {end[1]}.",
    )


def _on_bot(figure: Figure) -> Told:
    name = figure.name.removeprefix("bot_share:")
    english, german = span(figure)
    return Told(f"{name} wins {percent(figure.value)} {english}.", f"{name} gewinnt {percent(figure.value)} {german}.")


def _on_things(things: Sequence[Thing]) -> list[Told]:
    told = []
    unused = never_used(things)
    if unused:
        names = ", ".join(map(pretty, unused[:8])) + (", …" if len(unused) > 8 else "")
        told.append(
            Told(
                f"{len(unused)} things are never used though they could be: {names}.",
                f"{len(unused)} Dinge werden nie benutzt, obwohl es ginge: {names}.",
            )
        )
    strong = sorted((thing for thing in things if thing.is_found), key=lambda thing: -abs(thing.effect or 0.0))[:5]
    for thing in strong:
        points = f"{100 * (thing.effect or 0.0):+.0f}"
        told.append(
            Told(
                f"Choosing {pretty(thing.name)} is worth {points} points of winning.",
                f"{pretty(thing.name)} zu wählen ist {points} Punkte am Sieg wert.",
            )
        )
    return told
