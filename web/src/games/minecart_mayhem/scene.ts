/**
 * What lies and stands in the cave, and what one card does to it. The server knows the rules; this follows them only to
 * show the steps between two positions and where a card would lead, and the position always has the last word.
 */
import type { Kind, Position } from "./position";

/** A place in the cave: lanes and rows count from 1. */
export interface Spot {
  lane: number;
  row: number;
}

export interface SceneLane {
  lane: number;
  cart: number | null;
  row: number; // of the cart
  back: number;
  front: number;
  stones: Readonly<Record<number, number>>; // stalactites on each row that has some
}

export interface Scene {
  lanes: readonly SceneLane[];
  torch: number;
}

/** A card with its target. Which field says the target depends on the kind. */
export interface Card {
  kind: Kind;
  lane?: number;
  end?: "front" | "back";
  row?: number;
  seat?: number;
}

/** What is to be seen of a change. */
export type Trace =
  | { kind: "laid" | "blast" | "stone" | "break"; spot: Spot }
  | { kind: "move"; seat: number; from: Spot; to: Spot }
  | { kind: "out"; seat: number; spot: Spot };

export interface Change {
  scene: Scene;
  traces: readonly Trace[];
}

export function sceneOf(position: Position): Scene {
  return {
    torch: position.torch,
    lanes: position.lanes.map((lane) => ({
      lane: lane.lane,
      cart: lane.cart,
      row: lane.cart_row ?? 0,
      back: lane.rails[0]?.row ?? 0,
      front: lane.rails.at(-1)?.row ?? 0,
      stones: Object.fromEntries(lane.rails.filter((rail) => rail.stalactites).map((rail) => [rail.row, rail.stalactites])),
    })),
  };
}

/** The card that an action's words declare: "dynamite on back of lane 1"; null for other words. */
export function readCard(text: string): Card | null {
  let found = /^rail on lane (\d+)$/.exec(text);
  if (found) return { kind: "rail", lane: Number(found[1]) };
  found = /^dynamite on (front|back) of lane (\d+)$/.exec(text);
  if (found) return { kind: "dynamite", end: found[1] as "front" | "back", lane: Number(found[2]) };
  found = /^stalactite on lane (\d+) row (\d+)$/.exec(text);
  if (found) return { kind: "stalactite", lane: Number(found[1]), row: Number(found[2]) };
  found = /^(rocket on|swap with) cart (\d+)$/.exec(text);
  if (found) return { kind: found[1] === "rocket on" ? "rocket" : "swap", seat: Number(found[2]) - 1 };
  return null;
}

export function laneOf(scene: Scene, seat: number | null): SceneLane | undefined {
  return seat === null ? undefined : scene.lanes.find((lane) => lane.cart === seat);
}

/** Where a declared card lies. */
export function spotOf(scene: Scene, card: Card): Spot | null {
  const lane = card.seat === undefined ? scene.lanes[(card.lane ?? 0) - 1] : laneOf(scene, card.seat);
  if (!lane || lane.cart === null) return null;
  if (card.kind === "rail") return { lane: lane.lane, row: lane.front + 1 };
  if (card.kind === "dynamite") return { lane: lane.lane, row: card.end === "front" ? lane.front : lane.back };
  return { lane: lane.lane, row: card.kind === "stalactite" ? card.row! : lane.row };
}

/** Put changed lanes into a scene. */
function withLanes(scene: Scene, ...changed: SceneLane[]): Scene {
  return { ...scene, lanes: scene.lanes.map((lane) => changed.find((other) => other.lane === lane.lane) ?? lane) };
}

function emptied(lane: SceneLane): SceneLane {
  return { ...lane, cart: null, row: 0, back: 0, front: 0, stones: {} };
}

function withStones(lane: SceneLane, row: number, more: number): SceneLane {
  const { [row]: there = 0, ...rest } = lane.stones;
  return { ...lane, stones: there + more > 0 ? { ...rest, [row]: there + more } : rest };
}

