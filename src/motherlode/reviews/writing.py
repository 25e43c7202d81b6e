"""A review as text for a terminal, and as one page of HTML that needs nothing else."""

from collections.abc import Sequence
from html import escape

from motherlode.core.contract import Language
from motherlode.reviews.report import MARKS, Account, Decision, Mark, Review
from motherlode.reviews.words import percent

WIDTH = 60  # columns of a curve
BARS = "▁▂▃▄▅▆▇█"
BAD: tuple[Mark, ...] = ("inaccuracy", "mistake", "blunder")
COLOURS = ("#1b6ca8", "#c8553d", "#3a7d44", "#8e5ea2", "#b8860b", "#555555")
WIDE, HIGH = 800, 240  # of the picture in the page

WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "odds": "Odds",
        "turning": "Turning points",
        "none": "Nothing changed the odds by much.",
        "step": "Step {step}: {told}",
        "account": "Luck and skill",
        "start": "start",
        "luck": "luck",
        "hidden": "hidden",
        "own": "own",
        "others": "others",
        "residual": "rest",
        "result": "result",
        "adjusted": "without luck",
        "accuracy": "played",
        "decisions": "Decisions that lost most",
        "better": "{name}, {mark}: {played}. Better: {better} ({was} instead of {now}).",
        "forced": "forced",
        "only": "only move",
        "best": "best",
        "good": "good",
        "inaccuracy": "inaccuracy",
        "mistake": "mistake",
        "blunder": "blunder",
    },
    "de": {
        "odds": "Chancen",
        "turning": "Wendepunkte",
        "none": "Nichts hat die Chancen stark verändert.",
        "step": "Schritt {step}: {told}",
        "account": "Glück und Können",
        "start": "Beginn",
        "luck": "Glück",
        "hidden": "verdeckt",
        "own": "eigene",
        "others": "andere",
        "residual": "Rest",
        "result": "Ergebnis",
        "adjusted": "ohne Glück",
        "accuracy": "gespielt",
        "decisions": "Entscheidungen, die am meisten kosteten",
        "better": "{name}, {mark}: {played}. Besser: {better} ({was} statt {now}).",
        "forced": "erzwungen",
        "only": "einziger Zug",
        "best": "bester",
        "good": "gut",
        "inaccuracy": "Ungenauigkeit",
        "mistake": "Fehler",
        "blunder": "grober Fehler",
    },
}
PARTS = ("start", "luck", "hidden", "own", "others", "residual", "result")


def curves_of(review: Review) -> list[list[float]]:
    """The odds of each seat, before the first step and after every step."""
    return [[review.start[seat], *(step.after[seat] for step in review.steps)] for seat in range(review.seats)]


def write_curve(odds: Sequence[float], width: int = WIDTH) -> str:
    """A curve in one line of text; the highest bar is 1."""
    count = min(width, len(odds))
    chosen = [odds[round(column * (len(odds) - 1) / max(1, count - 1))] for column in range(count)]
    return "".join(BARS[min(int(each * len(BARS)), len(BARS) - 1)] for each in chosen)


def worst_decisions(review: Review) -> list[Decision]:
    """The decisions with a bad mark, in the order of the match."""
    return [decision for decision in review.decisions if decision.mark in BAD]


def tell_decision(review: Review, decision: Decision, language: Language) -> str:
    """What was played and what was better, in a line."""
    words = WORDS[language]
    told = words["better"].format(
        name=review.names[decision.seat],
        mark=words[decision.mark],
        played=", ".join(action.text for action in decision.played),
        better=", ".join(action.text for action in decision.better),
        was=percent(decision.expected),
        now=percent(decision.got),
    )
    return words["step"].format(step=decision.at, told=told)


def tell_turning_points(review: Review, language: Language) -> list[str]:
    """The turning points, a line each."""
    words = WORDS[language]
    told = [words["step"].format(step=point.step, told=point.told.by(language)) for point in review.turning_points]
    return told or [words["none"]]


def rows_of(review: Review, language: Language) -> list[list[str]]:
    """The table of luck and skill, its head first."""
    words = WORDS[language]
    bad = [words[mark] for mark in BAD]
    head = ["", *(words[part] for part in PARTS), words["adjusted"], words["accuracy"], *bad]
    return [head, *(_row(account) for account in review.accounts)]


