/**
 * Dice that the players help to make: numbers that this browser adds, and what it can check afterwards.
 * The formula is in docs/fair-dice.md. Hashes come from a library, because browsers have theirs only over HTTPS.
 */
import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Proof } from "../net/api";

/** What this browser keeps of a table, from before the first die fell. */
export interface Kept {
  commitment: string; // that it was shown before its number was sent
  numbers: Record<number, string>; // that it added, by seat
  seals: (string | null)[]; // of all seats, when it opened its own; empty before
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
function keyOf(proof: Proof): Uint8Array {
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
  /** What this browser remembers: nothing; all of it, as the record says; or something else, which is a fraud. */
  memory: "none" | "same" | "other";
}

/** Check a proof by itself, and against what this browser kept when the match began. */
export function checkProof(proof: Proof, kept: Kept | null): Verdict {
  const key = keyOf(proof);
  const wrong = proof.draws.find((one) => draw(key, proof.table, one.step, one.weights) !== one.picked);
  const numbers = proof.numbers ?? [];
  const isSame =
    !!kept &&
    kept.commitment === proof.commitment &&
    Object.entries(kept.numbers).every(([seat, number]) => numbers[Number(seat)] === number) &&
    numbers.every((number, seat) => number === null || sealOf(number) === kept.seals[seat]);
  return {
    isBound: bytesToHex(sha256(hexToBytes(proof.seed))) === proof.commitment,
    wrongDraw: wrong ? wrong.step : null,
    memory: kept ? (isSame ? "same" : "other") : "none",
  };
}
