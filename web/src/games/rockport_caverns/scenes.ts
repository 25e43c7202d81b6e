/**
 * What happened, one thing after another. The server tells what was done and what each die showed, and the position after
 * all of it; here the moments between are worked out, so that causes can be shown before their effects.
 */
import type { Move } from "../../net/api";
import { EVENTS, findHex, type Position } from "./position";

/** What changes during a turn, as the board shows it at one moment. */
export interface Scene {
  here: string | null;
  friend: string | null;
  bear: string | null;
  life: number;
  friendLife: number;
  left: number;
  stored: number;
  rerolls: number;
  water: number;
  event: number; // the face of the event die, 0 for none
  rocks: Readonly<Record<string, number>>; // by hex
}

export type Beat = { ms: number; scene: Scene } & (
  | { kind: "step"; from: string; to: string; isClimb: boolean }
  | { kind: "slide"; from: string; to: string | null }
  | { kind: "rest" }
  | { kind: "store" }
  | { kind: "reroll" }
  | { kind: "event"; face: number }
  | { kind: "effect"; face: number }
  | { kind: "row"; face: number }
  | { kind: "rock"; row: number; face: number; hex: string | null; isBlocked: boolean }
  | { kind: "start"; face: number; hex: string }
  | { kind: "cry"; face: number }
  | { kind: "found"; face: number; hex: string }
  | { kind: "bear"; face: number; from: string; to: string }
  | { kind: "water"; isRising: boolean; flooded: number }
  | { kind: "end" }
);

const TIMES: Record<Beat["kind"], number> = {
  step: 360,
  slide: 520,
  rest: 420,
  store: 320,
  reroll: 520,
  event: 850,
  effect: 520,
  row: 430,
  rock: 640,
  start: 500,
  cry: 700,
  found: 800,
  bear: 620,
  water: 720,
  end: 700,
};

export function sceneOf(position: Position): Scene {
  return {
    here: position.character.place,
    friend: position.friend.place,
    bear: position.bear,
    life: position.character.life,
    friendLife: position.friend.life,
    left: position.character.left,
    stored: position.character.stored,
    rerolls: position.rerolls.left,
    water: position.water.filled,
    event: position.event === null ? 0 : EVENTS.indexOf(position.event as (typeof EVENTS)[number]),
    rocks: Object.fromEntries(position.hexes.flatMap((hex) => (hex.rocks ? [[hex.name, hex.rocks]] : []))),
  };
}

/** The moments from one position to the next; none where nothing can be told. */
export function scenes(before: Position | null, moves: readonly Move[], after: Position): Beat[] {
  if (before === null || before.title !== after.title || before.round > after.round) return [];
  const telling = new Telling(before, after);
  for (const move of moves) telling.tell(move.text ?? "");
  telling.close();
  return telling.beats;
}

export function lengthOf(beats: readonly Beat[]): number {
  return beats.reduce((sum, beat) => sum + beat.ms, 0);
}

type Telltale = Beat extends infer One ? (One extends Beat ? Omit<One, "ms" | "scene"> : never) : never;

class Telling {
  readonly beats: Beat[] = [];
  private now: Scene;
  private row: number; // that the last row die showed

  constructor(
    private readonly before: Position,
    private readonly after: Position,
  ) {
    this.now = sceneOf(before);
    this.row = before.row_die ?? 0; // where every die is a step of its own
  }

  tell(text: string): void {
    const words = text.split(" ");
    const last = words[words.length - 1];
    const face = Number(last);
    if (words[0] === "go" || words[0] === "lead") this.step(last, words[0] === "lead");
    else if (text === "pass") this.rest();
    else if (text === "store") this.show({ kind: "store" }, { stored: this.now.stored + 1, left: 0 });
    else if (text === "re-roll") {
      this.show({ kind: "reroll" }, { rerolls: this.now.rerolls - 1, event: 1 });
      this.resolve();
    } else if (text === "keep") this.resolve();
    else if (words[0] === "slide") this.slide();
    else if (words[0] === "event") this.roll(face);
    else if (words[0] === "row") {
      this.row = face;
      this.show({ kind: "row", face });
    } else if (words[0] === "column") this.fall(face);
    else if (words[0] === "start") this.show({ kind: "start", face, hex: `start-${face}` }, { here: `start-${face}` });
    else if (text.startsWith("friend row")) this.show({ kind: "cry", face });
    else if (words[0] === "friend") this.find(face);
    else if (words[0] === "bear") this.prowl(face);
  }