def _row(account: Account) -> list[str]:
    parts: list[float] = [getattr(account, part) for part in PARTS]
    shown = [f"{parts[0]:.2f}", *(f"{part:+.2f}" for part in parts[1:-1]), f"{parts[-1]:.2f}"]
    played = "-" if account.accuracy is None else f"{account.accuracy:.0f} %"
    return [account.name, *shown, f"{account.adjusted:.2f}", played, *(str(account.marks[mark]) for mark in BAD)]


def write_report(review: Review, language: Language = "en") -> str:
    """All of it for a terminal."""
    words = WORDS[language]
    longest = max(map(len, review.names))
    lines = [review.about.by(language), "", words["odds"]]
    lines += [
        f"  {name:<{longest}}  {write_curve(odds)}  {percent(odds[0])} → {percent(odds[-1])}"
        for name, odds in zip(review.names, curves_of(review), strict=True)
    ]
    lines += ["", words["turning"], *(f"  {told}" for told in tell_turning_points(review, language))]
    rows = rows_of(review, language)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines += ["", words["account"]]
    for row in rows:
        name, *numbers = (cell.ljust(width) if not index else cell.rjust(width)
                          for index, (cell, width) in enumerate(zip(row, widths, strict=True)))  # fmt: skip
        lines.append("  " + "  ".join([name, *numbers]))
    worst = worst_decisions(review)
    if worst:
        lines += ["", words["decisions"], *(f"  {tell_decision(review, each, language)}" for each in worst)]
    lines += ["", *(f"{account.name}: {account.summary.by(language)}" for account in review.accounts)]
    return "\n".join(lines) + "\n"


def write_page(review: Review, title: str, language: Language = "en") -> str:
    """All of it as one page of HTML: no script, nothing from elsewhere."""
    words = WORDS[language]
    cells = rows_of(review, language)
    head = "".join(f"<th>{escape(cell)}</th>" for cell in cells[0])
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in cells[1:])
    points = "".join(f"<li>{escape(told)}</li>" for told in tell_turning_points(review, language))
    worst = "".join(f"<li>{escape(tell_decision(review, each, language))}</li>" for each in worst_decisions(review))
    told = "".join(f"<p>{escape(each.name)}: {escape(each.summary.by(language))}</p>" for each in review.accounts)
    more = f"<h2>{escape(words['decisions'])}</h2><ol>{worst}</ol>" if worst else ""
    return (
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8"><title>{escape(title)}</title><style>'
        "body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem}"
        "table{border-collapse:collapse;font-variant-numeric:tabular-nums}td,th{padding:.2rem .5rem;text-align:right}"
        "td:first-child,th:first-child{text-align:left}svg{width:100%;height:auto}</style></head><body>"
        f"<h1>{escape(title)}</h1><p>{escape(review.about.by(language))}</p><h2>{escape(words['odds'])}</h2>"
        f"{draw_curves(review, language)}<h2>{escape(words['turning'])}</h2><ol>{points}</ol>"
        f"<h2>{escape(words['account'])}</h2><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        f"{more}{told}</body></html>\n"
    )


def draw_curves(review: Review, language: Language) -> str:
    """The odds of all seats as a picture (SVG), with a dot for each bad decision."""
    last = max(1, len(review.steps))

    def at(step: float, odds: float) -> str:
        return f"{step / last * WIDE:.1f},{(1 - odds) * HIGH:.1f}"

    parts = [f'<svg viewBox="-10 -10 {WIDE + 20} {HIGH + 50}" role="img" aria-label="{WORDS[language]["odds"]}">']
    parts += [
        f'<line x1="0" x2="{WIDE}" y1="{part * HIGH:.0f}" y2="{part * HIGH:.0f}" stroke="#ddd"/>'
        for part in (0, 0.25, 0.5, 0.75, 1)
    ]
    for seat, odds in enumerate(curves_of(review)):
        line = " ".join(at(step, each) for step, each in enumerate(odds))
        colour = COLOURS[seat % len(COLOURS)]
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        name = escape(review.names[seat])
        parts.append(f'<text x="{seat * WIDE / review.seats:.0f}" y="{HIGH + 30}" fill="{colour}">{name}</text>')
    for decision in worst_decisions(review):
        across, down = at(decision.at + 1, review.steps[decision.at].after[decision.seat]).split(",")
        colour, size = COLOURS[decision.seat % len(COLOURS)], 2 + 2 * MARKS.index(decision.mark) - 6
        told = escape(tell_decision(review, decision, language))
        parts.append(f'<circle cx="{across}" cy="{down}" r="{size}" fill="{colour}"><title>{told}</title></circle>')
    return "".join([*parts, "</svg>"])
