// Check the dice of a match without Motherlode: `node check_dice.mjs proof.json`. docs/fair-dice.md explains it.
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

function pick(key, table, step, weights) {
  const total = BigInt(weights.reduce((sum, weight) => sum + weight, 0));
  for (let attempt = 0; ; attempt++) {
    const ticket = createHmac("sha256", key).update(`${table}/${step}/${attempt}`).digest().readBigUInt64BE();
    if (ticket >= 2n ** 64n - (2n ** 64n % total)) continue;
    let left = ticket % total;
    return weights.findIndex((weight) => (left -= BigInt(weight)) < 0n);
  }
}

const proof = JSON.parse(readFileSync(process.argv[2], "utf8"));
const seed = Buffer.from(proof.seed, "hex");
if (createHash("sha256").update(seed).digest("hex") !== proof.commitment) throw Error("the seed is not the one that was promised");
const words = [proof.table, ...(proof.numbers ?? []).map((number) => number ?? "-")].join("/");
const key = proof.numbers ? createHmac("sha256", seed).update(words).digest() : seed;
for (const { step, weights, picked } of proof.draws)
  if (pick(key, proof.table, step, weights) !== picked) throw Error(`entry ${step} is wrong`);
console.log(`${proof.draws.length} draws follow from the seed and ${(proof.numbers ?? []).filter(Boolean).length} numbers`);
