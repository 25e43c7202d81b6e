"""The supervisor of worker processes: deaths in a row, silence, nobody left. Steps are taken by hand."""

import os
import signal
import socket
import time

import msgspec
import pytest

from motherlode.server.app import prepare_database
from motherlode.server.operations import supervisor
from motherlode.server.operations.supervisor import SILENT_S, Supervisor, Worker
from motherlode.server.settings import SETTINGS, Settings, make_settings
from server.conftest import fresh_database
from server.playing import PATIENCE_S, client_of

pytestmark = pytest.mark.compiled

LOOK_S = 0.02


class Watched(Supervisor):
    """One that a test looks into."""

    def __init__(self, listening: socket.socket, count: int) -> None:
        super().__init__(listening, count)
        self.url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        self.num_started = 0

    def _start(self) -> Worker:
        self.num_started += 1
        return super()._start()

    @property
    def serving(self) -> list[Worker]:
        return [worker for worker in self._workers if worker.is_serving]

    def look_until(self, holds) -> None:
        """Look after the workers until something holds."""
        deadline = time.monotonic() + PATIENCE_S
        while not holds():
            assert time.monotonic() < deadline
            self._replace_dead()
            time.sleep(LOOK_S)

    def look_until_all_serve(self) -> None:
        self.look_until(lambda: len(self.serving) == self._count and self._spare is not None)

    def kill(self, *workers: Worker) -> None:
        for worker in workers:
            worker.end(signal.SIGKILL)
        for worker in workers:
            worker.process.wait()


@pytest.fixture(scope="module")
def watched(request, tmp_path_factory):
    """A supervisor of one worker and a spare one, on PostgreSQL."""
    database, _ = fresh_database("postgresql", tmp_path_factory.mktemp("supervisor"), request)
    settings = make_settings(Settings(database, rate=0, log="error", bot_threads=1))
    prepare_database(settings)
    patched = pytest.MonkeyPatch()
    patched.setenv(SETTINGS, msgspec.json.encode(settings).decode())
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.set_inheritable(True)
        found = Watched(listening, 1)
        try:
            found.look_until_all_serve()
            yield found
        finally:
            found._end_all()
            patched.undo()


def is_answered(watched: Watched) -> bool:
    with client_of(watched.url) as client:
        return client.get("/healthz").status_code == 200


def test_a_worker_that_dies_is_replaced_by_the_spare_one_and_that_one_by_a_new_one(watched):
    watched.look_until_all_serve()
    [first], spare, started = watched.serving, watched._spare, watched.num_started
    watched.kill(first)
    watched._replace_dead()
    assert watched._workers == [spare]  # at once: nobody waits for a process to start
    assert watched.num_started == started
    # The second death in a row comes before another one was started: a new process takes its place.
    watched.kill(spare)
    watched._replace_dead()
    [third] = watched._workers
    assert third not in (first, spare)
    assert watched.num_started == started + 1
    watched.look_until_all_serve()
    assert watched.num_started == started + 2
    assert is_answered(watched)


def test_where_everybody_is_dead_the_port_says_so_until_somebody_serves(watched):
    watched.look_until_all_serve()
    watched.kill(*watched.serving, watched._spare)
    watched._replace_dead()
    assert not watched.serving
    with socket.create_connection(watched._listening.getsockname()) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        watched._answer()
        said = b""
        while part := client.recv(4096):
            said += part
    assert said.startswith(b"HTTP/1.1 503 ")
    assert b"retry-after: 2" in said
    assert watched._num_failures == 0  # it has served before: it is not given up
    watched.look_until_all_serve()
    assert is_answered(watched)


def test_a_worker_without_a_sign_of_life_is_ended_and_replaced(watched):
    watched.look_until_all_serve()
    [silent], spare = watched.serving, watched._spare
    os.kill(silent.process.pid, signal.SIGSTOP)
    silent.listen()
    silent.heard -= SILENT_S - 5
    watched._replace_dead()
    assert watched._workers == [silent]  # patience is not at its end
    silent.heard -= SILENT_S
    watched._replace_dead()
    assert silent.process.returncode == -signal.SIGKILL
    assert watched._workers == [spare]
    watched.look_until_all_serve()
    assert is_answered(watched)


def test_a_worker_that_cannot_be_started_is_started_later(watched, monkeypatch):
    watched.look_until_all_serve()
    watched.kill(*watched.serving, watched._spare)

    def fail(*_, **__):
        raise OSError("no descriptors")

    with monkeypatch.context() as without:
        without.setattr(supervisor.os, "pipe", fail)
        watched._replace_dead()
        watched._replace_dead()
        assert watched._workers == []
    watched.look_until_all_serve()
    assert is_answered(watched)
