"""Several worker processes on one socket: started, watched and replaced; where none serves, the port says so.

Every worker gives a sign of life each second, through a pipe. One that has died is replaced at once, by a spare one
that has started already and waits: starting takes seconds, and long on a busy machine. One that is silent is killed
and replaced, and when the supervisor itself is gone, its workers end.
"""

import asyncio
import contextlib
import os
import select
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import structlog

SIGNS = "MOTHERLODE_SIGNS_OF_LIFE"  # the environment variable with the file that a worker writes its signs to
GO = "MOTHERLODE_GO"  # the one with the file that it reads a byte from before it serves
SPARE, SERVING = "motherlode wait", "motherlode work"  # what workers are called, by Linux
SIGN_S = 1.0
LOOK_S = 0.2  # how often workers are looked at
SILENT_S = 30.0  # a worker that serves and is silent for so long hangs
START_S = 300.0  # a worker may take so long to start on a machine that is busy
STOP_S = 25.0  # for workers to end by themselves: they leave the proxy first
FAILURES = 3  # workers that end before any has served, before all is given up
ANSWER_S = 0.2  # for a client to say what it wants, where nobody serves

log = structlog.get_logger("motherlode.supervisor")


@dataclass
class Worker:
    """A process that serves, as the supervisor knows it."""

    process: "subprocess.Popen[bytes]"
    signs: int  # the reading end of its pipe
    go: int  # the writing end of the other one
    started: float = field(default_factory=time.monotonic)
    heard: float | None = None  # when it last gave a sign of life; none: it is still starting

    @property
    def is_dead(self) -> bool:
        """Whether the process has ended."""
        return self.process.poll() is not None

    @property
    def is_serving(self) -> bool:
        """Whether it has started, and lives."""
        return self.heard is not None and not self.is_dead

    @property
    def is_hung(self) -> bool:
        """Whether it has been silent for too long."""
        now = time.monotonic()
        return now - self.started > START_S if self.heard is None else now - self.heard > SILENT_S

    def listen(self) -> None:
        """Take in its signs of life."""
        with contextlib.suppress(BlockingIOError):
            while os.read(self.signs, 4096):
                self.heard = time.monotonic()

    def let_serve(self) -> None:
        """Tell a worker that waits to begin serving."""
        self.started = time.monotonic()
        with contextlib.suppress(BrokenPipeError):
            os.write(self.go, b".")

    def close(self) -> None:
        """Close our ends of its pipes; the process has ended."""
        os.close(self.signs)
        os.close(self.go)

    def end(self, how: int) -> None:
        """Send it a signal."""
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(how)


