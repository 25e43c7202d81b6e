"""A report as one page of HTML that needs nothing else: no script, pictures drawn here, light and dark, any width."""

from collections.abc import Sequence
from html import escape

from motherlode.core.contract import Language
from motherlode.lab import plots
from motherlode.lab.catalogue import pretty, shown
from motherlode.lab.figures import Figure, Spread, Thing, metric_of
from motherlode.lab.reporting import DUEL_POINTS, Kind, LabReport, Mean
from motherlode.table.game import replay

MOST_THINGS = 150
MOST_EFFECTS = 16  # in the picture; the table has all
MOST_STORIES = 10  # matches that are told on the page; of the others there is the record
MOST_SOURCES = 12  # of points; the others together
MOST_GIVEN = 200

WORDS: dict[Language, dict[str, str]] = {
    "en": {
        "lab": "Design lab", "seats": "{seats} seats", "seat": "1 seat", "to": "to",
        "head": "{games} games in {blocks} blocks, seed {seed}",
        "order": "Who wins", "figures": "All figures", "length": "Minutes of a game", "scores": "Scores of all seats",
        "sources": "Where points come from", "things": "Cards, actions, spaces", "skill": "Skill and depth",
        "narrow": "How the interval closed in", "matches": "Matches to watch", "side": "Side by side",
        "metric": "metric", "value": "value", "interval": "95 % interval", "games": "games", "better": "wanted",
        "saved": "luck taken out", "thing": "thing", "offered": "games", "taken": "taken", "times": "a game",
        "wins": "wins of takers", "association": "against skipping", "effect": "effect when forced",
        "dominated": "never worth as much as", "all": "all seats", "winners": "winners", "points": "points a game",
        "against": "{one} against {other}", "alone": "{one} alone", "more": "more", "less": "less", "even": "even",
        "neither": "", "duels_note": "Each is played until it is known to {points} points to each side, or for as many"
        " games as were allowed. A typical match is one of usual length, an extreme one was won from deepest down.",
        "typical": "typical", "extreme": "extreme", "watch": "watch", "blocks": "blocks",
        "open": "Not as precise as was asked: {most} blocks were the most allowed.",
        "rules": "Numbered rules", "rule": "rule",
        "rules_note": "In how many of {games} games each rule that play can meet was carried out.",
        "forced": "Effect: a decision of a match is taken back, something else is played, and the same dice and bots"
        " go on; the difference in wins, in points of 100. Against skipping is no cause: who leads takes more.",
        "effects": "Largest effects of a forced choice, in points of 100 wins",
        "never": "Never used (at most, at 95 %)", "given": "What chance deals", "dealt": "dealt",
        "won_more": "wins, against even",
        "given_note": "How often who was dealt it wins, in points of 100 against an even share. What is dealt late is"
        " dealt in long games.",
        "ways": "How it ends", "way": "in the game's words", "share": "games", "after": "rounds",
        "spread": "Spread", "middle": "half of all", "nine": "nine of ten", "least": "least", "most": "most",
        "median": "median", "mean": "mean", "best_score": "best score",
        "record": "record", "told": "The match in words", "replay": "Each is also a record for motherlode replay.",
        "rest": "all else",
        "beside": "Where people and bots differ", "aside": "Set aside", "alike": "No difference is beyond doubt.",
        "even_is": "The dashed line is an even share.", "made": "Made by",
        "matches_note": "A typical match is the one in the middle by that figure, an extreme one the last.",
    },
    "de": {
        "lab": "Werkstatt", "seats": "{seats} Plätze", "seat": "1 Platz", "to": "bis",
        "head": "{games} Spiele in {blocks} Blöcken, Startzahl {seed}",
        "order": "Wer gewinnt", "figures": "Alle Zahlen", "length": "Minuten eines Spiels",
        "scores": "Ergebnisse aller Plätze",
        "sources": "Woher Punkte kommen", "things": "Karten, Aktionen, Felder", "skill": "Können und Tiefe",
        "narrow": "Wie das Intervall schmaler wurde", "matches": "Partien zum Ansehen", "side": "Nebeneinander",
        "metric": "Maß", "value": "Wert", "interval": "95-%-Intervall", "games": "Spiele", "better": "gewünscht",
        "saved": "Glück herausgerechnet", "thing": "Ding", "offered": "Spiele", "taken": "genommen",
        "times": "je Spiel", "wins": "Siege damit", "association": "gegen Auslassen", "effect": "Wirkung, erzwungen",
        "dominated": "nie so viel wert wie", "all": "alle Plätze", "winners": "Sieger", "points": "Punkte je Spiel",
        "against": "{one} gegen {other}", "alone": "{one} allein", "more": "mehr", "less": "weniger",
        "even": "gleich", "neither": "",
        "duels_note": "Jedes wird gespielt, bis man es auf {points} Punkte nach beiden Seiten kennt, oder so viele"
        " Spiele, wie erlaubt waren. Typisch ist eine Partie von üblicher Länge, äußerste eine, die von ganz unten"
        " gewonnen wurde.",
        "typical": "typisch", "extreme": "äußerste", "watch": "ansehen",
        "blocks": "Blöcke",
        "open": "Nicht so genau wie gewünscht: Höchstens {most} Blöcke waren erlaubt.",
        "rules": "Nummerierte Regeln", "rule": "Regel",
        "rules_note": "In wie vielen von {games} Spielen jede Regel ausgeführt wurde, der man im Spiel begegnen kann.",
        "forced": "Wirkung: Eine Entscheidung wird zurückgenommen, etwas anderes gespielt, und dieselben Würfel und"
        " Bots spielen weiter; der Unterschied an Siegen, in Punkten von 100. Gegen Auslassen ist keine Ursache:"
        " Wer führt, nimmt mehr.",
        "effects": "Größte Wirkungen einer erzwungenen Wahl, in Punkten von 100 Siegen",
        "never": "Nie benutzt (höchstens, bei 95 %)", "given": "Was der Zufall gibt", "dealt": "gegeben",
        "won_more": "Siege, gegen gleich",
        "given_note": "Wie oft gewinnt, wer es bekam, in Punkten von 100 gegen einen gleichen Anteil. Was spät gegeben"
        " wird, wird in langen Spielen gegeben.",
        "ways": "Wie es endet", "way": "in den Worten des Spiels", "share": "Spiele", "after": "Runden",
        "spread": "Streuung", "middle": "die Hälfte", "nine": "neun von zehn", "least": "kleinste",
        "most": "größte", "median": "Median", "mean": "Mittel", "best_score": "bestes Ergebnis",
        "record": "Partie", "told": "Die Partie in Worten", "replay": "Jede ist auch eine Datei für motherlode replay.",
        "rest": "alles andere",
        "beside": "Worin sich Menschen und Bots unterscheiden", "aside": "Beiseite gelassen",
        "alike": "Kein Unterschied ist sicher.",
        "even_is": "Die gestrichelte Linie ist ein gleicher Anteil.", "made": "Gemacht mit",
        "matches_note": "Typisch ist die Partie in der Mitte nach dieser Zahl, äußerste die letzte.",
    },
}  # fmt: skip

