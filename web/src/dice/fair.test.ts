import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import type { Proof, Update } from "../net/api";
import { checkProof, draw, keep, keyOf, recall, sealOf, witness, type Kept, type Rules, type Step } from "./fair";

const seed = "11".repeat(32);
const numbers = ["22".repeat(32), "33".repeat(32)];
const commitment = bytesToHex(sha256(hexToBytes(seed)));
const base = { table: "t", commitment, seed, numbers };
const kept: Kept = { commitment, numbers: { 0: numbers[0] }, seals: numbers.map(sealOf) };
const WEIGHTS = [1, 1, 1, 1, 1, 1];

/** A game of three dice and an action: chance, chance, seat 0, chance. */
const actors = [null, null, 0, null];
const honest = (): { proof: Proof; frames: Step[] } => {
  const key = keyOf({ ...base, draws: [] });
  const draws = actors.flatMap((actor, step) => {
    const picked = draw(key, "t", step, WEIGHTS);
    return actor === null ? [{ step, weights: WEIGHTS, picked, text: `die ${picked + 1}` }] : [];
  });
  const entries = actors.map((actor, step): Step => {
    const one = draws.find((each) => each.step === step);
    return one ? { actor, action: 100 + one.picked, text: one.text } : { actor, action: 7, text: "go" };
  });
  return { proof: { ...base, draws }, frames: [{ actor: null, action: null, text: "" }, ...entries] };
};

class Game implements Rules {
  count = 0;
  setUp(): void {
    this.count = 0;
  }
  chance(): { outcomes: number[]; weights: number[] } {
    return { outcomes: WEIGHTS.map((_, n) => 100 + n), weights: WEIGHTS };
  }
  legal(): number[] {
    return [6, 7];
  }
  apply(): void {
    this.count++;
  }
}

describe("a proof", () => {
  it("that is honest proves that nobody chose the dice", () => {
    const { proof, frames } = honest();
    const game = new Game();
    expect(checkProof(proof, kept, frames, game)).toEqual({
      isBound: true, wrongDraw: null, wrongStep: null, rules: "checked", memory: "same", numSeen: 0, wrongSeen: null, isProven: true,
    });
    expect(game.count).toBe(actors.length);
  });

  it("without a program of the game, or a memory, proves less", () => {
    const { proof, frames } = honest();
    expect(checkProof(proof, kept, frames, null)).toMatchObject({ rules: "unchecked", isProven: false });
    expect(checkProof(proof, null, frames, new Game())).toMatchObject({ memory: "none", isProven: false });
  });

  it.each<[string, (proof: Proof) => Proof]>([
    ["no draws at all", (proof) => ({ ...proof, draws: [] })],
    ["one draw too few", (proof) => ({ ...proof, draws: proof.draws.slice(1) })],
    ["one draw too many", (proof) => ({ ...proof, draws: [...proof.draws, { step: 4, weights: [1], picked: 0, text: "any" }] })],
    ["every die certain, and other ones", (proof) => ({ ...proof, draws: proof.draws.map((one) => ({ ...one, weights: [1], picked: 0, text: "any" })) })],
  ])("with %s is not of this match", (_, forge) => {
    const { proof, frames } = honest();
    expect(checkProof(forge(proof), kept, frames, new Game())).toMatchObject({ isBound: true, wrongDraw: null, memory: "same", isProven: false, wrongStep: expect.any(Number) });
  });

  it("with certain dice is not by the rules", () => {
    const { proof, frames } = honest();
    const certain = { ...proof, draws: proof.draws.map((one) => ({ ...one, weights: [1], picked: 0 })) };
    expect(checkProof(certain, kept, frames, new Game())).toMatchObject({ wrongDraw: null, wrongStep: null, rules: "broken", isProven: false });
    expect(checkProof(certain, kept, frames, null)).toMatchObject({ rules: "unchecked", isProven: false });
  });

  it("of a match with an action that the rules forbid is not by the rules", () => {
    const { proof, frames } = honest();
    frames[3] = { ...frames[3], action: 8 };
    expect(checkProof(proof, kept, frames, new Game())).toMatchObject({ rules: "broken", isProven: false });
  });

  it("of other dice than were seen in play is found out", () => {
    const { proof, frames } = honest();
    const right = { 0: frames[1].action!, 3: frames[4].action! };
    expect(checkProof(proof, { ...kept, seen: right }, frames, new Game())).toMatchObject({ numSeen: 2, wrongSeen: null, isProven: true });
    expect(checkProof(proof, { ...kept, seen: { ...right, 3: 99 } }, frames, new Game())).toMatchObject({ wrongSeen: 3, isProven: false });
  });
});

describe("what chance did in play", () => {
  const update = (moves: number, events: Update["events"]): Update => ({ type: "update", step: 1, events, view: { moves } }) as unknown as Update;
  const move = (actor: number | null, action: number | null): { actor: number | null; action: number | null; text: string } => ({ actor, action, text: "" });
  const event = (kind: string, ...moves: ReturnType<typeof move>[]): NonNullable<Update["events"]>[number] => ({ step: 0, at: 0, kind, moves }) as NonNullable<Update["events"]>[number];

  it("is remembered by its place in the log, also after actions that were taken back", () => {
    keep("seen", kept);
    witness("seen", update(2, [event("started", move(null, 5), move(null, 6))]));
    witness("seen", update(5, [event("played", move(0, 1), move(null, 8), move(null, null))]));
    expect(recall("seen")!.seen).toEqual({ 0: 5, 1: 6, 3: 8 });
    witness("seen", update(2, [event("undone")]));
    expect(recall("seen")!.seen).toEqual({ 0: 5, 1: 6 });
    witness("seen", update(4, [event("played", move(0, 1), move(null, 3)), event("undone"), event("played", move(0, 2), move(null, 9))]));
    expect(recall("seen")!.seen).toEqual({ 0: 5, 1: 6, 3: 9 });
    witness("seen", update(5, [event("resigned")]));
    expect(recall("seen")!.seen).toEqual({ 0: 5, 1: 6, 3: 9 });
  });

  it("is not remembered where no number was added", () => {
    witness("other", update(1, [event("started", move(null, 5))]));
    expect(recall("other")).toBeNull();
  });
});
