"""Every metric: its unit, which way is better, and its words in English and German."""

from typing import Literal, NamedTuple

from motherlode.reviews.report import Told

# Shares are parts of 1, shown in percent; odds are parts of a win, shown in points of a hundred.
Unit = Literal["share", "odds", "number", "minutes", "points"]
Direction = Literal["more", "less", "even", "neither"]  # what designers mostly want; even: 0, or the same for all


class Metric(NamedTuple):
    """One question that a game answers."""

    name: str
    unit: Unit
    direction: Direction
    title: Told
    meaning: Told
    bound: float | None = None  # of the difference of two blocks, where there is one


def _metric(name: str, unit: Unit, direction: Direction, words: tuple[str, str, str, str]) -> Metric:
    english, german, means, bedeutet = words
    bound = 1.0 if unit in ("share", "odds") else None
    return Metric(name, unit, direction, Told(english, german), Told(means, bedeutet), bound)


FIRST, SEAT, BOT, ENDING = "first_share", "seat_share", "bot_share", "ending"

METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        _metric(FIRST, "share", "even", (
            "first player wins", "Erster Spieler gewinnt",
            "The part of the wins of who is first in the order.", "Der Anteil am Sieg dessen, der zuerst dran ist.")),
        _metric("seat_edge", "odds", "less", (
            "largest edge of a turn order", "Größter Vorteil einer Zugfolge",
            "The share of wins of each in the order less an even share; the largest of them.",
            "Der Anteil am Sieg nach der Zugfolge weniger ein gerechter Anteil; der größte davon.")),
        _metric("won", "share", "neither", (
            "games won", "Gewonnene Spiele", "Games that somebody wins.", "Spiele, die jemand gewinnt.")),
        _metric("actions", "number", "neither", (
            "actions", "Aktionen", "Actions and outcomes of chance in a game.",
            "Aktionen und Zufälle in einem Spiel.")),
        _metric("decisions", "number", "neither", (
            "decisions", "Entscheidungen", "Actions of seats in a game.", "Aktionen der Spieler in einem Spiel.")),
        _metric("turns", "number", "neither", (
            "turns", "Züge", "How often the seat to act changes, and one.",
            "Wie oft wechselt, wer dran ist, und eins.")),
        _metric("rounds", "number", "neither", (
            "rounds", "Runden", "Rounds, or turns, as the rules of the game count them.",
            "Runden oder Züge, wie die Regeln des Spiels sie zählen.")),
        _metric("minutes", "minutes", "neither", (
            "minutes", "Minuten", "How long people would play, by a model of thinking.",
            "Wie lange Menschen spielen würden, nach einem Modell des Nachdenkens.")),
        _metric("capped", "share", "less", (
            "cut off", "Abgebrochen", "Games that a cap on turns or rounds ends.",
            "Spiele, die eine Obergrenze für Züge oder Runden beendet.")),
        _metric("drawn", "share", "less", (
            "no single winner", "Kein einzelner Sieger", "Games that several win, or nobody.",
            "Spiele, die mehrere gewinnen oder niemand.")),
        _metric("choices", "share", "more", (
            "decisions with a choice", "Entscheidungen mit Wahl", "Decisions with more than one action.",
            "Entscheidungen mit mehr als einer Aktion.")),
        _metric("branching", "number", "neither", (
            "actions to choose from", "Aktionen zur Wahl", "How many actions there are where there is a choice.",
            "Wie viele Aktionen es gibt, wo es eine Wahl gibt.")),
        _metric("real_choices", "number", "more", (
            "real choices", "Echte Wahl", "How many actions are within noise of the best one, one step ahead.",
            "Wie viele Aktionen einen Schritt weit nicht vom Besten zu unterscheiden sind.")),
        _metric("choice_gap", "odds", "neither", (
            "best less second", "Bestes vor Zweitem", "What the best action is worth beyond the second.",
            "Was die beste Aktion mehr wert ist als die zweite.")),
        _metric("choice_range", "odds", "neither", (
            "best less worst", "Bestes vor Schlechtestem", "What the best action is worth beyond the worst.",
            "Was die beste Aktion mehr wert ist als die schlechteste.")),
        _metric("clarity", "share", "neither", (
            "actions that stand out", "Herausragende Aktionen",
            "The share of actions above the mean by three quarters of what the best one is.",
            "Der Anteil der Aktionen, die drei Viertel so weit über dem Mittel liegen wie die beste.")),
        _metric("lead_changes", "share", "neither", (
            "lead changes", "Führungswechsel", "Changes of the leader for each decision.",
            "Wechsel der Führung je Entscheidung.")),
        _metric("drama", "odds", "neither", (
            "drama", "Dramatik", "How far the later winner was behind the best, on average.",
            "Wie weit der spätere Sieger im Mittel hinter dem Besten lag.")),
        _metric("worst_odds", "odds", "neither", (
            "winner's worst odds", "Tiefpunkt des Siegers", "The lowest odds that the later winner ever had.",
            "Die schlechtesten Chancen, die der spätere Sieger je hatte.")),
        _metric("comebacks", "share", "neither", (
            "comebacks", "Aufholjagden", "Games whose winner once had less than half of an even share.",
            "Spiele, deren Sieger einmal weniger als die Hälfte eines gerechten Anteils hatte.")),
        _metric("decisive_at", "share", "more", (
            "decided at", "Entschieden bei", "The part of a game after which the winner is above all losers ever were.",
            "Der Teil des Spiels, nach dem der Sieger über allem liegt, was Verlierer je hatten.")),
        _metric("stability", "number", "neither", (
            "swings", "Ausschläge", "The sum over seats of the variance of their odds over time.",
            "Die Summe der Varianzen der Chancen aller Spieler über die Zeit.")),
        _metric("tension", "share", "more", (
            "tension", "Spannung", "How open it was: the entropy of the odds over the most it can be.",
            "Wie offen es war: die Entropie der Chancen, geteilt durch die größte mögliche.")),
        _metric("kingmaking", "share", "less", (
            "kingmaking", "Königsmacher", "Games in which a seat without hope decided between others.",
            "Spiele, in denen jemand ohne Hoffnung zwischen anderen entschied.")),
        _metric("margin", "points", "neither", (
            "winning margin", "Vorsprung", "The best score less the next.", "Das beste Ergebnis weniger das nächste.")),
        _metric("luck_share", "share", "neither", (
            "luck, at least", "Glück, mindestens",
            "At least so much of the variance of results chance explains; odds that see little luck make it small.",
            "Mindestens so viel der Streuung der Ergebnisse erklärt der Zufall; wenig, wo Chancen ihn kaum sehen.")),
    )
}  # fmt: skip
PER_GAME = (
    "actions", "decisions", "turns", "rounds", "minutes", "capped", "drawn", "choices", "branching", "lead_changes",
    "drama", "worst_odds", "comebacks", "decisive_at", "stability", "tension", "kingmaking", "margin",
)  # fmt: skip
PER_LOOK = {"real_choices": "near", "choice_gap": "gap", "choice_range": "range", "clarity": "clear"}


def shown(metric: Metric, value: float, digits: int | None = None) -> str:
    """A value with its unit, for people."""
    if metric.unit in ("share", "odds"):
        return f"{100 * value:.{1 if digits is None else digits}f} %"
    return f"{value:.{(1 if abs(value) >= 10 else 2) if digits is None else digits}f}"


def pretty(name: str) -> str:
    """`card:gob-rider do:command` as people write it: `gob rider: command`."""
    first, *rest = (part.removeprefix("card:").removeprefix("do:") for part in name.split(" "))
    return ": ".join(part.replace(":", " ").replace("-", " ") for part in (first, *rest))
