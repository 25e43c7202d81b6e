/** How a match ended and who won, in words. */
import type { View } from "../net/api";
import { say, shell } from "../text";
import type { Chair } from "./contract";

type Ended = Pick<View, "ending" | "resigned" | "winners">;
type Seated = Pick<Chair, "name" | "isMine">;

/** One line for whoever sits here or looks on: why it ended, where that needs words, and the winners. */
export function tellOutcome(view: Ended, chairs: readonly Seated[]): string {
  return [tellEnding(view, chairs), tellWinners(view.winners, chairs)].filter(Boolean).join(" ");
}

function tellEnding({ ending, resigned }: Ended, chairs: readonly Seated[]): string {
  if (ending === "time" && resigned !== null) return say(shell.onTime, { name: chairs[resigned].name });
  if (ending === "capped") return say(shell.capped);
  if (ending === "nobody left") return say(shell.nobodyLeft);
  return ending === "trapped" ? say(shell.trapped) : "";
}

function tellWinners(winners: readonly number[], chairs: readonly Seated[]): string {
  if (chairs.length === 1) return say(winners.length ? shell.youWin : shell.youLost);
  if (winners.length === 0) return say(shell.nobodyWins);
  if (winners.length === chairs.length) return say(shell.draw);
  const names = winners.map((seat) => chairs[seat].name);
  if (chairs.filter((chair) => chair.isMine).length === 1 && winners.some((seat) => chairs[seat].isMine)) {
    const others = winners.filter((seat) => !chairs[seat].isMine).map((seat) => chairs[seat].name);
    return others.length ? say(shell.youWinWith, { names: listed(others) }) : say(shell.youWin);
  }
  return names.length === 1 ? say(shell.youLose, { name: names[0] }) : say(shell.someWin, { names: listed(names) });
}

/** `a`, `a and b`, `a, b and c`. */
function listed(names: readonly string[]): string {
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} ${say(shell.and)} ${names[names.length - 1]}`;
}