# The colours, type and edges of the client (web/src/styles/tokens.css).
STYLE = """
:root{color-scheme:light dark;--coal:light-dark(#241f1c,#f3e7cf);--soft:light-dark(#5c5148,#b9ab94);
--paper:light-dark(#f3ead7,#17151a);--raised:light-dark(#fbf5e8,#221f26);--sunk:light-dark(#e6dabf,#100e13);
--line:light-dark(#cdbb97,#423b44);--slate:light-dark(#46505a,#a3aeb8);--gold:light-dark(#8a5a00,#f2c14b);
--rust:light-dark(#a8321c,#ff8f72);--verdigris:light-dark(#1d6a59,#7fd1bc);--edge:light-dark(#2a241f,#0b090c)}*{
box-sizing:border-box}html{background:var(--paper);color:var(--coal);
font:16px/1.5 "Source Sans 3",system-ui,sans-serif}body{max-width:62rem;margin:0 auto;padding:1.5rem 1rem 3rem}
h1,h2,h3,figcaption{font-family:"Alfa Slab One",Rockwell,"Roboto Slab",Georgia,serif;font-weight:700;
line-height:1.15;margin:0}h1{font-size:clamp(1.6rem,1.1rem + 2vw,2.4rem)}h2{font-size:1.5rem;margin:2.5rem 0 .25rem}
h3{font-size:1.1rem;margin:0 0 .75rem}.kicker{margin:0;color:var(--gold);font-weight:700}.note,small,.quiet{
color:var(--soft);font-size:.875rem;margin:.25rem 0}.card{background:var(--raised);border:1.5px solid var(--edge);
border-radius:14px;padding:1rem;margin:1rem 0;box-shadow:1px 2px 0 rgb(0 0 0/.15)}.pair{display:grid;
grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:1rem}.pair>*{margin:0}.lead{list-style:none;
padding:0;margin:1rem 0;font-size:1.15rem}.lead li{padding:.35rem 0 .35rem 1.4rem;position:relative}.lead li:before{
content:"";position:absolute;left:.2rem;top:.95rem;width:.55rem;height:.55rem;background:var(--gold);
transform:rotate(45deg)}.lead li:first-child{font-size:1.35rem;font-weight:600}.lead li:first-child:before{
top:1.15rem}.warn{border-left:4px solid var(--rust);padding-left:.75rem}ol.dots{list-style:none;margin:0;padding:0}
.dots li{display:grid;grid-template-columns:minmax(8rem,16rem) 1fr 4rem 8.5rem;gap:.25rem .75rem;align-items:center;
padding:.2rem 0}.twice li{grid-template-columns:minmax(6rem,12rem) 1fr 13rem}.track{position:relative;height:1.5rem;
background:var(--sunk);border-radius:6px;overflow:hidden}.twice .track{background:none;height:auto;display:grid;
gap:2px;border-radius:0}.track i{position:absolute}.even{top:0;bottom:0;border-left:2px dashed var(--slate)}.span{
top:.6rem;height:.3rem;border-radius:3px;min-width:3px;background:var(--verdigris)}.dot{top:.35rem;width:.8rem;
height:.8rem;margin-left:-.4rem;border-radius:50%;background:var(--verdigris)}.span.off,.dot.off{
background:var(--rust)}.much{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}.dots small{margin:0;
font-variant-numeric:tabular-nums}i.bar{position:static!important;display:block;height:.55rem;border-radius:3px;
background:var(--slate);min-width:2px}i.bar.won{background:var(--gold)}.legend i.bar{display:inline-block;
width:1rem;margin:0 .35rem 0 .75rem}.legend{margin:0 0 .5rem;font-size:.875rem}figure{margin:0}figcaption{
margin-bottom:.75rem;font-size:1.1rem}svg{display:block;width:100%;height:8rem}.bars rect{fill:var(--gold)}.bars{
border-bottom:1.5px solid var(--slate)}.band polygon{fill:var(--verdigris);opacity:.25}.band polyline{fill:none;
stroke:var(--verdigris);stroke-width:2.5}.ticks{display:flex;justify-content:space-between;font-size:.8125rem;
color:var(--soft);font-variant-numeric:tabular-nums}.framed span{font-size:.8125rem;color:var(--soft)}.wide{
overflow-x:auto}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:.9375rem}th{
font-size:.8125rem;color:var(--soft);font-weight:600;vertical-align:bottom}td,th{padding:.3rem .5rem;
text-align:right;border-bottom:1px solid var(--line)}td:first-child,th:first-child{text-align:left;padding-left:0}
td{white-space:nowrap}td:first-child,td.words{white-space:normal;min-width:8rem}td small{display:block;
line-height:1.3;margin:0}td a+a{margin-left:.5rem}td.words,th.words{text-align:left}tr.found td{font-weight:700}
tr:last-child td{border-bottom:0}.matches{list-style:none;padding:0;margin:0}.matches li{padding:.4rem 0;
border-bottom:1px solid var(--line)}.matches .story li{border:0;padding:0}a{color:var(--gold)}summary{
cursor:pointer;padding:.35rem 0;min-height:40px}summary:hover{color:var(--gold)}.story{max-height:24rem;
overflow-y:auto;background:var(--sunk);border-radius:8px;padding:.5rem 1rem .5rem 3rem;margin:0}code{
overflow-wrap:anywhere;font-size:.8125rem;color:var(--soft)}:target{outline:3px solid var(--gold);
outline-offset:3px;border-radius:8px}:focus-visible{outline:3px solid light-dark(#1b4fae,#9cc3ff);
outline-offset:2px}@media(max-width:44rem){.dots li{grid-template-columns:1fr auto}.dots .track{grid-column:1/-1;
grid-row:2}.dots small{grid-column:1/-1}.twice li{grid-template-columns:1fr auto}.card{padding:.75rem;
margin:.75rem -.25rem}.lead{font-size:1.05rem}.lead li:first-child{font-size:1.2rem}.narrow{display:none}td,th{
padding:.3rem .35rem}}@media(max-width:44rem){td a{display:block;padding:.3rem 0}td a+a{margin:0}
.ends :is(td,th):nth-child(3){display:none}.ends td:first-child{min-width:11rem}}@media print{body{max-width:none}
.card{break-inside:avoid}}
"""