class Supervisor:
    """Keeps workers running until it is told to stop."""

    def __init__(self, listening: socket.socket, count: int) -> None:
        self._listening = listening
        self._count = count
        self._workers: list[Worker] = []
        self._leaving: list[Worker] = []  # that were told to end
        self._spare: Worker | None = None  # has started, and waits
        self._num_failures = 0
        self._has_served = False
        self._is_stopping = False
        self._to_renew: list[Worker] = []  # the next to be replaced first

    def run(self) -> int:
        """Start the workers and look after them; what to exit with."""
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, self._stop)
        signal.signal(signal.SIGHUP, self._renew)
        while not self._is_stopping and self._num_failures < FAILURES:
            self._replace_dead()
            self._renew_one()
            if self._has_served and not any(worker.is_serving for worker in self._workers):
                self._answer()
            else:
                time.sleep(LOOK_S)
        self._end_all()
        return 0 if self._is_stopping else 1

    def _stop(self, *_: object) -> None:
        self._is_stopping = True

    def _renew(self, *_: object) -> None:
        """Replace every worker by a new one, one after the other, while the others serve; the spare one first."""
        self._to_renew = list(self._workers)
        if self._spare is not None:
            self._spare.end(signal.SIGTERM)
            self._leaving.append(self._spare)
            self._spare = None

    def _start(self) -> Worker:
        with contextlib.ExitStack() as ours, contextlib.ExitStack() as theirs:
            signs, signing = os.pipe()
            ours.callback(os.close, signs)
            theirs.callback(os.close, signing)
            hearing, go = os.pipe()
            ours.callback(os.close, go)
            theirs.callback(os.close, hearing)
            os.set_blocking(signs, False)
            process = subprocess.Popen(
                [sys.executable, "-m", "motherlode.server.operations.worker", str(self._listening.fileno())],
                env=os.environ | {SIGNS: str(signing), GO: str(hearing)},
                pass_fds=(self._listening.fileno(), signing, hearing),
                stdin=subprocess.DEVNULL,
            )
            ours.pop_all()
        log.info("worker started", process=process.pid)
        return Worker(process, signs, go)

    def _replace_dead(self) -> None:
        for worker in [*self._workers, *self._leaving]:
            worker.listen()
            if not worker.is_dead and worker.is_hung:
                log.error("worker hangs", process=worker.process.pid)
                worker.end(signal.SIGKILL)
                worker.process.wait()
            self._has_served = self._has_served or worker.is_serving
            if worker.is_dead:
                self._bury(worker)
        if self._spare is not None and self._spare.is_dead:
            self._spare.close()
            self._spare = None
        while len(self._workers) < self._count and not self._is_stopping and self._num_failures < FAILURES:
            if not self._add():
                return
        if self._spare is None and all(worker.is_serving for worker in self._workers) and not self._to_renew:
            self._spare = self._try_start()

    def _add(self) -> bool:
        """One more worker: the spare one, else a new one if it can be started now."""
        worker, self._spare = self._spare or self._try_start(), None
        if worker is None:
            return False
        worker.let_serve()
        self._workers.append(worker)
        return True

    def _try_start(self) -> Worker | None:
        try:
            return self._start()
        except OSError as error:  # no memory, no descriptors: later
            log.error("no worker could be started", why=str(error))
            return None

    def _bury(self, worker: Worker) -> None:
        worker.close()
        if worker in self._leaving:
            self._leaving.remove(worker)
            return
        self._workers.remove(worker)
        log.error("worker died", process=worker.process.pid, status=worker.process.returncode)
        if worker.heard is None and not self._has_served:
            self._num_failures += 1

    def _renew_one(self) -> None:
        """Start one worker more than usual; when it serves, the one that it replaces ends."""
        self._to_renew = [worker for worker in self._to_renew if worker in self._workers]
        if not self._to_renew or self._leaving:
            return
        if len(self._workers) == self._count:
            self._add()
        elif len(self._workers) > self._count and self._workers[-1].is_serving:
            old = self._to_renew.pop(0)
            self._workers.remove(old)
            self._leaving.append(old)
            old.end(signal.SIGINT)  # no proxy need know: others listen at the same address

    def _answer(self) -> None:
        """No worker serves: answer a client that comes meanwhile with 503."""
        ready, _, _ = select.select([self._listening], [], [], LOOK_S)
        if not ready:
            return
        with contextlib.suppress(OSError):
            client, _ = self._listening.accept()
            with client:
                client.settimeout(ANSWER_S)
                with contextlib.suppress(OSError):
                    client.recv(4096)
                client.sendall(UNAVAILABLE)

    def _end_all(self) -> None:
        everyone = [*self._workers, *self._leaving, *([] if self._spare is None else [self._spare])]
        for worker in everyone:
            worker.end(signal.SIGTERM)
        deadline = time.monotonic() + STOP_S
        for worker in everyone:
            try:
                worker.process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                worker.end(signal.SIGKILL)
                worker.process.wait()


def _unavailable() -> bytes:
    body = (
        b"<!doctype html><html lang=en><meta charset=utf-8><meta http-equiv=refresh content=2><title>Motherlode</title>"
        b"<p>The server is starting again. This page tries again by itself.</p></html>\n"
    )
    head = (
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/html; charset=utf-8\r\nretry-after: 2\r\n"
        f"cache-control: no-store\r\nconnection: close\r\ncontent-length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


UNAVAILABLE = _unavailable()


def wait_for_go() -> bool:
    """In a worker: wait until it may serve; false where the supervisor is gone."""
    _call_oneself(SPARE)
    is_wanted = bool(os.read(int(os.environ[GO]), 1))
    _call_oneself(SERVING)
    return is_wanted


def _call_oneself(name: str) -> None:
    """Set the name that lists of processes show."""
    with contextlib.suppress(OSError):  # not on Linux
        Path("/proc/self/comm").write_text(name, encoding="ascii")


async def give_signs_of_life() -> None:
    """In a worker: say once a second that the event loop turns; when nobody is there to hear it, end."""
    file = os.environ.get(SIGNS)
    if file is None:
        return
    while True:
        try:
            os.write(int(file), b".")
        except BrokenPipeError:
            log.error("the supervisor is gone")
            os.kill(os.getpid(), signal.SIGTERM)
            return
        await asyncio.sleep(SIGN_S)
