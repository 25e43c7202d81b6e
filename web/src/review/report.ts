/** A review as the server makes it, and the marks that decisions get. */
import type { Review, Step } from "../net/api";

export type { Account, Decision, Review, Step, TurningPoint } from "../net/api";

/** What the curve needs of a review. */
export interface Drawn extends Pick<Review, "start" | "decisions" | "turning_points"> {
  steps: Pick<Step, "after" | "luck" | "skill" | "hidden">[];
}

export const MARKS = ["forced", "only", "best", "good", "inaccuracy", "mistake", "blunder"] as const;
export type Mark = (typeof MARKS)[number];