def write_page(report: LabReport, language: Language = "en", records: dict[str, str] | None = None) -> str:
    """The whole page; `records` by file, for the matches that are told on it."""
    words = WORDS[language]
    seats = words["seat"] if report.seats == 1 else words["seats"].format(seats=report.seats)
    options = ", ".join(f"{name} = {value}" for name, value in report.options.items())
    parts = [
        f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(report.title)} · {words['lab']}</title><style>{STYLE}</style></head><body>"
        f'<p class="kicker">{words["lab"]}</p><h1>{escape(report.title)}</h1>'
        f'<p class="quiet">{escape(", ".join(part for part in (seats, options) if part))}</p>'
    ]
    if len(report.kinds) > 1:
        parts.append(
            f'<section class="card"><h3>{words["side"]}</h3>{table(side_by_side(report.kinds, language))}</section>'
        )
    if report.told:
        lines = "".join(f"<li>{escape(each.by(language))}</li>" for each in report.told)
        parts.append(f'<ul class="lead">{lines}</ul>')
    if report.beside or report.aside:
        lines = "".join(f"<li>{escape(each.by(language))}</li>" for each in report.beside)
        aside = ", ".join(f"{count} {why}" for why, count in report.aside.items())
        note = f'<p class="note">{words["aside"]}: {escape(aside)}</p>' if aside else ""
        inside = f'<ul class="lead plain">{lines}</ul>' if lines else f"<p>{words['alike']}</p>"
        parts.append(f'<section class="card"><h3>{words["beside"]}</h3>{inside}{note}</section>')
    for number, kind in enumerate(report.kinds):
        parts += _kind(report, kind, number, language, records or {})
    if report.duels:
        parts.append(
            f'<section class="card"><h3>{words["skill"]}</h3>{_duels(report, words)}'
            f'<p class="note">{words["duels_note"].format(points=f"{DUEL_POINTS:g}")}</p>'
            f"{_duel_matches(report, words, records or {})}</section>"
        )
    if report.rule_counts:
        rows = [[words["rule"], words["games"], words["share"], words["interval"]]]
        for each in report.rule_counts:
            span = f"{100 * each.low:.0f} {words['to']} {100 * each.high:.0f}"
            rows.append([each.rule, str(each.games), f"{100 * each.games / each.of:.0f} %", span])
        note = words["rules_note"].format(games=report.rule_counts[0].of)
        parts.append(
            f'<section class="card"><h3>{words["rules"]}</h3><details><summary>{note}</summary>'
            f"{table(rows)}</details></section>"
        )
    if report.command:
        parts.append(f'<p class="quiet">{words["made"]} <code>{escape(report.command)}</code></p>')
    return "".join([*parts, "</body></html>\n"])


