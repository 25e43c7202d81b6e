"""Designers' variants over HTTP: schema, faults at their fields, versions, forks, the shelf, tables that play one."""

import json
import tomllib
from pathlib import Path

import pytest

import motherlode
from motherlode.core.options import read_options
from motherlode.core.registry import find_game, own_names
from motherlode.core.ruleset import digest_of
from motherlode.server.workshop import variants
from server.playing import Guest

CARD = {
    "name": "Tunnel Cook",
    "faction": "goblin",
    "numbers": {"power": 1, "kill": 3, "command": 3, "shield": 3, "seize": 4, "crystals": 2},
    "trigger": {"effects": [{"do": "red", "amount": 2}], "cost": {}},
}
BOARD = {"bases": 4, "sector": 10, "spoke": 4, "grey": 2, "yellow": {"1986": ["junctions"]}}
REPORT = {
    "player": "greedy",
    "seats": 2,
    "games": 4000,
    "figures": [
        {"name": "first", "value": 0.6, "low": 0.58, "high": 0.62, "original": 0.5, "original_low": 0.48,
         "original_high": 0.52}
    ],
}  # fmt: skip


def own_map() -> dict:
    """The second map, as a designer takes it to begin with."""
    folder = Path(find_game("rockport_caverns").folder)
    return tomllib.loads((folder / "data" / "map2.toml").read_text(encoding="utf-8"))


def changed(game: str) -> dict:
    """A change of each game that only its own file could make before."""
    return {
        "madcap": {"levels": 5, "faces": 4, "gold": [1, 2, 4, 8, 16]},
        "minecart_mayhem": {"rail_cards": 20, "rocket_value": 9},
        "madstone": {"cards": [CARD], "without": ["Shade"]},
        "trap_the_cap": {"board": BOARD},
        "rockport_caverns": {"map": own_map() | {"title": "My mine", "marked_row": 2}},
    }[game]


def faults(guest: Guest, game: str, options: dict, seats: int | None = None) -> dict[str, str]:
    told = guest.post(f"/api/games/{game}/design/check", options=options, seats=seats)
    assert (told["ruleset"] is None) == bool(told["faults"])
    return {fault["path"]: fault["why"] for fault in told["faults"]}


@pytest.mark.parametrize("game", sorted(own_names()))
def test_a_variant_of_every_game_is_designed_stored_and_played(here, game):
    ada, eve = Guest(here.url), Guest(here.url, "Eve")
    spec, options = find_game(game), changed(game)
    design = ada.get(f"/api/games/{game}/design")
    assert [field["name"] for field in design["fields"]] == list(spec.options.__struct_fields__)
    assert "$ref" not in json.dumps(design)
    assert all(field["schema"] for field in design["fields"])
    assert all(field["meaning"] for field in design["fields"][:1])
    seats = max(2, design["fewest_seats"]) if design["most_seats"] > 1 else 1
    told = ada.post(f"/api/games/{game}/design/check", options=options, seats=seats, has_ground=True)
    assert told["faults"] == []
    assert told["ruleset"] == digest_of(spec, read_options(spec, options), seats)
    assert read_options(spec, tomllib.loads(told["toml"])) == read_options(spec, options)
    assert told["position"]
    assert told["ground"]["sizes"]["seats"] == seats
    assert 0 <= told["to_act_at"] < told["state_bytes"]
    made = ada.post(f"/api/games/{game}/variants", name="Mine", options=options, is_public=True)
    assert seats in made["versions"][0]["seats"]
    shelf = eve.get(f"/api/games/{game}/variants")["variants"]
    assert [(each["name"], each["is_mine"]) for each in shelf if each["id"] == made["info"]["id"]] == [("Mine", False)]
    seated = eve.create(game, "me", *["bot:random"] * (seats - 1), variant=made["info"]["id"])
    table = seated["table"]
    assert (table["ruleset"], table["name"]) == (told["ruleset"], "Mine")
    assert table["variant"] == {"id": made["info"]["id"], "version": 1, "name": "Mine"}
    assert eve.get(f"/api/variants/{made['info']['id']}")["info"]["plays"] == 1
    while eve.update(table["id"])["table"]["status"] == "running" and game == "madcap":
        eve.act(table["id"])
    if game == "madcap":  # its record names the ruleset, and is played again by it
        record = eve.ask("GET", f"/api/tables/{table['id']}/record").text
        assert told["ruleset"] in record
        assert motherlode.replay(record).ruleset.options.gold == options["gold"]


