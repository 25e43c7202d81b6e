import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { bytesOf } from "./bytes";
import { Engine, merge, type Findings } from "./engine";
import { inOdds } from "./odds";
import type { OddsCurve, StudySettings } from "../net/protocol";

/** What Python says of a game: the same search there, by machine code. */
interface Asked {
  module: string;
  sizes: Record<string, number>;
  settings: StudySettings;
  box: string;
  position: string;
  seat: number;
  iterations: number;
  nodes: string;
  values: string;
  best: number;
  sides: number[];
  curve: OddsCurve | null;
  odds: number[];
}
const asked = JSON.parse(execFileSync(process.env.PYTHON ?? "python", ["-m", "benchmarks.engine", "200"], { encoding: "utf8", cwd: "..", maxBuffer: 1 << 26 })) as Record<string, Asked>;
const SEED = 5n;

describe.each(Object.entries(asked))("%s", (_, told) => {
  const engine = new Engine(new WebAssembly.Module(readFileSync(told.module)), { sizes: told.sizes, settings: told.settings, box: bytesOf(told.box) });

  it("grows the same tree as machine code, byte for byte", () => {
    engine.plant(bytesOf(told.position), told.seat, SEED);
    for (let left = told.iterations; left > 0; left -= 50) engine.grow(Math.min(50, left));
    const tree = engine.tree();
    expect(Buffer.from(tree.nodes).equals(Buffer.from(told.nodes, "base64"))).toBe(true);
    expect(Buffer.from(tree.values).equals(Buffer.from(told.values, "base64"))).toBe(true);
  });

  it("finds the best action, its line and everybody's chances", () => {
    const found = engine.find();
    expect(found.choices[0].action).toBe(told.best);
    expect(found.line[0]).toBe(told.best);
    expect(found.iterations).toBe(told.iterations);
    expect(found.values).toHaveLength(told.sizes.seats);
    for (const value of found.values) expect(value).toBeGreaterThanOrEqual(0);
  });

  it("tells the odds that Python tells of the same search", () => {
    const { values, choices, actor } = inOdds(engine.find(), told.sides, told.curve);
    expect(actor).toBe(told.seat);
    values.forEach((value, seat) => expect(value).toBeCloseTo(told.odds[seat], 6));
    expect(choices[0].values).toEqual(values);
    for (const choice of choices) expect(choice.values[actor]).toBeLessThanOrEqual(values[actor]);
  });

  it("begins anew with another position", () => {
    engine.plant(bytesOf(told.position), told.seat, SEED + 1n);
    engine.grow(10);
    expect(engine.find().iterations).toBe(10);
  });
});

it("adds up what several trees found", () => {
  const one: Findings = { iterations: 10, actor: 0, values: [0.5], choices: [{ action: 1, visits: 10, values: [0.5] }], line: [1] };
  const other: Findings = { iterations: 30, actor: 0, values: [0.7], choices: [{ action: 2, visits: 30, values: [0.7] }], line: [2, 4] };
  const both = merge([one, other]);
  expect(both.iterations).toBe(40);
  expect(both.values[0]).toBeCloseTo(0.65);
  expect(both.choices.map((choice) => choice.action)).toEqual([2, 1]);
  expect(both.line).toEqual([2, 4]);
});
