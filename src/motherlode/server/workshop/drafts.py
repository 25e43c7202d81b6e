"""Drafts: what of a game may be changed, by the structs that read its TOML, and what is wrong with a draft, where."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from motherlode.bots import names_of
from motherlode.core.contract import CHANCE, GameSpec, Records
from motherlode.core.errors import BadInput, MotherlodeError
from motherlode.core.options import WHERE, changed_options, default_options, describe_options, read_data
from motherlode.core.registry import check_seats
from motherlode.core.ruleset import OPTIONS, Ruleset
from motherlode.server.protocol.variants import Checked, Design, DesignField, Draft, Fault
from motherlode.server.study.analysing import draw
from motherlode.server.study.studying import ground_of
from motherlode.server.tables.telling import encode
from motherlode.table.game import find

MAX_FAULTS = 40
MAX_DEALT = 400  # draws of chance before a seat is to act, for the picture of a draft
PICTURE = -7  # the draws that every picture is made with
BAD_OPTION = re.compile(r"^bad option (?P<name>\w+)(=.*?)?: (?P<why>.*?)(, in \w+)?$", re.DOTALL)
BAD_CARD = re.compile(r"^card (?P<label>.+?), field '(?P<field>[^']+)': (?P<why>.*)$", re.DOTALL)
BAD_HEX = re.compile(r"^hex row (?P<row>\S+), across (?P<across>\S+), field '(?P<field>\w+)': (?P<why>.*)$", re.DOTALL)
BAD_FIELD = re.compile(r"^field '(?P<field>\w+)': (?P<why>.*)$", re.DOTALL)


# The schema


def inlined(schema: Any, known: Mapping[str, Any]) -> Any:
    """A JSON Schema with every definition where it is referred to; ours never refer to themselves."""
    if isinstance(schema, list):
        return [inlined(each, known) for each in schema]
    if not isinstance(schema, dict):
        return schema
    known = {**known, **schema.get("$defs", {})}
    if "$ref" in schema:
        return inlined(known[schema["$ref"].rpartition("/")[2]], known)
    return {key: inlined(each, known) for key, each in schema.items() if key != "$defs"}


def design_of(spec: GameSpec, is_measured: bool) -> Design:
    """What may be changed about a game, what it is made of, and whether the server measures changes."""
    known = msgspec.json.schema(spec.options).get("$defs", {})
    data = read_data(Path(spec.folder) / "data")
    return Design(
        game=spec.name,
        title=spec.title,
        rules=spec.version,
        fewest_seats=spec.seats[0],
        most_seats=spec.seats[1],
        bots=names_of(spec),
        fields=[
            DesignField(each["name"], each["default"], each["meaning"], inlined(each["schema"], known))
            for each in describe_options(spec)
        ],
        data={name: content for name, content in data.items() if name != OPTIONS},
        is_measured=is_measured,
    )


# What is wrong


def without_nothing(value: Any) -> Any:
    """Options without what is null in them: a designer's file has no word for it, so it means the usual."""
    if isinstance(value, dict):
        return {key: without_nothing(each) for key, each in value.items() if each is not None}
    return [without_nothing(each) for each in value] if isinstance(value, list) else value


def find_faults(spec: GameSpec, given: Mapping[str, Any], seats: int) -> list[Fault]:
    """What is wrong with the options of a draft: each fault at its field, as many as can be told at once."""
    fields = {field.name: field for field in msgspec.structs.fields(spec.options)}
    faults = [Fault(name[:60], "there is no such option") for name in given if name not in fields]
    values = {**default_options(spec), **{name: value for name, value in given.items() if name in fields}}
    for name, field in fields.items():
        if name in given:
            try:
                msgspec.convert(values[name], field.type, strict=False)
            except msgspec.ValidationError as error:
                faults.append(_read_validation(str(error), name))
    if faults:
        return faults[:MAX_FAULTS]
    try:
        options = msgspec.convert(values, spec.options, strict=False)
    except msgspec.ValidationError as error:
        return [_read_validation(str(error), "")]
    try:
        spec.build_box(options, seats)
    except BadInput as error:
        first = _read_refusal(str(error), values)
        return [first, *_more_items(spec, values, seats, first)][:MAX_FAULTS]
    return []


def _more_items(spec: GameSpec, values: Mapping[str, Any], seats: int, first: Fault) -> Iterator[Fault]:
    """Where one item of a list is refused: the faults of the items behind it, each looked at alone."""
    found = re.match(r"(\w+)\[(\d+)\]", first.path)
    if found is None:
        return
    name, items = found[1], values[found[1]]
    for index in range(int(found[2]) + 1, len(items)):
        try:
            alone = {**values, name: [items[index]]}
            spec.build_box(msgspec.convert(alone, spec.options, strict=False), seats)
        except BadInput as error:
            fault = _read_refusal(str(error), alone)
            if fault.path.startswith(f"{name}[0]"):
                yield Fault(fault.path.replace("[0]", f"[{index}]", 1), fault.why)
        except msgspec.ValidationError:
            continue


