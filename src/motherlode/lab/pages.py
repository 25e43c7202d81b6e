"""A report as one page of HTML that needs nothing else: no script, pictures drawn here (SVG), light and dark."""

from collections.abc import Sequence
from html import escape

from motherlode.core.contract import Language
from motherlode.lab.catalogue import shown
from motherlode.lab.figures import Figure, Thing, metric_of
from motherlode.lab.reporting import Duel, Histogram, Kind, LabReport

WIDE, ROW, LABEL = 760, 26, 230
MOST_THINGS = 120

WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "seats": "{seats} seats, {games} games in {blocks} blocks, seed {seed}",
        "order": "Who wins", "figures": "All figures", "length": "Minutes of a game", "scores": "Scores",
        "sources": "Where points come from, a game", "things": "Cards, actions, spaces", "skill": "Skill and depth",
        "narrow": "How the interval closed in", "matches": "Matches to watch", "even": "even",
        "metric": "metric", "value": "value", "interval": "95 % interval", "games": "games", "better": "better",
        "saved": "luck taken out", "thing": "thing", "offered": "games", "taken": "taken",
        "association": "wins with it", "effect": "effect when forced",
        "dominated": "dominated by", "all": "all", "winners": "winners",
        "against": "{one} against {other}", "more": "more", "less": "less", "neither": "", "typical": "typical",
        "longest": "longest", "shortest": "shortest", "comeback": "greatest comeback",
        "open": "not as precise as was asked: {most} blocks were the most allowed",
        "rules": "Rules, in so many of 100 games",
        "forced": "The same seeded match, played on after another choice. Association is no cause: leaders take more.",
    },
    "de": {
        "seats": "{seats} Plätze, {games} Spiele in {blocks} Blöcken, Startzahl {seed}",
        "order": "Wer gewinnt", "figures": "Alle Zahlen", "length": "Minuten eines Spiels", "scores": "Ergebnisse",
        "sources": "Woher Punkte kommen, je Spiel", "things": "Karten, Aktionen, Felder", "skill": "Können und Tiefe",
        "narrow": "Wie das Intervall schmaler wurde", "matches": "Partien zum Ansehen", "even": "gerecht",
        "metric": "Maß", "value": "Wert", "interval": "95-%-Intervall", "games": "Spiele", "better": "besser",
        "saved": "ohne Glück", "thing": "Ding", "offered": "Spiele", "taken": "genommen", "association": "Siege damit",
        "effect": "Wirkung, wenn erzwungen", "dominated": "unterlegen", "all": "alle", "winners": "Sieger",
        "against": "{one} gegen {other}", "more": "mehr", "less": "weniger", "neither": "", "typical": "typisch",
        "longest": "längste", "shortest": "kürzeste", "comeback": "größte Aufholjagd",
        "open": "nicht so genau wie gewünscht: höchstens {most} Blöcke waren erlaubt",
        "rules": "Regeln, in so vielen von 100 Spielen",
        "forced": "Dieselbe Partie, nach einer anderen Wahl weitergespielt. Ein Zusammenhang ist keine Ursache:"
        " Wer führt, nimmt mehr.",
    },
}  # fmt: skip

STYLE = (
    ":root{color-scheme:light dark;--ink:#1d1b18;--paper:#fdfbf7;--line:#c9c2b6;--mark:#1b6ca8;--bad:#b3402a}"
    "@media(prefers-color-scheme:dark){:root{--ink:#ece7de;--paper:#1b1a18;--line:#555049;--mark:#7ab8e8;--bad:#f08a70}}"
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:var(--ink);"
    "background:var(--paper)}h1{margin-bottom:0}table{border-collapse:collapse;font-variant-numeric:tabular-nums}"
    "td,th{padding:.15rem .5rem;text-align:right;border-bottom:1px solid var(--line)}"
    "td:first-child,th:first-child{text-align:left}"
    "svg{width:100%;height:auto;font:14px system-ui,sans-serif;fill:var(--ink)}.wide{overflow-x:auto}"
    ".lead li{font-size:1.1rem}"
    ".axis{stroke:var(--line)}.bar{fill:var(--mark)}.whisker{stroke:var(--mark);stroke-width:3}.found{font-weight:700}"
)


