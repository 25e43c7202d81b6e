"""A siege: faults of each kind under load, one as soon as everybody plays again after the one before, then checks."""

import asyncio
import http.client
import multiprocessing
import random
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from siege import checking
from siege.checking import Findings
from siege.faults import KINDS, Fault
from siege.load import Load
from siege.places import PLACES, Place

DRAIN_S = 0.1  # for clients to read what was sent before a fault
MOMENT_S = 0.03  # a fault comes so soon after everybody was asked to act
PLAY_S = 1800.0  # for all tables to be played again, on any machine, however busy
OPEN_S = 1200.0  # for all tables to be opened and played for the first time
CHECK_S = 8.0  # what was heard is handed over for a check so often
TELL_S = 10.0  # progress is told so often

Tell = Callable[[str], None]
TimeFor = Callable[[str], float]  # the seconds in which faults of a kind may come


@dataclass
class Outcome:
    """What came of the faults of one kind."""

    kind: str
    name: str
    wanted: int
    faults: int = 0
    in_flight: list[int] = field(default_factory=list)  # actions, as each fault came
    seconds: list[float] = field(default_factory=list)  # until every table was played again
    noted: dict[str, list[float]] = field(default_factory=dict)
    findings: Findings = field(default_factory=Findings)
    problems: list[str] = field(default_factory=list)
    took: float = 0.0  # seconds, all of it

    @property
    def is_enough(self) -> bool:
        """Whether there were as many faults as were wanted."""
        return self.faults >= self.wanted

    @property
    def is_held(self) -> bool:
        """Whether the server has withstood it."""
        found = self.findings
        return not (found.lost or found.not_stored or found.secrets or found.broken or self.problems)

    def summary(self) -> dict[str, object]:
        """Its figures, as they are kept and printed."""
        found = self.findings
        return {
            "kind": self.kind,
            "name": self.name,
            "wanted": self.wanted,
            "faults": self.faults,
            "seconds": round(self.took),
            "in_flight_median": median(self.in_flight) if self.in_flight else 0,
            "acknowledged": found.acknowledged,
            "events_told": found.told,
            "bytes": found.bytes,
            "entries_hidden": found.hidden,
            "matches_verified": found.finished,
            "lost": len(found.lost),
            "told_not_stored": len(found.not_stored),
            "secrets": len(found.secrets),
            "broken": len(found.broken),
            "problems": len(self.problems),
            "seconds_median": round(median(self.seconds), 3) if self.seconds else None,
            "seconds_longest": round(max(self.seconds), 3) if self.seconds else None,
            "noted": {
                what: {"median": round(median(figures), 3), "longest": round(max(figures), 3)}
                for what, figures in self.noted.items()
            },
            "said": [*found.lost, *found.not_stored, *found.secrets, *found.broken, *self.problems][:20],
        }


