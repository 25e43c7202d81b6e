/** A review as the server makes it, and the marks that decisions get. */
export type { Account, Decision, Review, Step, TurningPoint } from "../net/api";

export const MARKS = ["forced", "only", "best", "good", "inaccuracy", "mistake", "blunder"] as const;
export type Mark = (typeof MARKS)[number];