def write_page(report: LabReport, language: Language = "en") -> str:
    """The whole page."""
    words = WORDS[language]
    parts = [
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(report.title)}</title><style>{STYLE}</style></head><body><h1>{escape(report.title)}</h1>"
    ]
    options = ", ".join(f"{name} = {value}" for name, value in report.options.items())
    if options:
        parts.append(f"<p>{escape(options)}</p>")
    parts += [_kind(report, kind, language) for kind in report.kinds]
    if report.duels:
        parts.append(f"<h2>{words['skill']}</h2>{draw_duels(report.duels, words)}")
    if report.rule_counts:
        rows = [[name, str(count)] for name, count in report.rule_counts.items()]
        parts.append(f"<h2>{words['rules']}</h2>{table([['', ''], *rows])}")
    parts.append(f"<p><code>{escape(report.command)}</code></p></body></html>\n")
    return "".join(parts)


def _kind(report: LabReport, kind: Kind, language: Language) -> str:
    words = WORDS[language]
    told = "".join(f"<li>{escape(each.by(language))}</li>" for each in kind.sentences)
    head = words["seats"].format(seats=report.seats, games=kind.games, blocks=kind.blocks, seed=report.seed)
    known = "" if kind.is_known else f"<p>{escape(words['open'].format(most=kind.blocks))}</p>"
    shares = [figure for figure in kind.figures if figure.name.startswith(("order_", "seat_share", "bot_share"))]
    shares = shares or [figure for figure in kind.figures if figure.name == "won"]
    links = ", ".join(
        f'<a href="{escape(path)}">{words[name]}</a>' for name, path in kind.matches.items() if path.endswith(".txt")
    )
    sources = [
        [name, f"{value:.2f}", f"{kind.winner_points.get(name, 0.0):.2f}"] for name, value in kind.points.items()
    ]
    return (
        f"<h2>{escape(' & '.join(kind.bots))}</h2><p>{escape(head)}</p>{known}<ul class=lead>{told}</ul>"
        f"<h3>{words['order']}</h3>{draw_shares(shares, words, language)}"
        f"<h3>{words['narrow']}</h3>{draw_narrowing(kind.curve)}"
        f"<h3>{words['length']}</h3>{draw_histogram(kind.lengths)}<h3>{words['scores']}</h3>{draw_histogram(kind.scores)}"
        f"<h3>{words['figures']}</h3>{table(figure_rows(kind.figures, language))}"
        f"<h3>{words['sources']}</h3>{table([['', words['all'], words['winners']], *sources])}"
        f"<h3>{words['things']}</h3><p>{escape(words['forced'])}</p>{table(thing_rows(kind.things, words), 'found')}"
        f"<h3>{words['matches']}</h3><p>{links}</p>"
    )


def figure_rows(figures: Sequence[Figure], language: Language) -> list[list[str]]:
    """All figures, the head first."""
    words = WORDS[language]
    rows = [[words[name] for name in ("metric", "value", "interval", "games", "better", "saved")]]
    for figure in figures:
        metric = metric_of(figure.name)
        span = f"{shown(metric, figure.low)} to {shown(metric, figure.high)}"
        saved = f"{100 * figure.saved:.0f} %" if figure.saved >= 0.005 else ""
        title = figure.title.by(language)
        rows.append([title, shown(metric, figure.value), span, str(figure.games), words[figure.direction], saved])
    return rows


def thing_rows(things: Sequence[Thing], words: dict[str, str]) -> list[list[str]]:
    """Cards, actions and spaces, the head first; a star marks effects that are told apart from none."""
    rows = [[words[name] for name in ("thing", "offered", "taken", "association", "effect", "dominated")]]
    for thing in things[:MOST_THINGS]:
        effect = ""
        if thing.effect is not None and thing.effect_low is not None and thing.effect_high is not None:
            star = "★ " if thing.is_found else ""
            effect = (
                f"{star}{100 * thing.effect:+.1f} ({100 * thing.effect_low:+.1f} to {100 * thing.effect_high:+.1f})"
            )
        low, high = 100 * thing.association_low, 100 * thing.association_high
        span = f"{100 * thing.association:+.1f} ({low:+.1f} to {high:+.1f})"
        beaten = ", ".join(thing.dominated_by[:3])
        rows.append([thing.name, str(thing.games), f"{100 * thing.taken:.1f} %", span, effect, beaten])
    return rows


