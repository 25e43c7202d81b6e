"""What a review says in words, in English and German."""

from collections.abc import Callable, Sequence

from motherlode.reviews.report import Decision, Source, Step, Told, TurningPoint

NUM_TURNING_POINTS = 3
LEAST_SWING = 0.02  # what changes less turns nothing
LEAST_LUCK = 0.05  # less of a win is not worth a word

ABOUT: dict[Source, Told] = {
    "exact": Told(
        "Odds are exact: each player's part of the win if both play perfectly from there.",
        "Die Chancen sind exakt: der Anteil am Sieg, wenn beide von dort an fehlerlos spielen.",
    ),
    "search": Told(
        "Odds are each player's part of the win, as a short search sees the whole position",
        "Die Chancen sind der Anteil am Sieg, wie ihn eine kurze Suche in der ganzen Stellung sieht",
    ),
}
MEASURED = Told(
    ", held against how often bots won from there.", ", abgeglichen damit, wie oft Bots von dort gewonnen haben."
)
UNMEASURED = Told(
    "; how true they are with these options and as many players is not confirmed.",
    "; wie gut sie mit diesen Optionen und so vielen Spielern stimmen, ist nicht bestätigt.",
)


def about(source: Source, is_measured: bool) -> Told:
    """What the odds of a review are."""
    if source == "exact":
        return ABOUT[source]
    more = MEASURED if is_measured else UNMEASURED
    return Told(ABOUT[source].en + more.en, ABOUT[source].de + more.de)


def summary(accuracy: float | None, luck: float) -> Told:
    """A seat's match in a line, to who sat there."""
    if accuracy is None:
        english, german = "You had nothing to decide.", "Du hattest nichts zu entscheiden."
    else:
        english, german = f"You played {accuracy:.0f} %.", f"Du hast zu {accuracy:.0f} % gespielt."
    part = f"{abs(luck):.1f}" if abs(luck) >= LEAST_LUCK else ""
    if not part:
        return Told(f"{english} Luck was even.", f"{german} Das Glück war ausgeglichen.")
    comma = part.replace(".", ",")
    if luck < 0:
        return Told(f"{english} Luck cost you {part} of a win.", f"{german} Das Glück hat dich {comma} Siege gekostet.")
    return Told(f"{english} Luck gave you {part} of a win.", f"{german} Das Glück hat dir {comma} Siege gebracht.")


def turning_points(
    steps: Sequence[Step],
    decisions: Sequence[Decision],
    names: Sequence[str],
    tell_better: Callable[[Decision], Told],
) -> list[TurningPoint]:
    """The steps that changed most, as a story: in the order of the match; `tell_better` has words for a better line."""
    found: list[tuple[float, Step, str, int]] = []
    for step in steps:
        for kind in ("luck", "skill", "hidden"):
            change: list[float] = getattr(step, kind)
            if not change:
                continue
            seat = max(range(len(change)), key=lambda each: abs(change[each]))
            if kind == "skill" and abs(change[step.actor]) >= LEAST_SWING:
                seat = step.actor
            size = abs(change[seat])
            if size >= LEAST_SWING:
                found.append((size, step, kind, seat))
    largest = sorted(found, key=lambda each: -each[0])[:NUM_TURNING_POINTS]
    points = [_turning_point(step, kind, seat, decisions, names, tell_better) for _, step, kind, seat in largest]
    return sorted(points, key=lambda point: point.step)


def _turning_point(
    step: Step,
    part: str,
    seat: int,
    decisions: Sequence[Decision],
    names: Sequence[str],
    tell_better: Callable[[Decision], Told],
) -> TurningPoint:
    change: float = getattr(step, part)[seat]
    after = step.after[seat]
    before = round(after - change, 6)
    decision = None if step.decision is None else decisions[step.decision]
    if part == "skill" and decision is not None:  # by what the seat could know
        before = decision.expected if seat == decision.seat else before
        after = decision.got if seat == decision.seat else after
    name, was, now = names[seat], percent(before), percent(after)
    rose = change > 0
    english = f"{name}'s odds {'rose' if rose else 'fell'} from {was} to {now}."
    german = f"Die Chancen von {name} {'stiegen' if rose else 'fielen'} von {was} auf {now}."
    if part == "luck":
        english, german = f"Luck: {english}", f"Glück: {german}"
        kind = "luck"
    elif part == "hidden":
        english, german = f"Hidden cards: {english}", f"Verdeckte Karten: {german}"
        kind = "hidden"
    elif decision is None:
        kind = "forfeit"
    else:
        kind = "decision"
        if decision.better:
            better = tell_better(decision)
            english, german = f"{english} Better: {better.en}", f"{german} Besser: {better.de}"
            if decision.cause is not None:
                english, german = f"{english} {decision.cause.en}", f"{german} {decision.cause.de}"
    return TurningPoint(
        step=step.step,
        kind=kind,  # type: ignore[arg-type]
        seat=seat,
        before=before,
        after=after,
        decision=step.decision,
        told=Told(f"{step.told.en} {english}", f"{step.told.de} {german}"),
    )


def percent(odds: float) -> str:
    """`62 %`."""
    return f"{100 * odds:.0f} %"
