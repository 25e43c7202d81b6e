"""Random games by the rules of a module in any browser, against the same by machine code."""

import hashlib
from typing import Any

from benchmarks.engine import SEED, text_of

from motherlode.conformance.modules import Both
from motherlode.conformance.subject import random_action
from motherlode.core.streams import make_streams
from motherlode.core.wasm.desk import DESK
from motherlode.core.wasm.modules import module_path
from motherlode.core.wasm.running import sizes_of
from motherlode.table.game import Game


def walk(game: Game, num_positions: int) -> dict[str, Any]:
    """Random games, what is played in them, and a digest of all that the rules say of their positions."""
    both, random, told = Both(game), make_streams(SEED), hashlib.sha256()
    states, actions = game.new(), []
    for _ in range(num_positions):
        action = None if game.is_over(states) else random_action(game, states, random)
        told.update(both.told(states, action))
        actions.append(action)
        if action is None:
            states = game.new()
        else:
            game.apply_unchecked(states, action)
    return {
        "module": str(module_path(game.spec)),
        "sizes": sizes_of(game),
        "box": text_of(game.box),
        "start": text_of(game.new()),
        "random": text_of(both.random),
        "actor": game.spec.state.fields["to_act"][1],
        "actions": actions,
        "digest": told.hexdigest(),
        "desk": {name: DESK.fields[name][1] for name in DESK.names},
        "desk_bytes": DESK.itemsize,
    }


WALK = """(async (walks, compile) => {
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const REFUSALS = 3, STEP = 37, CHANCE = -1, OVER = -2;
  const walked = {};
  for (const [name, told] of Object.entries(walks)) {
    const { exports: run } = new WebAssembly.Instance(await compile(told.module));
    const desk = Math.ceil(run.__heap_base.value / 16) * 16;
    const room = (end) => {
      const missing = Math.ceil(end / 65536) - run.memory.buffer.byteLength / 65536;
      if (missing > 0) run.memory.grow(missing);
    };
    room(desk + told.desk_bytes);
    const view = () => new DataView(run.memory.buffer);
    for (const [size, value] of Object.entries(told.sizes)) view().setInt32(desk + told.desk[size], value, true);
    room(run.furnish(desk));
    const memory = new Uint8Array(run.memory.buffer), numbers = view(), sizes = told.sizes;
    const at = (array) => numbers.getInt32(desk + told.desk[array], true);
    const box = bytes(told.box), start = bytes(told.start), random = bytes(told.random);
    memory.set(box, at("box"));
    const parts = [];
    const number = (value) => parts.push(new Uint8Array(Int32Array.of(value).buffer));
    const take = (array, size) => parts.push(memory.slice(at(array), at(array) + size));
    let states = start;
    const put = (position) => memory.set(position, at("states"));
    const taken = () => memory.slice(at("states"), at("states") + start.length);
    for (const action of told.actions) {
      put(states);
      const actor = new DataView(states.buffer).getInt8(told.actor);
      if (actor >= 0) {
        const count = run.legal(desk, 0), first = numbers.getInt32(at("actions"), true);
        number(count);
        take("actions", 4 * count);
        for (let nth = 0; nth < REFUSALS; nth++) number(run.refuse(desk, 0, (first + nth * STEP) % sizes.num_actions));
      } else if (actor === CHANCE) {
        const count = run.chance(desk, 0);
        number(count);
        take("outcomes", 4 * count);
        take("weights", 8 * count);
      } else {
        number(run.outcome(desk, 0));
        take("points", 4 * sizes.seats);
      }
      run.scores(desk, 0);
      take("points", 4 * sizes.seats);
      run.evaluate(desk, 0);
      take("shares", 4 * sizes.seats);
      run.progress(desk, 0);
      take("shares", 4 * sizes.seats);
      for (let seat = 0; seat <= sizes.seats; seat++) {
        put(states);
        run.hide(desk, 0, seat);
        take("states", start.length);
        if (seat === sizes.seats) break;
        memory.fill(0, at("observation"), at("observation") + 4 * sizes.num_features);
        run.observe(desk, 0, seat);
        take("observation", 4 * sizes.num_features);
        memory.set(random, at("random"));
        run.resample(desk, 0, seat, 0);
        take("states", start.length);
        take("random", random.length);
      }
      if (action === null) {
        states = start;
        continue;
      }
      put(states);
      run.apply(desk, 0, action);
      take("states", start.length);
      states = taken();
    }
    const all = new Uint8Array(await new Blob(parts).arrayBuffer());
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", all));
    walked[name] = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("") === told.digest;
  }
  return walked;
})"""  # for any browser: the same positions by the module, and whether the rules say the same of them