def _kind(report: LabReport, kind: Kind, number: int, language: Language, records: dict[str, str]) -> list[str]:
    words = WORDS[language]
    told = "".join(f"<li>{escape(each.by(language))}</li>" for each in kind.sentences)
    head = words["head"].format(games=f"{kind.games:,}", blocks=f"{kind.blocks:,}", seed=report.seed)
    known = "" if kind.is_known else f'<p class="warn">{escape(words["open"].format(most=f"{kind.blocks:,}"))}</p>'
    scores = next((each for each in kind.spreads if each.name == "scores"), None)
    minutes = next((each for each in kind.spreads if each.name == "minutes"), None)
    lengths = plots.histogram(kind.lengths, words["length"], _middle(minutes, words))
    points = plots.histogram(kind.scores, words["scores"], _middle(scores, words))
    parts = [
        f'<h2>{escape(" & ".join(kind.bots))}</h2><p class="quiet">{escape(head)}</p>{known}',
        f'<ul class="lead">{told}</ul>',
        _card(words["order"], _shares(kind, language)),
        f'<section class="pair"><div class="card">{lengths}</div><div class="card">{points}</div></section>',
        _card(words["sources"], _sources(kind, words), words["points"]),
        _card(words["ways"], f'<div class="ends">{table(_ways(kind, language), wordy=1)}</div>')
        if len(kind.ways) > 1
        else "",
        _card(words["things"], _things(kind, words), words["forced"]),
        _card(words["given"], _given(kind, words), words["given_note"]) if kind.given else "",
        _card(words["figures"], _figures(kind, number, language), words["matches_note"]),
        _card(words["spread"], table(_spreads(kind.spreads, language))) if kind.spreads else "",
        _card("", plots.narrowing(kind.curve, words["narrow"], words["blocks"])) if len(kind.curve) > 1 else "",
        _matches(kind, number, language, records),
    ]
    return [part for part in parts if part]