FAULTS = {
    "madcap": ({"gold": [1, 2, "x"], "faces": 99, "gild": 1}, {"gold[2]", "faces", "gild"}),
    "minecart_mayhem": ({"start": 9}, {"start"}),
    "madstone": (
        {
            "cards": [
                {"name": "Half", "faction": "elf"},
                CARD | {"numbers": CARD["numbers"] | {"kill": 99}},
                CARD | {"name": "Other", "trigger": {"effects": [{"do": "red"}]}},
            ]
        },
        {"cards[0].numbers", "cards[1].numbers.kill", "cards[2].trigger.effects[0].amount"},
    ),
    "trap_the_cap": ({"board": BOARD | {"bases": 9}}, {"board.bases"}),
    "rockport_caverns": (
        {"map": own_map() | {"hexes": [*own_map()["hexes"][:-1], own_map()["hexes"][-1] | {"paths": "NW"}]}},
        {"map.hexes"},
    ),
}


@pytest.mark.parametrize("game", sorted(own_names()))
def test_faults_are_told_at_their_fields(here, game):
    options, wanted = FAULTS[game]
    found = set(faults(Guest(here.url), game, options))
    if game == "rockport_caverns":  # any start circle or row may be the one with too few routes
        assert {path.partition("[")[0] for path in found} == wanted
    else:
        assert found == wanted


def test_what_fits_some_numbers_of_players_only_says_so(here):
    ada = Guest(here.url)
    assert faults(ada, "minecart_mayhem", {"lanes": 2}, 2) == {}
    assert faults(ada, "minecart_mayhem", {"lanes": 2}, 3) == {"lanes": "3 seats need a lane each"}
    made = ada.post("/api/games/minecart_mayhem/variants", name="Two lanes", options={"lanes": 2})
    assert made["info"]["seats"] == [2]
    assert ada.refused("/api/games/minecart_mayhem/variants", name="None", options={"lanes": 1}) == (
        422,
        "option/value",
    )


def test_versions_stay_what_they_were_and_forks_know_where_they_come_from(everywhere):
    ada, bob = Guest(everywhere.url), Guest(everywhere.url, "Bob")
    made = ada.post("/api/games/madcap/variants", name="  Three \t dice ", options={"dice": 3}, note="first")
    variant = made["info"]["id"]
    assert made["info"]["name"] == "Three dice"
    after = ada.post(f"/api/variants/{variant}/versions", options={"dice": 2}, note="fewer")
    assert [(each["number"], each["options"], each["note"]) for each in after["versions"]] == [
        (2, {"dice": 2}, "fewer"),
        (1, {"dice": 3}, "first"),
    ]
    reported = ada.post(f"/api/variants/{variant}/versions/1/reports", **REPORT)
    assert [len(each["reports"]) for each in reported["versions"]] == [0, 1]
    again = ada.post(f"/api/variants/{variant}/versions/1/reports", **REPORT | {"games": 9000})
    assert [each["games"] for each in again["versions"][1]["reports"]] == [9000]  # the same players: measured anew
    forked = bob.post("/api/games/madcap/variants", name="Bob's", options={"dice": 1}, parent=variant, parent_version=1)
    assert (forked["info"]["parent"], forked["info"]["parent_version"], forked["info"]["is_mine"]) == (variant, 1, True)
    seen = bob.get(f"/api/variants/{variant}")
    assert not seen["info"]["is_mine"]
    assert bob.refused(f"/api/variants/{variant}/versions", options={}) == (403, "table/denied")
    assert bob.refused(f"/api/variants/{variant}/versions/1/reports", **REPORT) == (403, "table/denied")
    assert bob.ask("PATCH", f"/api/variants/{variant}", json={"name": "Stolen"}).status_code == 403
    assert bob.ask("DELETE", f"/api/variants/{variant}").status_code == 403
    first = bob.create("madcap", "me", "bot:random", variant=variant, version=1)["table"]
    last = bob.create("madcap", "me", "bot:random", variant=variant)["table"]
    assert (first["options"], last["options"]) == ({"dice": 3}, {"dice": 2})
    assert bob.refused("/api/tables", game="madcap", seats=["me", "open"], variant=variant, version=3)[0] == 404
    assert bob.refused("/api/tables", game="madstone", seats=["me", "open"], variant=variant)[0] == 422
    both = {"variant": variant, "options": {"dice": 1}}
    assert bob.refused("/api/tables", game="madcap", seats=["me", "open"], **both)[0] == 422
    assert ada.ask("DELETE", f"/api/variants/{variant}").status_code == 204
    assert ada.ask("GET", f"/api/variants/{variant}").status_code == 404
    assert bob.update(last["id"])["table"]["options"] == {"dice": 2}  # a table has its options