class Siege:
    """The faults of one place."""

    def __init__(
        self, place: Place, num_faults: int, num_tables: int, seed: int, time_for: TimeFor, tell: Tell
    ) -> None:
        self._place = place
        self._num_faults = num_faults
        self._num_tables = num_tables
        self._chance = random.Random(seed)
        self._time_for = time_for
        self._tell = tell
        self._problems: list[str] = []
        self._is_standing = True  # play goes on
        self._findings = Findings()
        self._checking: asyncio.Task[None] | None = None
        self._checked = 0.0

    async def run(self, kinds: Sequence[str]) -> list[Outcome]:
        """One kind after the other, under the same load, as long as the place stands."""
        outcomes = []
        seed = self._chance.randrange(1 << 32)
        async with Load(self._place.server, self._num_tables, seed, self._problems.append) as load:
            self._load = load
            spawn = multiprocessing.get_context("spawn")
            arguments = (self._place.database, load.persons)
            with ProcessPoolExecutor(1, spawn, checking.begin, arguments) as self._checker:
                load.mark()
                if await load.everyone_plays(OPEN_S) is None:
                    raise TimeoutError(f"not all tables could be opened: {load.stuck()}")
                for kind in kinds:
                    outcomes.append(await self._besiege(kind))  # the last may not go through
                    if not self._is_standing:
                        break
        return outcomes

    async def _besiege(self, kind: str) -> Outcome:
        fault = KINDS[kind](self._place, self._chance)
        outcome = Outcome(kind, fault.name, max(1, round(self._num_faults * fault.share)))
        num_faults_before, told, self._findings = len(self._place.faults()), time.monotonic(), Findings()
        start = time.monotonic()
        until = start + self._time_for(kind)
        while outcome.faults < outcome.wanted and time.monotonic() < until:
            try:
                await self._strike(fault, outcome)
            except (OSError, AssertionError, http.client.HTTPException) as error:  # TimeoutError is an OSError
                self._problems.append(f"{type(error).__name__} {error}")
                self._is_standing = False
                break
            if time.monotonic() - self._checked > CHECK_S:
                await self._hand_over()
            if time.monotonic() - told > TELL_S:
                told = time.monotonic()
                self._tell(
                    f"{fault.name}: {outcome.faults} of {outcome.wanted} faults, {self._load.num_acknowledged} actions"
                    f" acknowledged so far, play went on after {outcome.seconds[-1]:.2f} s"
                )
        await self._hand_over()
        await self._checked_all()
        outcome.findings, outcome.noted, outcome.took = self._findings, fault.noted, time.monotonic() - start
        self._problems += [f"in the log of the server: {line}" for line in self._place.faults()[num_faults_before:]]
        outcome.problems = [*fault.problems, *self._problems]
        self._problems.clear()
        summary = outcome.summary()
        self._tell(f"{fault.name}: {'held' if outcome.is_held else 'NOT HELD'}, {outcome.faults} faults")
        for line in summary["said"]:  # type: ignore[attr-defined]
            self._tell(f"  {line}")
        return outcome

    async def _strike(self, fault: Fault[Any], outcome: Outcome) -> None:
        """One fault, from the moment when all is well to the moment when every table is played again."""
        load = self._load
        await asyncio.to_thread(fault.prepare)
        load.press()
        await asyncio.sleep(self._chance.uniform(0, MOMENT_S))
        outcome.in_flight.append(load.num_in_flight)
        since = time.monotonic()
        await asyncio.to_thread(fault.hit)
        if fault.is_lifted:
            await asyncio.to_thread(fault.mend)
            since = time.monotonic()
            load.mark()
            played = await load.everyone_plays(PLAY_S)
        else:
            await asyncio.sleep(DRAIN_S)
            load.mark()
            mending = asyncio.create_task(asyncio.to_thread(fault.mend))
            played = await load.everyone_plays(PLAY_S)
            await mending
        if played is None:
            raise TimeoutError(f"tables that are not played any more: {load.stuck()}")
        outcome.faults += 1
        outcome.seconds.append(played - since)

    async def _hand_over(self) -> None:
        """Have what was heard checked, beside; waits for the check before."""
        await self._checked_all()
        self._checked = time.monotonic()
        self._checking = asyncio.create_task(self._check())

    async def _checked_all(self) -> None:
        """Wait for the check that runs, if one does."""
        if self._checking is not None:
            await self._checking
            self._checking = None

    async def _check(self) -> None:
        heard, answers = self._load.hand_over(), self._load.answers()
        found = await asyncio.get_running_loop().run_in_executor(self._checker, checking.check, heard, answers)
        self._findings.add(found)


def seconds_of(kinds: Sequence[str]) -> float:
    """What one fault of each kind takes, about, by its share of faults."""
    return sum(KINDS[kind].share * KINDS[kind].seconds for kind in kinds)


def besiege(
    kinds: Sequence[str], num_faults: int, num_tables: int, *, seed: int = 1, seconds: float = 86_400.0,
    tell: Tell = lambda _: None,
) -> list[Outcome]:  # fmt: skip
    """So many faults of each kind under the load of so many tables; after so many seconds no more come.

    Each kind has its part of the time that is left, by what its faults take: time which is out takes some of each.
    """
    end = time.monotonic() + seconds
    left = list(kinds)
    outcomes: list[Outcome] = []

    def time_for(kind: str) -> float:
        part = KINDS[kind].share * KINDS[kind].seconds / seconds_of(left)
        left.remove(kind)
        return (end - time.monotonic()) * part

    for place_type in PLACES:
        while wanted := [kind for kind in left if KINDS[kind].place is place_type]:
            tell(f"{place_type.name}: starting")
            with place_type() as place:  # anew after a kind that it did not stand
                outcomes += asyncio.run(Siege(place, num_faults, num_tables, seed, time_for, tell).run(wanted))
    return outcomes
