/**
 * Dice that the players help to make: numbers that this browser adds, and what it can check afterwards.
 * The formula is in docs/fair-dice.md. Hashes come from a library, because browsers have theirs only over HTTPS.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Engine } from "../engine/engine";
import type { Frame, Proof, Update } from "../net/api";

/** What this browser keeps of a table, from before the first die fell. */
export interface Kept {
  commitment: string; // that it was shown before its number was sent
  numbers: Record<number, string>; // that it added, by seat
  seals: (string | null)[]; // of all seats, when it opened its own; empty before
  seen?: Record<string, number>; // what chance did while it watched, by entry of the log
}

const KEY = "motherlode/dice/";
const MOST = 200; // tables that are remembered
const TICKETS = 2n ** 64n;
const memory = new Map<string, Kept>(); // where storage is closed to us

export function newNumber(): string {
  return bytesToHex(crypto.getRandomValues(new Uint8Array(32)));
}

export function sealOf(number: string): string {
  return bytesToHex(sha256(hexToBytes(number)));
}

export function recall(table: string): Kept | null {
  try {
    const text = localStorage.getItem(KEY + table);
    if (text) return JSON.parse(text) as Kept;
  } catch {
    // nothing is kept, or not for us to read
  }
  return memory.get(table) ?? null;
}

export function keep(table: string, kept: Kept): void {
  memory.set(table, kept);
  try {
    const mine = Object.keys(localStorage).filter((key) => key.startsWith(KEY));
    for (const key of mine.sort().slice(0, Math.max(0, mine.length - MOST))) localStorage.removeItem(key);
    localStorage.setItem(KEY + table, JSON.stringify(kept));
  } catch {
    // it holds until the page is closed
  }
}

/** The key that all draws of a match come from. */
export function keyOf(proof: Proof): Uint8Array {
  const seed = hexToBytes(proof.seed);
  if (!proof.numbers) return seed;
  return hmac(sha256, seed, utf8ToBytes([proof.table, ...proof.numbers.map((number) => number ?? "-")].join("/")));
}

/** Which of the weighted outcomes a draw picks. */
export function draw(key: Uint8Array, table: string, step: number, weights: readonly number[]): number {
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  for (let attempt = 0; ; attempt++) {
    const digest = hmac(sha256, key, utf8ToBytes(`${table}/${step}/${attempt}`));
    const ticket = BigInt(`0x${bytesToHex(digest.slice(0, 8))}`);
    if (ticket >= TICKETS - (TICKETS % total)) continue;
    let left = ticket % total;
    return weights.findIndex((weight) => (left -= BigInt(weight)) < 0n);
  }
}

export interface Verdict {
  isBound: boolean; // the seed has the hash that the server showed
  wrongDraw: number | null; // the first entry that the dice do not give
  wrongStep: number | null; // the first entry where the draws are not those of the match
  /** Whether the match was replayed by the game's own program, which gives the same outcomes and weights. */
  rules: "checked" | "unchecked" | "broken";
  /** What this browser remembers: nothing; all of it, as the record says; or something else, which is a fraud. */
  memory: "none" | "same" | "other";
  /** Draws that this browser saw in play, and the first one that was another. */
  numSeen: number;
  wrongSeen: number | null;
  /** All of it fits: nobody chose these dice. */
  isProven: boolean;
}

/** What a check needs of a frame. */
export type Step = Pick<Frame, "actor" | "action" | "text">;

/** The rules of a game, as its program knows them. */
export type Rules = Pick<Engine, "setUp" | "chance" | "legal" | "apply">;

/** Check a proof against the match as it is shown, with open eyes: every draw of it, and no other. */
export function checkProof(proof: Proof, kept: Kept | null, frames: readonly Step[], rules: Rules | null): Verdict {
  const key = keyOf(proof);
  const wrong = proof.draws.find((one) => draw(key, proof.table, one.step, one.weights) !== one.picked);
  const numbers = proof.numbers ?? [];
  const isSame =
    !!kept &&
    kept.commitment === proof.commitment &&
    Object.entries(kept.numbers).every(([seat, number]) => numbers[Number(seat)] === number) &&
    numbers.every((number, seat) => number === null || sealOf(number) === kept.seals[seat]);
  const entries = frames.slice(1); // without the start
  const fallen = entries.flatMap(({ actor, text }, step) => (actor === null ? [{ step, text }] : []));
  const at = fallen.findIndex(({ step, text }, n) => proof.draws[n]?.step !== step || proof.draws[n].text !== text);
  const extra = proof.draws[fallen.length];
  const seen = Object.entries(kept?.seen ?? {});
  const other = seen.find(([step, action]) => entries[Number(step)]?.action !== action);
  const verdict: Verdict = {
    isBound: bytesToHex(sha256(hexToBytes(proof.seed))) === proof.commitment,
    wrongDraw: wrong ? wrong.step : null,
    wrongStep: at >= 0 ? fallen[at].step : extra ? extra.step : null,
    rules: rules ? (isByRules(rules, entries, proof) ? "checked" : "broken") : "unchecked",
    memory: kept ? (isSame ? "same" : "other") : "none",
    numSeen: seen.length,
    wrongSeen: other ? Number(other[0]) : null,
    isProven: false,
  };
  const { isBound, wrongDraw, wrongStep, wrongSeen, memory } = verdict;
  verdict.isProven = isBound && wrongDraw === null && wrongStep === null && wrongSeen === null && memory === "same" && verdict.rules === "checked";
  return verdict;
}

/** Play a match again by its rules: whether every action was allowed, and every draw had their outcomes and weights. */
function isByRules(rules: Rules, entries: readonly Step[], proof: Proof): boolean {
  const draws = new Map(proof.draws.map((one) => [one.step, one]));
  rules.setUp();
  for (const [step, { actor, action }] of entries.entries()) {
    if (action === null) return actor !== null && step === entries.length - 1; // given up, or out of time
    if (actor === null) {
      const { outcomes, weights } = rules.chance();
      const told = draws.get(step);
      const isSame = told?.weights.length === weights.length && weights.every((weight, n) => weight === told.weights[n]);
      if (!told || !isSame || outcomes[told.picked] !== action) return false;
    } else if (!rules.legal().includes(action)) return false;
    rules.apply(action);
  }
  return true;
}

const ENDS = new Set(["resigned", "timed_out"]); // entries of the log that come without a move

/** Remember the draws of an update as they came in play, where this browser has added a number. */
export function witness(table: string, { events = [], view, has_more }: Update): void {
  // Moves are counted from the end of the log; where that cannot be done, these are not remembered.
  if (!view || has_more || events.some(({ kind }) => ENDS.has(kind))) return;
  const taken = events.findLastIndex(({ kind }) => kind === "undone");
  const moves = events.slice(taken + 1).flatMap((event) => event.moves ?? []);
  if (!moves.length && taken < 0) return;
  const kept = recall(table);
  if (!kept) return;
  const start = view.moves - moves.length;
  const seen = Object.fromEntries(Object.entries(kept.seen ?? {}).filter(([step]) => Number(step) < start));
  moves.forEach(({ actor, action }, n) => {
    if (actor === null && action !== null && action !== undefined) seen[start + n] = action;
  });
  keep(table, { ...kept, seen });
}