def test_the_shelf_has_what_is_public_and_ones_own_list_has_all(here):
    ada, bob = Guest(here.url), Guest(here.url, "Bob")
    ids = [
        ada.post("/api/games/madcap/variants", name=f"Number {number}", options={"dice": 3})["info"]["id"]
        for number in range(3)
    ]
    shelved = [each["id"] for each in bob.get("/api/games/madcap/variants", limit=50)["variants"]]
    assert not set(ids) & set(shelved)
    emblem = {"sign": "flame", "tone": 3}
    told = ada.ask("PATCH", f"/api/variants/{ids[0]}", json={"is_public": True, "emblem": emblem, "about": "Hot."})
    assert (told.json()["info"]["emblem"], told.json()["info"]["about"]) == (emblem, "Hot.")
    assert bob.get("/api/games/madcap/variants", limit=1)["variants"][0]["id"] == ids[0]
    mine = ada.get("/api/games/madcap/variants", mine=True, limit=2)
    rest = ada.get("/api/games/madcap/variants", mine=True, limit=2, before=mine["next"])
    assert {each["id"] for each in [*mine["variants"], *rest["variants"]]} == set(ids)
    assert bob.get("/api/games/madcap/variants", mine=True)["variants"] == []
    ada.ask("PATCH", f"/api/variants/{ids[0]}", json={"is_public": False})
    assert ids[0] not in [each["id"] for each in bob.get("/api/games/madcap/variants", limit=50)["variants"]]
    assert bob.get(f"/api/variants/{ids[0]}")["info"]["name"] == "Number 0"  # who has the link


def test_stored_things_are_bounded(here, monkeypatch):
    ada = Guest(here.url)
    path = "/api/games/madcap/variants"
    assert ada.refused(path, name="Long", options={"gold": [1] * 20_000}) == (422, "option/value")
    assert ada.refused(path, name="x" * 41, options={})[0] == 400
    assert ada.refused(path, name="a\u202eb", options={})[0] == 422
    assert ada.refused(path, name="Orphan", options={}, parent="nobody", parent_version=1)[0] == 404
    monkeypatch.setattr(variants, "MAX_OWN", 1)
    monkeypatch.setattr(variants, "MAX_VERSIONS", 2)
    variant = ada.post(path, name="Only", options={})["info"]["id"]
    assert ada.refused(path, name="Second", options={}) == (403, "table/denied")
    ada.post(f"/api/variants/{variant}/versions", options={"dice": 2})
    assert ada.refused(f"/api/variants/{variant}/versions", options={"dice": 3}) == (403, "table/denied")
