import { expect, it } from "vitest";
import type { Action } from "../net/api";
import { drawCard, escapeText } from "./card";
import { areaPath, bars, linePath, scaleOf, stepAt, xOf } from "./curve";
import { betterOf, changesOf, decisionAt, isAccepted, listSteps, mistakesOf, nextMistake, oddsBySteps, percent, points } from "./reading";
import type { Decision, Mark, Review, Step } from "./report";

const told = { en: "", de: "" };
const action = (id: number): Action => ({ id, text: `${id}`, path: [`thing:${id}`] });

function stepOf(step: number, actor: number, more: Partial<Step> = {}): Step {
  return { step, actor, action: 0, text: "", told, before: [0.5, 0.5], after: [0.5, 0.5], luck: [], skill: [], hidden: [], residual: [], decision: null, ...more };
}

function decisionOf(seat: number, at: number, mark: Mark, better: Action[], first = at): Decision {
  return { seat, first, last: at, at, mark, loss: 0.2, error: 0, expected: 0.6, got: 0.4, accuracy: 50, played: [action(0), action(1)], better, margin_lost: null, cause: null };
}

const decisions = [decisionOf(0, 2, "blunder", [action(1), action(7)], 1), decisionOf(1, 3, "mistake", [action(8)]), decisionOf(0, 4, "inaccuracy", [action(9)]), decisionOf(0, 5, "best", [])];
const review: Review = {
  format: 1,
  game: "madcap",
  rules: 1,
  how: "played out",
  source: "exact",
  iterations: 0,
  seats: 2,
  sides: [0, 1],
  names: ["Ada", "Bob"],
  winners: [1],
  is_measured: true,
  about: told,
  start: [0.6, 0.4],
  result: [0, 1],
  steps: [
    stepOf(0, -1, { luck: [0.1, -0.1], after: [0.7, 0.3] }),
    stepOf(1, 0, { decision: 0 }),
    stepOf(2, 0, { decision: 0, skill: [-0.2, 0.2] }),
    stepOf(3, 1, { decision: 1 }),
    stepOf(4, 0, { decision: 2 }),
    stepOf(5, 0, { decision: 3 }),
  ],
  decisions,
  accounts: [],
  turning_points: [],
};

it("has one row of odds more than steps", () => {
  expect(oddsBySteps(review)).toHaveLength(7);
  expect(oddsBySteps(review)[1]).toEqual([0.7, 0.3]);
  expect(changesOf(review, 1, "luck")).toEqual([-0.1, 0, 0, 0, 0, 0]);
});

it("marks a decision of several steps once, where it left the better line", () => {
  expect(decisionAt(review, review.steps[1])).toBeNull();
  expect(decisionAt(review, review.steps[2])).toBe(decisions[0]);
  expect(decisionAt(review, review.steps[0])).toBeNull();
  expect(decisionAt(review, undefined)).toBeNull();
  expect(betterOf(decisions[0])).toEqual(action(7));
  expect(betterOf(decisions[3])).toBeNull();
});

it("lists steps by how bad they were and whose they are", () => {
  const listed = (...filter: Parameters<typeof listSteps> extends [Review, ...infer Rest] ? Rest : never): number[] =>
    listSteps(review, ...filter).map((step) => step.step);
  expect(listed("all", null)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(listed("all", 1)).toEqual([3]);
  expect(listed("inaccuracy", null)).toEqual([2, 3, 4]);
  expect(listed("mistake", null)).toEqual([2, 3]);
  expect(listed("blunder", 0)).toEqual([2]);
});

it("goes through one's own mistakes in a row and leaves out what was found", () => {
  const mistakes = mistakesOf(review, 0);
  expect(mistakes).toEqual([decisions[0], decisions[2]]);
  expect(nextMistake(mistakes, null, new Set())).toBe(decisions[0]);
  expect(nextMistake(mistakes, decisions[0], new Set([2]))).toBe(decisions[2]);
  expect(nextMistake(mistakes, decisions[2], new Set([4]))).toBe(decisions[0]);
  expect(nextMistake(mistakes, decisions[2], new Set([2, 4]))).toBeNull();
});

it("accepts an answer that is nearly as good, as far as its error lets us say", () => {
  expect(isAccepted({ loss: 0.04, error: 0 })).toBe(true);
  expect(isAccepted({ loss: 0.041, error: 0 })).toBe(false);
  expect(isAccepted({ loss: 0.06, error: 0.03 })).toBe(true);
});

it("tells odds in words that promise nothing", () => {
  expect([1, 0.999, 0.5, 0.001, 0].map(percent)).toEqual(["100\u00a0%", "99\u00a0%", "50\u00a0%", "1\u00a0%", "0\u00a0%"]);
  expect([0.123, -0.123, 0.001].map(points)).toEqual(["+12", "−12", "0"]);
});

it("finds the step under the pointer, and none beyond the ends", () => {
  expect(stepAt(xOf(7, 24, 600), 24, 600)).toBe(7);
  expect(stepAt(-50, 24, 600)).toBe(0);
  expect(stepAt(9000, 24, 600)).toBe(24);
  expect(stepAt(5, 0, 600)).toBe(0);
});

it("draws odds from the bottom up and keeps them within", () => {
  expect(linePath([0, 1, 2], 10, 100)).toBe("M0 100L5 0L10 0");
  expect(areaPath([0, 1], 10, 100)).toBe("M0 100L10 0L10 100L0 100Z");
  expect(areaPath([], 10, 100)).toBe("");
});

it("draws what is gained above the middle and what is lost below", () => {
  const [up, down] = bars([0.2, 0, -0.1], 300, 40, 0.2);
  expect(up).toMatchObject({ x: 0, y: 0, height: 20 });
  expect(down).toMatchObject({ x: 200, y: 20, height: 10 });
  expect(scaleOf([0.01], [])).toBe(0.1);
  expect(scaleOf([0.01], [-0.4])).toBe(0.4);
});

it("sums up steps where there are more than there is room for", () => {
  const many = bars(new Array<number>(3000).fill(0.01), 300, 40, 0.3);
  expect(many).toHaveLength(100);
  expect(many[0].change).toBeCloseTo(0.3);
});

it("draws a card with everything on it, and names are no markup", () => {
  const card = drawCard({ game: "Madcap", result: "<b>Ada</b> won", numbers: [{ value: "93 %", name: "accuracy" }], lines: [{ name: "A&B", colour: "#c00", odds: [0.5, 1] }], foot: "Motherlode" });
  expect(card).toContain("&lt;b&gt;Ada&lt;/b&gt; won");
  expect(card).toContain("A&amp;B");
  expect(card).toContain("93 %");
  expect(card).not.toContain("<b>");
  expect(escapeText(`"'`)).toBe("&quot;&#39;");
});
