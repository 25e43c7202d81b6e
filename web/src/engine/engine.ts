/** The WebAssembly module of a game: grows a tree from a position and says what it found. docs/wasm.md has the functions. */
import type { StudySettings } from "../net/protocol";
import { DESK, DESK_BYTES, NODE, NODE_BYTES, SETTINGS } from "./layout";

/** What is the same for all positions of a match. */
export interface Ground {
  sizes: Record<string, number>;
  settings: StudySettings;
  box: Uint8Array;
}

export interface Choice {
  action: number;
  visits: number;
  values: number[]; // by seat, from 0 to 1: about the chance to win
}

export interface Findings {
  iterations: number;
  actor: number; // the seat to act; below 0: chance
  values: number[]; // of the position, by seat
  choices: Choice[]; // the best first
  line: number[]; // how play is expected to go on, until chance decides
}

type Run = (...numbers: (number | bigint)[]) => number;

const NONE = -1;
const LEAST_VISITS = 4; // of an action in a line
const ALIGNMENT = 16;
const PAGE_BYTES = 65536;

export class Engine {
  #run: Record<string, Run>;
  #memory: WebAssembly.Memory;
  #desk: number;
  #seats: number;

  constructor(
    module: WebAssembly.Module,
    private readonly ground: Ground,
  ) {
    const { exports } = new WebAssembly.Instance(module);
    this.#run = exports as unknown as Record<string, Run>;
    this.#memory = exports.memory as WebAssembly.Memory;
    this.#seats = ground.sizes.seats;
    const free = (exports.__heap_base as WebAssembly.Global).value as number;
    this.#desk = Math.ceil(free / ALIGNMENT) * ALIGNMENT;
    this.#makeRoom(this.#desk + DESK_BYTES);
    for (const [name, size] of Object.entries(ground.sizes)) this.#view().setInt32(this.#desk + DESK[name as keyof typeof DESK], size, true);
    this.#makeRoom(this.#run.furnish(this.#desk));
    this.#bytes(this.#at("box"), ground.box.length).set(ground.box);
  }

  /** Begin with a position that is hidden for the seat; `seed` makes the search another one. */
  plant(position: Uint8Array, seat: number, seed: bigint): void {
    const { settings } = this.ground;
    this.#bytes(this.#at("states"), position.length).set(position);
    const view = this.#view();
    const start = this.#at("settings");
    view.setFloat64(start + SETTINGS.explore, settings.explore, true);
    view.setFloat64(start + SETTINGS.temperature, settings.temperature, true);
    view.setFloat64(start + SETTINGS.widen, settings.widen, true);
    view.setBigInt64(start + SETTINGS.rollout, BigInt(settings.rollout), true);
    view.setBigInt64(start + SETTINGS.observer, BigInt(seat), true);
    view.setBigInt64(start + SETTINGS.is_hidden, settings.is_hidden ? 1n : 0n, true);
    view.setBigInt64(start + SETTINGS.is_blanked, settings.is_blanked ? 1n : 0n, true);
    view.setBigInt64(start + SETTINGS.num_sides, BigInt(settings.num_sides), true);
    this.#run.seed(this.#desk, 0, seed, 0);
    this.#run.plant(this.#desk);
  }

  /** Grow the tree; how many nodes it has then. */
  grow(iterations: number): number {
    return this.#run.search(this.#desk, iterations);
  }