def _card(title: str, inside: str, note: str = "") -> str:
    if not inside:
        return ""
    head = f"<h3>{escape(title)}</h3>" if title else ""
    below = f'<p class="note">{escape(note)}</p>' if note else ""
    return f'<section class="card">{head}{inside}{below}</section>'


def _shares(kind: Kind, language: Language) -> str:
    words = WORDS[language]
    shares = [figure for figure in kind.figures if figure.name.startswith(("order_", "bot_share"))]
    seats = [figure for figure in kind.figures if figure.name.startswith("seat_share")]
    if [figure.value for figure in seats] != [figure.value for figure in shares][: len(seats)]:
        shares += seats  # where the order is always that of the seats, they say it once
    shares = shares or [figure for figure in kind.figures if figure.name == "won"]
    rows = [
        plots.Row(
            figure.title.by(language),
            figure.value,
            figure.low,
            figure.high,
            f"{100 * figure.value:.1f} %",
            f"{100 * figure.low:.1f} {words['to']} {100 * figure.high:.1f}",
        )
        for figure in shares
    ]
    even = next((figure.even for figure in shares if figure.even is not None), None)
    note = f'<p class="note">{words["even_is"]}</p>' if even is not None else ""
    return plots.dots(rows, even, None if even is not None else (0.0, 1.0)) + note


def _duels(report: LabReport, words: dict[str, str]) -> str:
    rows = [
        plots.Row(
            words["against" if duel.other else "alone"].format(one=duel.one, other=duel.other),
            duel.share,
            duel.low,
            duel.high,
            f"{100 * duel.share:.0f} %",
            f"{100 * duel.low:.0f} {words['to']} {100 * duel.high:.0f}, {duel.games} {words['games']}",
        )
        for duel in report.duels
    ]
    return plots.dots(rows, report.duels[0].even if report.seats > 1 else None, (0.0, 1.0))


