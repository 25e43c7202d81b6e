"""Leave to study matches: off unless somebody says so, for matches begun after everybody did, without names."""

import sqlalchemy as sa

from motherlode.cli import main
from motherlode.core.contract import CHANCE
from motherlode.lab.people import read_matches
from motherlode.server.study.sharing import shared_records
from motherlode.table.game import find
from server.playing import Guest


def played(ada, bob):
    """A match of two people that is over, and its id."""
    table = ada.create("madcap", "me", "open", is_public=True)["table"]["id"]
    bob.post(f"/api/tables/{table}/join")
    ada.act(table)
    bob.post(f"/api/tables/{table}/resign")
    return table


def database(here):
    return f"sqlite:///{here.folder / 'tables.db'}"


def test_leave_is_off_until_it_is_given_and_can_be_taken_back(here):
    ada = Guest(here.url)
    assert ada.get("/api/me/sharing") == {"since": None}
    since = ada.put("/api/me/sharing", is_shared=True)["since"]
    assert since > 0
    assert ada.put("/api/me/sharing", is_shared=True) == {"since": since}  # not from now on only
    assert ada.get("/api/me/sharing") == {"since": since}
    assert ada.put("/api/me/sharing", is_shared=False) == {"since": None}


def test_only_matches_that_all_gave_leave_for_are_read_and_without_names(here):
    ada, bob, eve = (Guest(here.url, name) for name in ("Ada Lovelace", "Bob Bobson", "Eve Evesdottir"))
    before = played(ada, bob)
    for guest in (ada, bob):
        guest.put("/api/me/sharing", is_shared=True)
    played(ada, eve)  # Eve gave none
    shared = played(ada, bob)
    records = shared_records(database(here), "madcap")
    assert [name for name, _ in records] == ["match 1"]
    text = records[0][1]
    for secret in ("Lovelace", "Bobson", shared, before, ada.id):
        assert secret not in text
    (read,), tally = read_matches(records, find("madcap"))
    assert read.match.outcome.how == "resigned"
    assert tally.matches == 1
    assert any(entry.actor == CHANCE for entry in read.match.log)
    assert shared_records(database(here), "madstone") == []
    bob.put("/api/me/sharing", is_shared=False)
    assert shared_records(database(here), "madcap") == []


def test_the_lab_reads_them_from_the_database(here, tmp_path, capsys):
    ada, bob = Guest(here.url), Guest(here.url)
    for guest in (ada, bob):
        guest.put("/api/me/sharing", is_shared=True)
    played(ada, bob)
    words = ["lab", "people", "madcap", "--database", database(here), "--most", "5", "--bots", "random", "--jobs", "1"]
    assert main([*words, "--out", str(tmp_path / "out")]) == 0
    assert "people: 1 games" in capsys.readouterr().out
    assert main([*words[:4], f"sqlite:///{tmp_path / 'nothing.db'}"]) == 2
    assert "there is no database" in capsys.readouterr().err
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'empty.db'}")
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE other (x INTEGER)"))
    engine.dispose()
    assert main([*words[:4], f"sqlite:///{tmp_path / 'empty.db'}"]) == 2
    assert "start the server with it once" in capsys.readouterr().err