  /** What follows of itself: the next round's water, and the end. */
  close(): void {
    const { before, after } = this;
    const isRising = after.water.filled > before.water.filled;
    if (after.round > before.round || isRising) {
      const flooded = after.rows.find((row) => row.is_flooded && !before.rows.find((old) => old.row === row.row)?.is_flooded);
      this.show({ kind: "water", isRising, flooded: flooded?.row ?? 0 }, { water: after.water.filled, event: 0 });
    }
    if (after.is_over && !before.is_over) this.show({ kind: "end" });
    // Whatever was not worked out is right in the end.
    const last = this.beats.at(-1);
    if (last) last.scene = sceneOf(after);
  }

  private show(what: Telltale, changes: Partial<Scene> = {}): void {
    this.now = { ...this.now, ...changes };
    this.beats.push({ ...what, ms: TIMES[what.kind], scene: this.now } as Beat);
  }

  private get isTogether(): boolean {
    return this.now.friend !== null && this.now.friend === this.now.here;
  }

  private lives(by: number, isBoth: boolean): Partial<Scene> {
    const most = this.before.character.most_life;
    return {
      life: Math.min(this.now.life + by, most),
      friendLife: isBoth ? Math.min(this.now.friendLife + by, most) : this.now.friendLife,
    };
  }

  private pay(price: number): Partial<Scene> {
    const fromTurn = Math.min(price, this.now.left);
    return { left: this.now.left - fromTurn, stored: Math.max(0, this.now.stored - (price - fromTurn)) };
  }

  /** Lives that it costs to come to a hex: the marked row and the bear. */
  private arrival(to: string): number {
    const [from, hex] = [findHex(this.before, this.now.here), findHex(this.before, to)];
    const isMarked = this.before.rows.some((row) => row.is_marked && row.row === hex?.row && row.row !== from?.row);
    return Number(isMarked) + Number(this.now.bear === to);
  }

  private step(to: string, isLead: boolean): void {
    const from = this.now.here ?? to;
    const step = this.before.steps.find((one) => one.place === to);
    const price = step ? (isLead ? step.cost_with_friend : step.cost) : 1;
    const life = this.now.life - this.arrival(to);
    this.show(
      { kind: "step", from, to, isClimb: step?.is_climb ?? false },
      { here: to, friend: isLead ? to : this.now.friend, life, ...this.pay(price) },
    );
  }

  private rest(): void {
    this.show({ kind: "rest" }, { ...this.lives(1, this.isTogether), ...this.pay(2) });
  }

  private roll(face: number): void {
    this.show({ kind: "event", face }, { event: face, left: 0 });
    const isAsked = face !== 1 && this.now.rerolls > 0;
    if (!isAsked) this.resolve();
  }

  /** What the event does; its rocks have dice of their own. */
  private resolve(): void {
    const face = this.now.event;
    if (face === 1) this.show({ kind: "effect", face }, this.lives(1, this.isTogether));
    else if (face === 2) this.show({ kind: "effect", face }, this.lives(-1, this.isTogether));
    else if (face === 4) this.show({ kind: "effect", face });
    else if (face === 5 && this.after.phase !== "slide") this.slide();
  }

  private slide(): void {
    const from = this.now.here ?? "";
    const to = this.after.character.place ?? from; // after a slide only the bear moves
    const life = this.now.life - (to === from ? 0 : this.arrival(to));
    this.show({ kind: "slide", from, to: to === from ? null : to }, { here: to, friend: this.isTogether ? to : this.now.friend, life });
  }

  private fall(face: number): void {
    const hex = this.before.hexes.find((one) => one.row === this.row && one.column === face);
    const count = hex ? (this.now.rocks[hex.name] ?? 0) : 0;
    if (!hex || count >= hex.capacity) {
      this.show({ kind: "rock", row: this.row, face, hex: null, isBlocked: false });
      return;
    }
    this.show(
      { kind: "rock", row: this.row, face, hex: hex.name, isBlocked: count + 1 >= hex.capacity },
      {
        rocks: { ...this.now.rocks, [hex.name]: count + 1 },
        life: this.now.life - Number(this.now.here === hex.name),
        friendLife: this.now.friendLife - Number(this.now.friend === hex.name),
      },
    );
  }

  private find(face: number): void {
    const hex = this.after.friend.place;
    if (hex !== null) this.show({ kind: "found", face, hex }, { friend: hex });
  }

  private prowl(face: number): void {
    const [from, to] = [this.now.bear ?? "", this.after.bear ?? ""];
    const bites = from !== to && to === this.now.here;
    this.show({ kind: "bear", face, from, to }, { bear: to, event: 0, life: this.now.life - Number(bites) });
  }
}
