/** Paint and marks of the three colours, shared by barrels and dice: triangle, diamond and round are fire, coal, water. */
import type { Colour } from "./position";

export const PAINT: Record<Colour, { body: string; light: string; deep: string }> = {
  red: { body: "#c23a28", light: "#e0604a", deep: "#8e2417" },
  black: { body: "#3b3a42", light: "#5d5c66", deep: "#222127" },
  blue: { body: "#2a63b3", light: "#5188d6", deep: "#1a437f" },
};

/** The mark around (0, 0), within a circle of the radius. */
export function markPath(colour: Colour, radius: number): string {
  const r = radius;
  if (colour === "red") return `M0 ${-r}L${r * 0.95} ${r * 0.72}H${-r * 0.95}Z`;
  if (colour === "black") return `M0 ${-r}L${r} 0 0 ${r} ${-r} 0Z`;
  return `M${-r * 0.86} 0a${r * 0.86} ${r * 0.86} 0 1 0 ${r * 1.72} 0a${r * 0.86} ${r * 0.86} 0 1 0 ${-r * 1.72} 0Z`;
}

const CORNERS: [number, number][] = [[-1, -1], [1, 1], [1, -1], [-1, 1], [-1, 0], [1, 0], [0, -1], [0, 1]];

/** Where the pips of a face are, from -1 to 1; odd faces have one in the middle. */
export function pipsOf(face: number): [number, number][] {
  const around = CORNERS.slice(0, face - (face % 2));
  return face % 2 ? [[0, 0], ...around] : around;
}