def _read_validation(text: str, name: str) -> Fault:
    """What msgspec says, with the path below an option; our own checks across fields say `field: reason`."""
    where = WHERE.search(text)
    path, why = where["path"] if where else "", WHERE.sub("", text).replace("`", "")
    if not name and not path and ": " in why:
        path, why = why.split(": ", 1)
    missing = re.search(r"(?:required|unknown) field (\w+)", why)
    full = f"{name}{'' if not path or path.startswith('[') or not name else '.'}{path}"
    if missing:
        full = f"{full}.{missing[1]}".lstrip(".")
    return Fault(full, _sentence(why))


def _read_refusal(text: str, values: Mapping[str, Any]) -> Fault:
    """What a game says about its box: which option, and where in it."""
    refused = BAD_OPTION.match(text)
    if refused is None:
        return Fault("", _sentence(text))
    name, why = refused["name"], refused["why"]
    if card := BAD_CARD.match(why):
        return Fault(f"{name}[{_find_card(values.get(name), card['label'])}].{card['field']}", _sentence(card["why"]))
    if hex_ := BAD_HEX.match(why):
        hexes = values[name]["hexes"]
        found = [str(each.get("row")) == hex_["row"] and str(each.get("across")) == hex_["across"] for each in hexes]
        # of two hexes in one spot the second one is refused
        index = len(found) - 1 - found[::-1].index(True) if "is taken" in hex_["why"] else found.index(True)
        return Fault(f"{name}.hexes[{index}].{hex_['field']}", _sentence(hex_["why"]))
    if field := BAD_FIELD.match(why):
        return Fault(f"{name}.{field['field']}", _sentence(field["why"]))
    return Fault(name, _sentence(why))


def _find_card(cards: Any, label: str) -> int:
    """The index of the card that an error names, by its name or its number; of two with one name the last."""
    if label.isdigit():
        return int(label) - 1
    name = label[1:-1]
    found = [index for index, card in enumerate(cards) if isinstance(card, dict) and card.get("name") == name]
    return found[-1] if found else 0


def _sentence(why: str) -> str:
    return why[:1].lower() + why[1:]


# As it would be played


def check(spec: GameSpec, draft: Draft) -> Checked:
    """A draft as the rules see it: what is wrong with it, or what it looks like at the start."""
    seats = check_seats(spec, spec.seats[0] if draft.seats is None else draft.seats)
    given = without_nothing(draft.options)
    faults = find_faults(spec, given, seats)
    game = None
    if not faults:
        try:
            game = find(spec.name, seats, **given)
        except MotherlodeError as error:
            faults = [Fault("", str(error))]
    if game is None:
        return Checked(faults, seats, draft.options, None, "", None, None)
    options = changed_options(spec, game.options)
    show = getattr(spec.views, "catalogue", None)
    pieces = None if show is None else msgspec.to_builtins(show(game.box))
    now = dealt(game)
    told = Checked(
        faults=[],
        seats=seats,
        options=options,
        ruleset=game.digest,
        toml=write_toml(options, f"A variant of {spec.title}. Play it with --data FILE."),
        position=msgspec.Raw(encode(spec.views.view(game.box, now))),
        pieces=pieces,
    )
    if not draft.has_ground:
        return told
    assert spec.state.fields is not None
    return msgspec.structs.replace(
        told,
        ground=ground_of(game),
        state_bytes=spec.state.itemsize,
        to_act_at=spec.state.fields["to_act"][1],
        first_at=order_at(game),
    )


def order_at(game: Ruleset) -> list[int]:
    """Where in a position all seats stand in their order, or the first of them; nowhere: who acts first is."""
    field = game.spec.order_field
    if field is None or game.spec.state.fields is None:
        return []
    start, is_list = game.spec.state.fields[field][1], game.spec.state[field].shape != ()
    return [start + rank for rank in range(game.seats if is_list else 1)]


def dealt(game: Ruleset) -> Records:
    """How a match of it may begin: chance has acted until a seat is to act, always in the same way."""
    states = game.new()
    for _ in range(MAX_DEALT):
        if game.to_act(states) != CHANCE:
            break
        game.apply_unchecked(states, draw(game, states, PICTURE))
    return states


def playable_seats(spec: GameSpec, options: Mapping[str, Any]) -> list[int]:
    """The numbers of players that a game with these options can be played with."""
    return [seats for seats in range(spec.seats[0], spec.seats[1] + 1) if not find_faults(spec, options, seats)]


# The designer's file


def write_toml(options: Mapping[str, Any], heading: str) -> str:
    """Options as a designer's file; what is nothing is left out, as TOML has no word for it."""
    lines = [f"# {heading}", ""]
    lines += [f"{name} = {_toml(value)}" for name, value in options.items() if value is not None]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        pairs = [f"{_key(key)} = {_toml(each)}" for key, each in value.items() if each is not None]
        return f"{{ {', '.join(pairs)} }}" if pairs else "{}"
    if isinstance(value, list | tuple):
        many = len(value) > 1 and isinstance(value[0], Mapping)
        return f"[{f',{chr(10)}  '.join(map(_toml, value)) if many else ', '.join(map(_toml, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key)