def table(rows: Sequence[Sequence[str]], mark: str = "") -> str:
    """Rows as HTML, the head first; what begins with a star in any cell stands out."""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in rows[0])
    body = ""
    for row in rows[1:]:
        name = f' class="{mark}"' if mark and any(cell.startswith("★") for cell in row) else ""
        body += f"<tr{name}>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def draw_shares(figures: Sequence[Figure], words: dict[str, str], language: Language) -> str:
    """Shares of wins with their intervals, and a line where they would be even."""
    rows = [(figure.title.by(language), figure.value, figure.low, figure.high) for figure in figures]
    even = next((figure.even for figure in figures if figure.even is not None), None)
    return _whiskers(rows, even, words["order"])


def draw_duels(duels: Sequence[Duel], words: dict[str, str]) -> str:
    """What each bot wins alone against others."""
    rows = [
        (words["against"].format(one=duel.one, other=duel.other), duel.share, duel.low, duel.high) for duel in duels
    ]
    return _whiskers(rows, duels[0].even, words["skill"])


def _whiskers(rows: Sequence[tuple[str, float, float, float]], even: float | None, title: str) -> str:
    high = ROW * len(rows) + 30

    def across(share: float) -> float:
        return LABEL + share * (WIDE - LABEL - 20)

    parts = [f'<svg viewBox="0 0 {WIDE} {high}" role="img" aria-label="{escape(title)}">']
    for tick in (0, 0.25, 0.5, 0.75, 1):
        parts.append(f'<line class="axis" x1="{across(tick):.1f}" x2="{across(tick):.1f}" y1="0" y2="{high - 24}"/>')
        parts.append(f'<text x="{across(tick):.1f}" y="{high - 6}" text-anchor="middle">{100 * tick:.0f} %</text>')
    if even is not None:
        parts.append(
            f'<line x1="{across(even):.1f}" x2="{across(even):.1f}" y1="0" y2="{high - 24}" '
            'stroke="var(--bad)" stroke-dasharray="4"/>'
        )
    for number, (label, value, low, top) in enumerate(rows):
        middle = ROW * number + ROW / 2
        told = f"{label}: {100 * value:.1f} % ({100 * low:.1f} to {100 * top:.1f})"
        parts.append(
            f'<g><title>{escape(told)}</title><text x="0" y="{middle + 5:.1f}">{escape(label)}</text>'
            f'<line class="whisker" x1="{across(low):.1f}" x2="{across(top):.1f}" y1="{middle:.1f}" y2="{middle:.1f}"/>'
            f'<circle class="bar" cx="{across(value):.1f}" cy="{middle:.1f}" r="5"/></g>'
        )
    return "".join([*parts, "</svg>"])


def draw_histogram(histogram: Histogram) -> str:
    """Bars, with the first and the last edge under them."""
    most, count = max(histogram.counts), len(histogram.counts)
    wide = WIDE / count
    parts = [f'<svg viewBox="0 0 {WIDE} 150" role="img">']
    for number, each in enumerate(histogram.counts):
        tall = 120 * each / most
        told = f"{histogram.edges[number]:g} to {histogram.edges[number + 1]:g}: {each}"
        parts.append(
            f'<rect class="bar" x="{number * wide:.1f}" y="{120 - tall:.1f}" width="{max(1.0, wide - 2):.1f}" '
            f'height="{tall:.1f}"><title>'
            f"{told}</title></rect>"
        )
    first, last = histogram.edges[0], histogram.edges[-1]
    parts.append(
        f'<text x="0" y="142">{first:g}</text><text x="{WIDE}" y="142" text-anchor="end">{last:g}</text></svg>'
    )
    return "".join(parts)


def draw_narrowing(curve: Sequence[Sequence[float]]) -> str:
    """The first headline and its interval after more and more blocks."""
    if len(curve) < 2:
        return ""
    low, high = min(row[2] for row in curve), max(row[3] for row in curve)
    last = curve[-1][0]

    def at(count: float, share: float) -> str:
        return f"{count / last * (WIDE - 60):.1f},{10 + (high - share) / max(1e-9, high - low) * 120:.1f}"

    band = " ".join([at(row[0], row[3]) for row in curve] + [at(row[0], row[2]) for row in reversed(curve)])
    line = " ".join(at(row[0], row[1]) for row in curve)
    return (
        f'<svg viewBox="0 0 {WIDE} 150" role="img"><polygon class="bar" opacity=".25" points="{band}"/>'
        f'<polyline points="{line}" fill="none" class="whisker"/><text x="{WIDE - 55}" y="18">{100 * high:.0f} %</text>'
        f'<text x="{WIDE - 55}" y="132">{100 * low:.0f} %</text></svg>'
    )
