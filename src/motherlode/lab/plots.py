"""The pictures of a report: boxes of HTML for what has words in it, so that they stay readable on a phone, else SVG."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from motherlode.lab.reporting import Histogram

TALL = 100  # units of a picture; the page stretches it
MARGIN = 0.06  # of the range, beside what is drawn


class Row(NamedTuple):
    """A value with its interval, as a dot on a line."""

    label: str
    value: float
    low: float
    high: float
    told: str
    note: str = ""
    is_off: bool | None = None  # in the colour of what is not even; None: where the interval leaves the line out


def dots(rows: Sequence[Row], marked: float | None, span: tuple[float, float] | None = None) -> str:
    """Values with their intervals, one below the other, on one scale; a dashed line where it would be even."""
    if not rows:
        return ""
    low, high = span or _span(rows, marked)

    def across(value: float) -> float:
        return 100 * (min(high, max(low, value)) - low) / max(1e-9, high - low)

    line = "" if marked is None else f'<i class="even" style="left:{across(marked):.2f}%"></i>'
    parts = []
    for row in rows:
        wide = across(row.high) - across(row.low)
        is_off = marked is not None and not row.low <= marked <= row.high if row.is_off is None else row.is_off
        off = " off" if is_off else ""
        parts.append(
            f'<li><span class="what">{escape(row.label)}</span><span class="track">{line}'
            f'<i class="span{off}" style="left:{across(row.low):.2f}%;width:{wide:.2f}%"></i>'
            f'<i class="dot{off}" style="left:{across(row.value):.2f}%"></i></span>'
            f'<b class="much">{escape(row.told)}</b><small>{escape(row.note)}</small></li>'
        )
    return f'<ol class="dots">{"".join(parts)}</ol>'


def _span(rows: Sequence[Row], marked: float | None) -> tuple[float, float]:
    lows, highs = [row.low for row in rows], [row.high for row in rows]
    if marked is not None:
        lows.append(marked)
        highs.append(marked)
    low, high = min(lows), max(highs)
    room = MARGIN * max(high - low, 1e-6)
    return low - room, high + room


def bars(rows: Sequence[tuple[str, float, float, str]], words: tuple[str, str]) -> str:
    """Two numbers each, of all and of winners, as two bars."""
    most = max((max(one, other) for _, one, other, _ in rows), default=0.0)
    if most <= 0:
        return ""
    parts = "".join(
        f'<li><span class="what">{escape(label)}</span><span class="track">'
        f'<i class="bar" style="width:{max(0.0, 100 * one / most):.2f}%"></i>'
        f'<i class="bar won" style="width:{max(0.0, 100 * other / most):.2f}%"></i></span>'
        f'<b class="much">{escape(told)}</b></li>'
        for label, one, other, told in rows
    )
    legend = f'<p class="legend"><i class="bar"></i>{escape(words[0])} <i class="bar won"></i>{escape(words[1])}</p>'
    return f'{legend}<ol class="dots twice">{parts}</ol>'


def histogram(data: Histogram, title: str, words: str) -> str:
    """How often values occurred: bars, and numbers along the bottom."""
    most, count = max(data.counts), len(data.counts)
    wide = 100 / count
    total = sum(data.counts)
    parts = []
    for number, each in enumerate(data.counts):
        tall = TALL * each / most
        told = f"{data.edges[number]:g} to {data.edges[number + 1]:g}: {100 * each / total:.1f} %"
        parts.append(
            f'<rect x="{number * wide + 0.25 * wide / 2:.2f}" y="{TALL - tall:.2f}" width="{0.75 * wide:.2f}" '
            f'height="{tall:.2f}"><title>{escape(told)}</title></rect>'
        )
    low, high = data.edges[0], data.edges[-1]
    middle = (low + high) / 2
    ticks = "".join(f"<span>{each:.3g}</span>" for each in (low, middle, high))
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg class="bars" viewBox="0 0 100 {TALL}" '
        f'preserveAspectRatio="none" role="img" aria-label="{escape(title)}">{"".join(parts)}</svg>'
        f'<div class="ticks">{ticks}</div><p class="note">{escape(words)}</p></figure>'
    )


def narrowing(curve: Sequence[Sequence[float]], title: str, games: str) -> str:
    """The first headline and its interval after more and more blocks."""
    if len(curve) < 2:
        return ""
    low, high = min(row[2] for row in curve), max(row[3] for row in curve)
    first, last = curve[0][0], curve[-1][0]

    def at(count: float, share: float) -> str:
        across = 100 * (count - first) / max(1, last - first)
        return f"{across:.2f},{TALL * (high - share) / max(1e-9, high - low):.2f}"

    band = " ".join([at(row[0], row[3]) for row in curve] + [at(row[0], row[2]) for row in reversed(curve)])
    line = " ".join(at(row[0], row[1]) for row in curve)
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><div class="framed"><span>{100 * high:.0f} %</span>'
        f'<svg class="band" viewBox="0 0 100 {TALL}" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(title)}"><polygon points="{band}"/>'
        f'<polyline points="{line}" vector-effect="non-scaling-stroke"/></svg>'
        f'<span>{100 * low:.0f} %</span></div><div class="ticks"><span>{first:g}</span><span>{last:g} {escape(games)}'
        "</span></div></figure>"
    )
