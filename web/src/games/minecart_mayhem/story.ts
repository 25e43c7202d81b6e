/** What happened between two positions, as beats for the board to show one after another: causes before effects. */
import type { Move } from "../../net/api";
import type { Kind, Position } from "./position";
import { advance, collapse, laneOf, readCard, resolve, sceneOf, spotOf, type Card, type Scene, type Spot, type Trace } from "./scene";

export interface Roll {
  key: number; // tells one roll of a story from the next
  seat: number;
  kind: Kind;
  number: number;
  needs: number;
  isSuccess: boolean;
  spot: Spot | null; // where the card lay
}

/** A declared card on its target. */
export interface Token {
  key: string;
  kind: Kind;
  seat: number;
  spot: Spot;
}

export interface Beat {
  at: number; // milliseconds from the start
  act: "declare" | "roll" | "effect" | "collapse" | "advance" | "end";
  scene: Scene;
  tokens: readonly Token[];
  roll: Roll | null;
  traces: readonly Trace[];
}

/** What was done last, for the mark that stays. */
export interface Last {
  seat: number;
  deed: Kind | "lane" | "discard" | "pass";
  kind: Kind | null; // of a discarded card
  rolls: readonly Roll[];
  spots: readonly Spot[]; // where something changed
}

export interface Story {
  beats: readonly Beat[];
  length: number;
  last: Last | null;
}

const DECLARE = 280;
const ROLL = 480;
const EFFECT = 500;
const COLLAPSE = 400;
const ADVANCE = 440;
const SETTLE = 300;

export function tellStory(before: Position | null, moves: readonly Move[], after: Position): Story {
  const beats: Beat[] = [];
  let last = null as Last | null;
  let at = 0;
  const end = sceneOf(after);
  if (before && moves.length) {
    let scene = sceneOf(before);
    const plain = before.is_doubled ? after.odds : before.odds;
    let isDoubled = before.is_doubled;
    let seat = before.actor ?? 0;
    let declared: Card[] = before.declared.flatMap((card) => readCard(card.text) ?? []);
    const add = (act: Beat["act"], lasts: number, roll: Roll | null = null, traces: readonly Trace[] = []): void => {
      beats.push({ at, act, scene, tokens: tokensOf(scene, seat, declared), roll, traces });
      at += lasts;
    };
    for (const move of moves) {
      const text = move.text ?? "";
      if (move.actor !== null && move.actor !== undefined) {
        seat = move.actor;
        const card = readCard(text);
        const word = text.split(" ")[0];
        if (card) {
          const spot = spotOf(scene, card);
          // The second card of a Double is part of the same deed.
          last = { seat, deed: card.kind, kind: null, rolls: [], spots: spot ? [spot] : [] };
          if (!isDoubled) declared = [];
          declared = [...declared, card];
          add("declare", DECLARE);
        } else {
          isDoubled = word === "double";
          declared = [];
          last = { seat, deed: deedOf(word), kind: word === "discard" ? (text.split(" ")[1] as Kind) : null, rolls: [], spots: [] };
          if (word === "lane") last = { ...last, spots: spotsOfCart(end, seat) };
          at += word === "pass" ? 0 : SETTLE;
        }
      } else if (text.startsWith("roll ") && declared.length) {
        const [card, ...others] = declared;
        const number = Number(text.slice(5));
        const odds = (isDoubled ? before.odds_doubled : plain)[card.kind];
        const needs = odds?.needs ?? 0;
        const roll: Roll = {
          key: beats.length,
          seat,
          kind: card.kind,
          number,
          needs,
          isSuccess: number >= needs,
          spot: spotOf(scene, card),
        };
        add("roll", ROLL, roll);
        const change = resolve(scene, seat, card, roll.isSuccess);
        scene = change.scene;
        declared = others;
        add("effect", EFFECT, roll, change.traces);
        if (last) last = { ...last, rolls: [...last.rolls, roll], spots: [...last.spots, ...spotsOf(change.traces)] };
        if (!declared.length) isDoubled = false;
      } else if (text === "collapse") {
        declared = [];
        const fallen = collapse(scene);
        scene = fallen.scene;
        add("collapse", COLLAPSE, null, fallen.traces);
        const standing = scene.lanes.filter((lane) => lane.cart !== null).length;
        if (standing > 1 || after.phase !== "over") {
          const moved = advance(scene);
          scene = { ...moved.scene, torch: after.torch };
          add("advance", ADVANCE, null, moved.traces);
        }
      }
    }
  }
  beats.push({ at, act: "end", scene: end, tokens: declaredTokens(after, end), roll: null, traces: [] });
  return { beats, length: at, last };
}

/** The hand of a seat while the moves are shown: what it played is gone, what it drew is not yet there. */
export function handDuring(before: Position, moves: readonly Move[], seat: number): Kind[] | null {
  const hand = before.players[seat]?.hand;
  if (!hand) return null;
  const left = [...hand];
  for (const move of moves) {
    const [first, second] = (move.actor === seat ? (move.text ?? "") : "").split(" ");
    const at = left.indexOf((first === "discard" ? second : first) as Kind);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

function deedOf(word: string): Last["deed"] {
  return word === "lane" || word === "discard" || word === "double" ? word : "pass";
}

function tokensOf(scene: Scene, seat: number, cards: readonly Card[]): Token[] {
  return cards.flatMap((card, at) => {
    const spot = spotOf(scene, card);
    return spot ? [{ key: `${at}:${card.kind}:${spot.lane}:${spot.row}`, kind: card.kind, seat, spot }] : [];
  });
}

/** The cards that lie declared in a position, as while a Double waits for its second card. */
function declaredTokens(position: Position, scene: Scene): Token[] {
  return tokensOf(
    scene,
    position.actor ?? 0,
    position.declared.flatMap((card) => readCard(card.text) ?? []),
  );
}

function spotsOf(traces: readonly Trace[]): Spot[] {
  return traces.map((trace) => (trace.kind === "move" ? trace.to : trace.spot));
}

function spotsOfCart(scene: Scene, seat: number): Spot[] {
  const lane = laneOf(scene, seat);
  return lane ? [{ lane: lane.lane, row: lane.row }] : [];
}
