"""Copies of the database are made while the server runs, and tested by restoring them."""

from pathlib import Path

import pytest

from motherlode.cli import main
from motherlode.server.settings import Settings, make_settings
from motherlode.server.storage.storage import locked
from server.conftest import fresh_database, running
from server.playing import Guest, play_out


@pytest.fixture(params=["sqlite", "postgresql"])
def databases(request, tmp_path) -> tuple[str, str]:
    """One to copy, and an empty one to restore to."""
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    return fresh_database(request.param, tmp_path / "one", request)[0], fresh_database(
        request.param, tmp_path / "two", request
    )[0]


def test_a_copy_of_a_running_server_is_restored_whole(databases, tmp_path, capsys):
    source, target = databases
    copy = tmp_path / "tables.backup"
    with running(make_settings(Settings(source, rate=0, log="error"))) as server:
        ada = Guest(server.url, "Ada Lovelace")
        ada.post("/api/me/account", name="Ada Lovelace", password="correct horse")
        finished = ada.create("madcap", "me", "me")
        play_out(server.url, finished["table"]["id"], finished["tokens"])
        record = ada.ask("GET", f"/api/tables/{finished['table']['id']}/record").text
        begun = ada.create("minecart_mayhem", "me", "bot:random")
        table, step = begun["table"]["id"], ada.update(begun["table"]["id"])["step"]
        assert main(["backup", str(copy), "--database", source]) == 0
        assert f"'{copy}'" in capsys.readouterr().out
        later = ada.create("madcap", "me", "me")["table"]["id"]
    assert main(["restore", str(copy), "--database", target]) == 0
    assert "events of schema" in capsys.readouterr().out
    with running(make_settings(Settings(target, rate=0, log="error"))) as server:
        bob = Guest(server.url, "Bob")
        bob.http.headers["Authorization"] = f"Bearer {ada.token}"
        assert bob.get("/api/me")["name"] == "Ada Lovelace"
        assert bob.ask("GET", f"/api/tables/{finished['table']['id']}/record").text == record
        assert bob.ask("GET", f"/api/tables/{later}").status_code == 404
        assert bob.update(table)["step"] >= step
        bob.ask("POST", f"/api/tables/{table}/resign", json={}).raise_for_status()


def test_nothing_is_replaced_by_mistake(databases, tmp_path, capsys):
    source, target = databases
    copy = tmp_path / "tables.backup"
    for database in databases:
        with running(make_settings(Settings(database, rate=0, log="error"))):
            pass
    assert main(["backup", str(copy), "--database", source]) == 0
    assert main(["backup", str(copy), "--database", source]) == 2
    assert "is there already: --force replaces it" in capsys.readouterr().err
    assert main(["backup", str(copy), "--database", source, "--force"]) == 0
    assert main(["restore", str(copy), "--database", target]) == 2
    assert "is not empty: --force replaces it" in capsys.readouterr().err
    assert main(["restore", str(copy), "--database", target, "--force"]) == 0


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"", "a copy of nothing known"), (b"nonsense", "a copy of nothing known"), (b"PGDMPxxx", "a copy of postgresql")],
)
def test_what_is_no_copy_is_refused(tmp_path, capsys, content, why):
    bad, target = tmp_path / "bad", tmp_path / "tables.db"
    bad.write_bytes(content)
    assert main(["restore", str(bad), "--database", f"sqlite:///{target}"]) == 2
    line = capsys.readouterr().err
    assert why in line
    assert line.count("\n") == 1
    assert not target.exists()


def test_a_damaged_copy_replaces_nothing(tmp_path, capsys):
    good, bad = tmp_path / "tables.db", tmp_path / "bad"
    with running(make_settings(Settings(f"sqlite:///{good}", rate=0, log="error"))) as server:
        Guest(server.url)
    before = good.read_bytes()
    content = bytearray(before)
    content[4096 * 2 : 4096 * 6] = b"\xff" * 4096 * 4
    bad.write_bytes(content)
    assert main(["restore", str(bad), "--database", f"sqlite:///{good}", "--force"]) == 2
    assert "is damaged" in capsys.readouterr().err
    assert good.read_bytes() == before
    assert not list(tmp_path.glob(".*.part"))


def test_a_database_that_is_served_is_not_restored_over(databases, tmp_path, capsys):
    source, target = databases
    copy = tmp_path / "tables.backup"
    with running(make_settings(Settings(source, rate=0, log="error"))):
        assert main(["backup", str(copy), "--database", source]) == 0
    with running(make_settings(Settings(target, rate=0, log="error"))) as server, locked(target):
        ada = Guest(server.url, "Ada")
        table = ada.create("madcap", "me", "me")["table"]["id"]
        assert main(["restore", str(copy), "--database", target, "--force"]) == 2
        assert "is in use" in capsys.readouterr().err
        assert ada.get(f"/api/tables/{table}")["id"] == table


def test_a_second_server_on_the_same_file_is_refused(tmp_path, capsys):
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    with locked(url):
        assert main(["serve", "--port", "0", "--database", url]) == 2
    assert "is in use by another server: SQLite is for one at a time" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["nowhere/x.backup", ""])
def test_a_place_that_cannot_be_written_is_said(tmp_path, capsys, name):
    database = tmp_path / "tables.db"
    with running(make_settings(Settings(f"sqlite:///{database}", rate=0, log="error"))):
        pass
    target = Path(tmp_path / name)
    assert main(["backup", str(target), "--database", f"sqlite:///{database}", "--force"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
