/** The colours of caps. Bases may have any word as their colour; those we do not know get one that is still free. */
import type { Position } from "./position";

const KNOWN: Record<string, string> = {
  green: "#3d8b4a",
  red: "#c23b28",
  blue: "#2c66b4",
  yellow: "#cf9a10",
  purple: "#8147a5",
  orange: "#dd6f1f",
  white: "#9a958c",
  black: "#3a353a",
  pink: "#cf5f92",
  brown: "#7c5230",
  teal: "#2a8590",
  grey: "#777d84",
};
const OTHERS = ["#3e6f7a", "#9c3f5e", "#5c7a1f", "#5a5fb0", "#a8642f", "#6b6f76"];
export const GOLD = "#eeb422";

export function paintOf(colour: string, index: number): string {
  return KNOWN[colour] ?? OTHERS[index % OTHERS.length];
}

/** The colour of a seat. */
export function paint(position: Position, seat: number): string {
  const base = position.board.bases.findIndex((one) => one.seat === seat);
  return paintOf(position.board.bases[base]?.colour ?? "", base);
}