/** What the card of a seat does when it succeeds, or when it fails. */
export function resolve(scene: Scene, seat: number, card: Card, isSuccess: boolean): Change {
  const own = laneOf(scene, seat);
  const target = card.seat === undefined ? scene.lanes[(card.lane ?? 0) - 1] : laneOf(scene, card.seat);
  const nothing: Change = { scene, traces: [] };
  if (!target || target.cart === null) return nothing;
  if (card.kind === "dynamite") {
    const lane = isSuccess ? target : own;
    return lane ? blast(scene, lane, card.end === "front") : nothing;
  }
  if (card.kind === "stalactite") {
    const lane = isSuccess ? target : own;
    const row = card.row!;
    if (!lane || row < lane.back || row > lane.front) return nothing;
    return { scene: withLanes(scene, withStones(lane, row, 1)), traces: [{ kind: "stone", spot: { lane: lane.lane, row } }] };
  }
  if (!isSuccess) return nothing;
  if (card.kind === "rail") {
    const row = target.front + 1;
    return { scene: withLanes(scene, { ...target, front: row }), traces: [{ kind: "laid", spot: { lane: target.lane, row } }] };
  }
  if (card.kind === "rocket") return push(scene, target);
  if (!own || own === target) return nothing;
  const [here, there] = [spotOfCart(own), spotOfCart(target)];
  return {
    scene: withLanes(
      scene,
      { ...own, cart: target.cart, row: own.row },
      { ...target, cart: own.cart, row: target.row },
    ),
    traces: [
      { kind: "move", seat, from: here, to: there },
      { kind: "move", seat: target.cart, from: there, to: here },
    ],
  };
}

function spotOfCart(lane: SceneLane): Spot {
  return { lane: lane.lane, row: lane.row };
}

/** The rail at an end goes, with what is on it. */
function blast(scene: Scene, lane: SceneLane, isFront: boolean): Change {
  const row = isFront ? lane.front : lane.back;
  const spot = { lane: lane.lane, row };
  if (lane.row === row) {
    return {
      scene: withLanes(scene, emptied(lane)),
      traces: [
        { kind: "blast", spot },
        { kind: "out", seat: lane.cart!, spot },
      ],
    };
  }
  const { [row]: _, ...stones } = lane.stones;
  const shorter = { ...lane, stones, back: isFront ? lane.back : row + 1, front: isFront ? row - 1 : lane.front };
  return { scene: withLanes(scene, shorter), traces: [{ kind: "blast", spot }] };
}

/** A cart tries to move on by one row. */
function push(scene: Scene, lane: SceneLane): Change {
  const from = spotOfCart(lane);
  const to = { lane: lane.lane, row: lane.row + 1 };
  if (lane.stones[to.row]) {
    return { scene: withLanes(scene, withStones(lane, to.row, -1)), traces: [{ kind: "break", spot: to }] };
  }
  if (to.row > lane.front) {
    return { scene: withLanes(scene, emptied(lane)), traces: [{ kind: "out", seat: lane.cart!, spot: to }] };
  }
  return {
    scene: withLanes(scene, { ...lane, row: to.row }),
    traces: [{ kind: "move", seat: lane.cart!, from, to }],
  };
}

/** The first half of the end of a round: every lane loses its back rail. */
export function collapse(scene: Scene): Change {
  return together(scene, (now, lane) => blast(now, lane, false));
}

/** The second half: every cart moves on. */
export function advance(scene: Scene): Change {
  return together(scene, push);
}

function together(scene: Scene, change: (scene: Scene, lane: SceneLane) => Change): Change {
  const traces: Trace[] = [];
  let now = scene;
  for (const lane of scene.lanes) {
    if (lane.cart === null) continue;
    const next = change(now, lane);
    now = next.scene;
    traces.push(...next.traces);
  }
  return { scene: now, traces };
}

/** The lowest row with a rail, and the highest where one may be laid. */
export function rowsOf(scene: Scene): [number, number] {
  const used = scene.lanes.filter((lane) => lane.cart !== null);
  if (!used.length) return [1, 0];
  return [Math.min(...used.map((lane) => lane.back)), Math.max(...used.map((lane) => lane.front + 1))];
}
