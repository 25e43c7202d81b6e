/** Whole games by the WebAssembly module, between players that are all the same, and what happened in each. */
import { Engine, type Ground } from "../engine/engine";
import type { Tool } from "../net/api";
import { Dice } from "./dice";

export interface Table {
  ground: Ground;
  /** Bytes of a position, and the one that says who acts. */
  stateBytes: number;
  toActAt: number;
  /** Where all seats stand in their order, or the first of them, once it is not below 0; empty: whoever acts first. */
  firstAt: readonly number[];
}

/** What happened in a game, as numbers. */
export interface Played {
  won: number[]; // by place in the order, the first player first: shares of the win
  length: number; // actions of all seats
  choices: number; // that a seat had, on average
  changes: number; // of who was ahead
  comeback: number; // 1: whoever won was not ahead at half of it
  even: number; // 1: nobody won alone
  capped: number; // 1: it was cut off
  best: number; // the highest score
  margin: number; // to the next one
}

const CHANCE = -1;
const OVER = -2;
const CAPPED = 2;
const SEARCHED = 48; // iterations of the short search
const TRIED = 1; // how often each action is tried by who looks one ahead
const [FOR_CHANCE, FOR_SEATS] = [1, 2];
const MOST_ACTIONS = 20_000; // more than any game of ours has
const SMALL = 1e-9;

export class Player {
  #engine: Engine;

  constructor(
    module: WebAssembly.Module,
    private readonly table: Table,
    private readonly tool: Tool,
    private readonly isHidden: boolean,
  ) {
    this.#engine = new Engine(module, table.ground);
  }

  /** One game, decided by its number and the seed alone. */
  play(seed: number, game: number): Played {
    const engine = this.#engine;
    const luck = new Dice(seed, game, FOR_CHANCE);
    const own = new Dice(seed, game, FOR_SEATS);
    engine.seed(BigInt(seed) * 1_000_003n + BigInt(game));
    engine.setUp();
    let length = 0;
    let choices = 0;
    let leader = -1;
    let order: number[] = [];
    let changes = 0;
    const leaders: number[] = [];
    for (let actions = 0; actions < MOST_ACTIONS; actions++) {
      const seat = engine.byteAt(this.table.toActAt);
      if (seat === OVER) break;
      if (!order.length) order = this.#order(seat);
      if (seat === CHANCE) {
        engine.apply(this.#draw(luck));
        continue;
      }
      const legal = engine.legal();
      length++;
      choices += legal.length;
      engine.apply(legal.length === 1 ? legal[0] : this.#choose(seat, legal, own, seed, game * 4096 + length));
      const ahead = this.#ahead();
      if (ahead >= 0 && ahead !== leader) {
        if (leader >= 0) changes++;
        leader = ahead;
      }
      leaders.push(leader);
    }
    const scores = engine.scores();
    const { how, winners } = engine.outcome();
    const sorted = [...scores].sort((one, other) => other - one);
    const half = leaders[Math.floor(leaders.length / 2)] ?? -1;
    const inOrder = order.length ? order : scores.map((_, seat) => seat);
    return {
      won: inOrder.map((seat) => (winners.includes(seat) ? 1 / winners.length : 0)),
      length,
      choices: length ? choices / length : 0,
      changes,
      comeback: winners.length > 0 && half >= 0 && !winners.includes(half) ? 1 : 0,
      even: winners.length === 1 ? 0 : 1,
      capped: how === CAPPED ? 1 : 0,
      best: sorted[0],
      margin: sorted.length > 1 ? sorted[0] - sorted[1] : 0,
    };
  }

  /** All seats in their order, as the position says it or as who acts first has it; none: it is not known yet. */
  #order(toAct: number): number[] {
    const { firstAt } = this.table;
    const told = firstAt.length ? firstAt.map((at) => this.#engine.byteAt(at)) : [toAct];
    if (Math.min(...told) < 0) return [];
    return this.#engine.scores().map((_, place, all) => told[place] ?? (told[0] + place) % all.length);
  }

  /** The first outcome whose weights add up to a share: more luck picks a later one, whatever the weights are. */
  #draw(luck: Dice): number {
    const { outcomes, weights } = this.#engine.chance();
    let left = luck.next() * weights.reduce((sum, weight) => sum + weight, 0);
    return outcomes[Math.max(0, weights.findIndex((weight) => (left -= weight) < 0))];
  }

  #choose(seat: number, legal: number[], own: Dice, seed: number, number: number): number {
    const other = legal[own.below(legal.length)];
    if (this.tool === "random") return other;
    const engine = this.#engine;
    const now = engine.take(this.table.stateBytes);
    if (this.tool === "search") {
      if (this.isHidden) engine.hide(seat);
      engine.plant(engine.take(this.table.stateBytes), seat, BigInt(seed) * 7_919n + BigInt(number));
      engine.grow(SEARCHED);
      const best = engine.find().choices[0]?.action ?? other;
      engine.put(now);
      return legal.includes(best) ? best : other;
    }
    if (this.isHidden) engine.guess(seat);
    const { actions, promises } = engine.tryActions(TRIED);
    engine.put(now);
    const most = Math.max(...promises);
    const best = actions.filter((action, at) => promises[at] > most - SMALL && legal.includes(action));
    return best.length ? best[own.below(best.length)] : other;
  }

  /** The only seat that has come furthest; below 0: none has. */
  #ahead(): number {
    const shares = this.#engine.progress();
    const most = Math.max(...shares);
    const first = shares.findIndex((share) => share > most - SMALL);
    return shares.every((share, seat) => seat === first || share < most - SMALL) ? first : -1;
  }
}