def _duel_matches(report: LabReport, words: dict[str, str], records: dict[str, str]) -> str:
    """Two matches of each duel that the one won, with their records and in words."""
    parts = []
    for duel in report.duels:
        links = ""
        for kind_of, name in (("typical", duel.typical), ("extreme", duel.extreme)):
            path = report.matches.get(name, "")
            if path in records:
                links += f" {words[kind_of]}: " + _record(path, words)
        label = words["against" if duel.other else "alone"].format(one=duel.one, other=duel.other)
        if links:
            parts.append(f"<li><b>{escape(label)}</b> <small>{links}</small></li>")
    return f'<ul class="matches">{"".join(parts)}</ul>' if parts else ""


def _record(path: str, words: dict[str, str]) -> str:
    return f'<a href="{escape(path)}">{words["record"]}</a>' if path.endswith(".txt") else ""


def _middle(spread: Spread | None, words: dict[str, str]) -> str:
    if spread is None:
        return ""
    return (
        f"{words['median']} {spread.median:.3g}, {words['middle']} {spread.lower:.3g} {words['to']} "
        f"{spread.upper:.3g}, {words['most']} {spread.most:.3g}"
    )


def _sources(kind: Kind, words: dict[str, str]) -> str:
    none = Mean(0.0, 0.0)
    found = [(pretty(name), value, kind.winner_points.get(name, none)) for name, value in kind.points.items()]
    rows = [
        (name, one.mean, other.mean, f"{one.mean:.2f} ±{one.half:.2f} · {other.mean:.2f} ±{other.half:.2f}")
        for name, one, other in found[:MOST_SOURCES]
    ]
    if rest := found[MOST_SOURCES:]:  # which belong together in a game, so that no interval of theirs tells that of all
        mine, theirs = sum(one.mean for _, one, _ in rest), sum(other.mean for *_, other in rest)
        rows.append((words["rest"], mine, theirs, f"{mine:.2f} · {theirs:.2f}"))
    return plots.bars(rows, (words["all"], words["winners"]))


def _ways(kind: Kind, language: Language) -> list[list[str]]:
    words = WORDS[language]
    rows = [[words["way"], words["share"], words["interval"], words["after"]]]
    for way in kind.ways:
        span = f"{100 * way.low:.1f} {words['to']} {100 * way.high:.1f}"
        after = "" if way.rounds is None else f"{way.rounds:.1f}"
        rows.append([way.words.by(language), f"{100 * way.share:.1f} %", span, after])
    return rows


def _things(kind: Kind, words: dict[str, str]) -> str:
    strong = sorted(
        (thing for thing in kind.things if thing.effect is not None), key=lambda thing: -abs(thing.effect or 0.0)
    )[:MOST_EFFECTS]
    rows = [
        plots.Row(
            f"★ {pretty(thing.name)}" if thing.is_found else pretty(thing.name),
            thing.effect or 0.0,
            thing.effect_low or 0.0,
            thing.effect_high or 0.0,
            f"{100 * (thing.effect or 0.0):+.1f}",
            f"{100 * (thing.effect_low or 0.0):+.1f} {words['to']} {100 * (thing.effect_high or 0.0):+.1f}",
            is_off=thing.is_found,
        )
        for thing in strong
    ]
    unused = {thing.name: thing for thing in kind.things}
    never = ", ".join(f"{pretty(name)} (≤ {100 * unused[name].taken_high:.1f} %)" for name in kind.never_used)
    return (
        (f'<p class="quiet">{words["effects"]}</p>{plots.dots(rows, 0.0)}' if rows else "")
        + (f'<p class="warn"><b>{words["never"]}:</b> {escape(never)}</p>' if never else "")
        + f"<details><summary>{words['things']}: {len(kind.things)}</summary>"
        + f"{table(thing_rows(kind.things, words), 'found')}</details>"
    )


