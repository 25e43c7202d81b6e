/** What the page reads out of a review. Pure, so that it can be tested without a page. */
import type { Action } from "../net/api";
import type { Decision, Drawn, Mark, Review, Step } from "./report";

/** Marks of decisions that lost something beyond doubt, the least first. */
export const BAD: readonly Mark[] = ["inaccuracy", "mistake", "blunder"];
export type Severity = "all" | "inaccuracy" | "mistake" | "blunder";
export const SEVERITIES: readonly Severity[] = ["all", ...(BAD as readonly Severity[])];
/** Odds that an answer may lose against the best and still counts as right, as on lichess. */
export const NEARLY = 0.04;

/** Every seat's odds before the first step and after each: one row for a number of steps. */
export const oddsBySteps = (review: Drawn): number[][] => [review.start, ...review.steps.map((step) => step.after)];

/** What one part of the odds' changes did to a seat, step by step. */
export function changesOf(review: Drawn, seat: number, part: "luck" | "skill" | "hidden"): number[] {
  return review.steps.map((step) => step[part][seat] ?? 0);
}

/** The decision that a step is marked for: a decision of several steps is marked once, where it left the better line. */
export function decisionAt(review: Review, step: Step | undefined): Decision | null {
  const decision = step?.decision == null ? null : review.decisions[step.decision];
  return decision && decision.at === step!.step ? decision : null;
}

/** What would have been better than a marked step; none: nothing would. */
export const betterOf = (decision: Decision): Action | null => decision.better[decision.at - decision.first] ?? null;
export const playedOf = (decision: Decision): Action | null => decision.played[decision.at - decision.first] ?? null;

export const isBad = (decision: Decision): boolean => BAD.includes(decision.mark);

export function isAsBad(decision: Decision, least: Severity): boolean {
  return least === "all" || BAD.indexOf(decision.mark) >= BAD.indexOf(least as Mark);
}

/** A seat's own mistakes that can be tried again, in the order of the match. */
export function mistakesOf(review: Review, seat: number): Decision[] {
  return review.decisions.filter((decision) => decision.seat === seat && isBad(decision) && betterOf(decision) !== null);
}

/** The mistake after one, and after the last the first again, leaving out those that were found; null: none is left. */
export function nextMistake(mistakes: readonly Decision[], after: Decision | null, found: ReadonlySet<number>): Decision | null {
  const from = after ? mistakes.indexOf(after) + 1 : 0;
  const inTurn = [...mistakes.slice(from), ...mistakes.slice(0, from)];
  return inTurn.find((decision) => !found.has(decision.at)) ?? null;
}

/** Steps of the log that a list shows: the marked ones of at least a severity, or all; of one seat, or of everybody. */
export function listSteps(review: Review, least: Severity, seat: number | null): Step[] {
  return review.steps.filter((step) => {
    if (seat !== null && step.actor !== seat) return false;
    if (least === "all") return true;
    const decision = decisionAt(review, step);
    return decision !== null && isAsBad(decision, least);
  });
}

/** Whether an answer is nearly as good as the best, as far as its error lets us say. */
export const isAccepted = ({ loss, error }: { loss: number; error: number }): boolean => loss - error <= NEARLY;

/** `+12`, `−3`, `0`: changes of odds in hundredths of a win. */
export function points(change: number): string {
  const rounded = Math.round(change * 100);
  return rounded > 0 ? `+${rounded}` : rounded < 0 ? `−${-rounded}` : "0";
}

/** `62 %`; what is not quite sure is never told as sure. */
export function percent(odds: number): string {
  const rounded = Math.round(odds * 100);
  if (rounded === 100 && odds < 1) return "99\u00a0%";
  if (rounded === 0 && odds > 0) return "1\u00a0%";
  return `${rounded}\u00a0%`;
}
