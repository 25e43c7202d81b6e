import { expect, it } from "vitest";
import { tellOutcome } from "./outcome";

const seats = (...names: string[]): { name: string; isMine: boolean }[] => names.map((name, seat) => ({ name, isMine: seat === 0 }));
const FOUR = seats("Ada", "Bo", "Cy", "Dee");
const watched = FOUR.map((chair) => ({ ...chair, isMine: false }));

function tell(winners: number[], chairs = FOUR, ending: "played out" | "capped" | "nobody left" | "time" | "trapped" = "played out"): string {
  return tellOutcome({ ending, resigned: ending === "time" ? 1 : null, winners }, chairs);
}

it("says to who won that he did, and names his partner", () => {
  expect(tell([0], seats("Ada", "Bo"))).toBe("You win!");
  expect(tell([0, 2])).toBe("You win, with Cy!");
});

it("names everybody else who won", () => {
  expect(tell([1], seats("Ada", "Bo"))).toBe("Bo wins");
  expect(tell([1, 3])).toBe("Bo and Dee win");
  expect(tell([0, 1, 2], watched)).toBe("Ada, Bo and Cy win");
});

it("tells a draw from a game that nobody wins", () => {
  expect(tell([0, 1, 2, 3])).toBe("A draw");
  expect(tell([])).toBe("Nobody wins");
});

it("says to who is alone whether he won", () => {
  expect(tell([0], seats("Ada"))).toBe("You win!");
  expect(tell([], seats("Ada"))).toBe("You lose");
  expect(tell([], seats("Ada"), "trapped")).toBe("There is no way out any more. You lose");
});

it("says why it ended, where that is not plain to see", () => {
  expect(tell([0, 1, 2, 3], FOUR, "capped")).toBe("Cut off at the limit of the game. A draw");
  expect(tell([0, 1], seats("Ada", "Bo"), "nobody left")).toBe("Nobody is left. A draw");
  expect(tell([0], seats("Ada", "Bo"), "time")).toContain("Bo");
});