def _given(kind: Kind, words: dict[str, str]) -> str:
    rows = [[words["thing"], words["dealt"], words["times"], words["won_more"], words["interval"]]]
    for each in kind.given[:MOST_GIVEN]:
        span = f"{100 * each.low:+.1f} {words['to']} {100 * each.high:+.1f}"
        times = f"{each.times:.2f} ±{each.times_half:.2f}"
        rows.append([each.name, f"{100 * each.games:.0f} %", times, f"{100 * each.wins:+.1f}", span])
    return f"<details><summary>{words['given']}: {len(kind.given)}</summary>{table(rows)}</details>"


def _spreads(spreads: Sequence[Spread], language: Language) -> list[list[str]]:
    words = WORDS[language]
    rows = [["", *(words[name] for name in ("median", "middle", "nine", "least", "most", "mean"))]]
    for each in spreads:
        title = words[each.name] if each.name in words else metric_of(each.name).title.by(language)
        middle, nine = (
            f"{one:.3g} {words['to']} {other:.3g}" for one, other in ((each.lower, each.upper), (each.low, each.high))
        )
        rows.append(
            [
                title,
                f"{each.median:.3g} ({each.median_low:.3g} {words['to']} {each.median_high:.3g})",
                middle,
                nine,
                f"{each.least:.3g}",
                f"{each.most:.4g}",
                f"{each.mean:.3g} ±{each.half:.2g}",
            ]
        )
    return rows


def _figures(kind: Kind, number: int, language: Language) -> str:
    """The table of all figures: what each means, and two matches to watch."""
    words = WORDS[language]
    head = "".join(
        f'<th class="{css}">{words[name]}</th>'
        for name, css in (
            ("metric", ""), ("interval", ""), ("games", "narrow"), ("better", "narrow"), ("saved", "narrow"),
            ("watch", ""),
        )
    )  # fmt: skip
    body = ""
    for figure, row in zip(kind.figures, figure_rows(kind.figures, language)[1:], strict=True):
        title, value, span, games, better, saved = row
        means = metric_of(figure.name).meaning.by(language)
        more = "" if means == title else f"<small>{escape(means)}</small>"
        links = " ".join(
            f'<a href="#{_anchor(number, name)}">{words[kind_of]}</a>'
            for kind_of, name in (("typical", figure.typical), ("extreme", figure.extreme))
            if name in kind.matches
        )
        body += (
            f"<tr><td>{escape(title)}{more}</td><td><b>{value}</b><small>{span}</small></td>"
            f'<td class="narrow">{games}</td><td class="narrow">{better}</td><td class="narrow">{saved}</td>'
            f"<td>{links}</td></tr>"
        )
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _anchor(number: int, name: str) -> str:
    return f"{name.replace(' ', '-')}-of-{number + 1}"


def _matches(kind: Kind, number: int, language: Language, records: dict[str, str]) -> str:
    """Every match that a figure names: what it shows, its record, and the match in words."""
    words = WORDS[language]
    cited: dict[str, list[str]] = {name: [] for name in kind.matches}
    for figure in kind.figures:
        for kind_of, name in (("typical", figure.typical), ("extreme", figure.extreme)):
            if name in cited:
                cited[name].append(f"{figure.title.by(language)} ({words[kind_of]})")
    told = sorted(cited, key=lambda name: -len(cited[name]))[:MOST_STORIES]
    parts = []
    for name, path in kind.matches.items():
        link = _record(path, words)
        story = ""
        if name in told and path in records:
            match = replay(records[path])
            lines = "".join(f"<li>{escape(line)}</li>" for line in match.story(language=language))
            story = f'<details><summary>{words["told"]}</summary><ol class="story">{lines}</ol></details>'
        parts.append(
            f'<li id="{_anchor(number, name)}"><b>{escape(name)}</b> {link} '
            f"<small>{escape(', '.join(cited[name]))}</small>{story}</li>"
        )
    return _card(words["matches"], f'<ul class="matches">{"".join(parts)}</ul>', words["replay"]) if parts else ""