  /** What is known by now. */
  find(): Findings {
    const children = this.#children(0);
    const choices = children.map((node) => ({ action: this.#field(node, "action"), visits: this.#field(node, "visits"), values: this.#means(node) }));
    const actor = children.length ? this.#field(children[0], "actor") : 0;
    choices.sort((one, other) => other.visits - one.visits || other.values[actor] - one.values[actor] || one.action - other.action);
    return { iterations: this.#field(0, "visits"), actor, values: this.#means(0), choices, line: this.#line(choices[0]?.action) };
  }

  /** The bytes of the whole tree: its nodes and their values. */
  tree(): { nodes: Uint8Array; values: Uint8Array } {
    const used = Number(this.#view().getBigInt64(this.#at("settings") + SETTINGS.used, true));
    return { nodes: this.#bytes(this.#at("nodes"), used * NODE_BYTES).slice(), values: this.#bytes(this.#at("values"), used * 4 * this.#seats).slice() };
  }

  /** Random games on the first position, from the stream as it is; how many actions. */
  playOut(games: number): number {
    return this.#run.random_games(this.#desk, games);
  }

  // Whole games, step by step: what is measured of a game is played so.

  /** The position before anything happened. */
  setUp(): void {
    this.#run.setup(this.#desk, 0);
  }

  /** A copy of the first position, and back. */
  take(size: number): Uint8Array {
    return this.#bytes(this.#at("states"), size).slice();
  }

  put(position: Uint8Array): void {
    this.#bytes(this.#at("states"), position.length).set(position);
  }

  /** One signed byte of the first position: where a game says who acts. */
  byteAt(offset: number): number {
    return this.#view().getInt8(this.#at("states") + offset);
  }

  seed(number: bigint): void {
    this.#run.seed(this.#desk, 0, number, 0);
  }

  legal(): number[] {
    return this.#numbers("actions", this.#run.legal(this.#desk, 0));
  }

  /** What chance may do, and by which weights. */
  chance(): { outcomes: number[]; weights: number[] } {
    const count = this.#run.chance(this.#desk, 0);
    const view = this.#view();
    const start = this.#at("weights");
    return { outcomes: this.#numbers("outcomes", count), weights: Array.from({ length: count }, (_, at) => Number(view.getBigInt64(start + 8 * at, true))) };
  }

  apply(number: number): void {
    this.#run.apply(this.#desk, 0, number);
  }

  /** Blank what a seat may not know. */
  hide(seat: number): void {
    this.#run.hide(this.#desk, 0, seat);
  }

  /** Blank what a seat may not know, then fill it by guessing: a world that looks the same to the seat. */
  guess(seat: number): void {
    this.hide(seat);
    this.#run.resample(this.#desk, 0, seat, 0);
  }

  /** Every action of the seat to act, and what it promises when chance has acted after it. */
  tryActions(samples: number): { actions: number[]; promises: number[] } {
    const count = this.#run.try_actions(this.#desk, samples);
    const view = this.#view();
    const start = this.#at("promises");
    return { actions: this.#numbers("actions", count), promises: Array.from({ length: count }, (_, at) => view.getFloat64(start + 8 * at, true)) };
  }

  /** How far each seat has come, from 0 to 1. */
  progress(): number[] {
    this.#run.progress(this.#desk, 0);
    const view = this.#view();
    const start = this.#at("shares");
    return Array.from({ length: this.#seats }, (_, seat) => view.getFloat32(start + 4 * seat, true));
  }

  scores(): number[] {
    this.#run.scores(this.#desk, 0);
    return this.#numbers("points", this.#seats);
  }

  /** How a game that is over ended, and which seats won it. */
  outcome(): { how: number; winners: number[] } {
    const how = this.#run.outcome(this.#desk, 0);
    return { how, winners: this.#numbers("points", this.#seats).flatMap((won, seat) => (won ? [seat] : [])) };
  }

  #numbers(name: "actions" | "outcomes" | "points", count: number): number[] {
    const view = this.#view();
    const start = this.#at(name);
    return Array.from({ length: count }, (_, at) => view.getInt32(start + 4 * at, true));
  }

  #line(first: number | undefined): number[] {
    const line: number[] = [];
    let wanted = this.#children(0).find((node) => this.#field(node, "action") === first);
    while (wanted !== undefined && this.#field(wanted, "actor") >= 0 && (!line.length || this.#field(wanted, "visits") >= LEAST_VISITS)) {
      line.push(this.#field(wanted, "action"));
      const children = this.#children(wanted);
      wanted = children.length ? children.reduce((best, node) => (this.#field(node, "visits") > this.#field(best, "visits") ? node : best)) : undefined;
    }
    return line;
  }

  #means(node: number): number[] {
    const view = this.#view();
    const visits = Math.max(1, this.#field(node, "visits"));
    return Array.from({ length: this.#seats }, (_, seat) => view.getFloat32(this.#at("values") + 4 * (node * this.#seats + seat), true) / visits);
  }

  #children(node: number): number[] {
    const found: number[] = [];
    for (let child = this.#field(node, "first"); child !== NONE; child = this.#field(child, "following")) found.push(child);
    return found;
  }

  #field(node: number, name: keyof typeof NODE): number {
    return this.#view().getInt32(this.#at("nodes") + node * NODE_BYTES + NODE[name], true);
  }

  #at(name: keyof typeof DESK): number {
    return this.#view().getInt32(this.#desk + DESK[name], true);
  }

  // Memory moves when it grows, so nobody keeps a view of it.
  #view(): DataView {
    return new DataView(this.#memory.buffer);
  }

  #bytes(address: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, address, length);
  }

  #makeRoom(end: number): void {
    const missing = Math.ceil(end / PAGE_BYTES) - this.#memory.buffer.byteLength / PAGE_BYTES;
    if (missing > 0) this.#memory.grow(missing);
  }
}

/** The findings of several trees of one position, as one. */
export function merge(all: Findings[]): Findings {
  if (all.length === 1) return all[0];
  const iterations = all.reduce((sum, one) => sum + one.iterations, 0);
  const mean = (parts: { visits: number; values: number[] }[]): number[] => {
    const visits = Math.max(1, parts.reduce((sum, part) => sum + part.visits, 0));
    return parts[0].values.map((_, seat) => parts.reduce((sum, part) => sum + part.values[seat] * part.visits, 0) / visits);
  };
  const actions = new Map<number, Choice[]>();
  for (const choice of all.flatMap((one) => one.choices)) actions.set(choice.action, [...(actions.get(choice.action) ?? []), choice]);
  const choices = [...actions].map(([action, parts]) => ({ action, visits: parts.reduce((sum, part) => sum + part.visits, 0), values: mean(parts) }));
  choices.sort((one, other) => other.visits - one.visits || one.action - other.action);
  const best = all.find((one) => one.line[0] === choices[0]?.action) ?? all[0];
  return { iterations, actor: all[0].actor, values: mean(all.map((one) => ({ visits: one.iterations, values: one.values }))), choices, line: best.line };
}
