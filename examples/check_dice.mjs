// Check the dice of a match without Motherlode: `node check_dice.mjs proof.json match.txt [HASH THAT YOU WERE SHOWN]`.
// docs/fair-dice.md explains it, and what it cannot know: that the rules give these weights (`motherlode verify` does).
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

const [proof, record] = [JSON.parse(readFileSync(process.argv[2], "utf8")), readFileSync(process.argv[3], "utf8")];
const demand = (isTrue, why) => { if (!isTrue) throw Error(why); };
const seed = Buffer.from(proof.seed, "hex");
demand(createHash("sha256").update(seed).digest("hex") === proof.commitment, "the seed is not the one that was promised");
demand(record.split("\n\n")[0].split("\n").includes(`chance: fair ${proof.commitment}`), "the record has another hash");
demand(!process.argv[4] || process.argv[4] === proof.commitment, "another hash was shown to you");
const words = [proof.table, ...(proof.numbers ?? []).map((number) => number ?? "-")].join("/");
const key = proof.numbers ? createHmac("sha256", seed).update(words).digest() : seed;
const log = record.slice(record.indexOf("\n\n") + 2).split("\n");
const drawn = log.flatMap((line, step) => (line.startsWith("* ") ? [`${step} ${line.slice(2)}`] : []));
demand(proof.draws.map(({ step, text }) => `${step} ${text}`).join() === drawn.join(), "these are not the draws of the record");
for (const { step, weights, picked } of proof.draws)
  demand(pick(key, proof.table, step, weights) === picked, `entry ${step} is wrong`);
const numbers = (proof.numbers ?? []).filter(Boolean).length;
console.log(`all ${drawn.length} draws of the record follow from the seed and ${numbers} numbers`);