def side_by_side(kinds: Sequence[Kind], language: Language) -> list[list[str]]:
    """The same figures of all kinds of players, in columns."""
    rows = [[WORDS[language]["metric"], *(" & ".join(kind.bots) for kind in kinds)]]
    names = list(dict.fromkeys(figure.name for kind in kinds for figure in kind.figures))
    for name in names:
        found = [next((figure for figure in kind.figures if figure.name == name), None) for kind in kinds]
        if sum(figure is not None for figure in found) < 2:
            continue
        metric = metric_of(name)
        cells = ["" if figure is None else f"{shown(metric, figure.value)} ±{_half(figure)}" for figure in found]
        rows.append([metric.title.by(language), *cells])
    return rows


def _half(figure: Figure) -> str:
    half = (figure.high - figure.low) / 2
    return f"{100 * half:.1f}" if figure.unit in ("share", "odds") else f"{half:.2g}"


def figure_rows(figures: Sequence[Figure], language: Language) -> list[list[str]]:
    """All figures, the head first."""
    words = WORDS[language]
    rows = [[words[name] for name in ("metric", "value", "interval", "games", "better", "saved")]]
    for figure in figures:
        metric = metric_of(figure.name)
        span = f"{shown(metric, figure.low)} {words['to']} {shown(metric, figure.high)}"
        saved = f"{100 * figure.saved:.0f} %" if figure.saved >= 0.005 else ""
        title = figure.title.by(language)
        rows.append([title, shown(metric, figure.value), span, str(figure.games), words[figure.direction], saved])
    return rows


def thing_rows(things: Sequence[Thing], words: dict[str, str]) -> list[list[str]]:
    """Cards, actions and spaces, the head first; a star marks effects that are told apart from none."""
    names = ("thing", "offered", "taken", "times", "wins", "association", "effect", "dominated")
    rows = [[words[name] for name in names]]
    to = words["to"]
    for thing in things[:MOST_THINGS]:
        effect = ""
        if thing.effect is not None and thing.effect_low is not None and thing.effect_high is not None:
            star = "★ " if thing.is_found else ""
            span = f"({100 * thing.effect_low:+.1f} {to} {100 * thing.effect_high:+.1f})"
            effect = f"{star}{100 * thing.effect:+.1f} {span}"
        low, high = 100 * thing.association_low, 100 * thing.association_high
        beside = f"{100 * thing.association:+.1f} ({low:+.1f} {to} {high:+.1f})"
        taken = f"{100 * thing.taken:.1f} % ({100 * thing.taken_low:.1f} {to} {100 * thing.taken_high:.1f})"
        offered = f"{thing.games} ({100 * thing.offered_low:.0f} {to} {100 * thing.offered_high:.0f} %)"
        rows.append([
            pretty(thing.name), offered, taken, f"{thing.times:.2f} ±{thing.times_half:.2f}",
            f"{100 * thing.wins:.1f} ±{100 * thing.wins_half:.1f}" if thing.taken else "", beside, effect,
            ", ".join(map(pretty, thing.dominated_by[:3])),
        ])  # fmt: skip
    return rows


def table(rows: Sequence[Sequence[str]], mark: str = "", wordy: int = 0) -> str:
    """Rows as HTML, the head first; what begins with a star in any cell stands out."""

    def cell(tag: str, number: int, text: str) -> str:
        css = ' class="words"' if number < wordy else ""
        return f"<{tag}{css}>{escape(text)}</{tag}>"

    head = "".join(cell("th", number, text) for number, text in enumerate(rows[0]))
    body = ""
    for row in rows[1:]:
        name = f' class="{mark}"' if mark and any(text.startswith("★") for text in row) else ""
        body += f"<tr{name}>" + "".join(cell("td", number, text) for number, text in enumerate(row)) + "</tr>"
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
