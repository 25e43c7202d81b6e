/** What is painted on the wheel: each player's part is a valley of cut paper, the same at every look. */
import { outline, type Spot } from "./layout";

/** What grows or stands in a valley: one kind for each base, so that the parts differ without colour. */
export type Growth = "pine" | "tent" | "rock" | "house";
const KINDS: readonly Growth[] = ["pine", "tent", "rock", "house"];

/** Drawn upright around the middle of its foot, about 40 wide. */
export const SHAPES: Record<Growth, string> = {
  pine: "M-5 4V-8H-22L-9-30H-17L0-62 17-30H9L22-8H5V4Z",
  tent: "M-30 4 0-46 30 4ZM0-46V-60L14-54 0-50Z",
  rock: "M-26 4-20-22-4-34 4-16 12-26 26-8 30 4Z",
  house: "M-24 4V-24L-30-22 0-48 30-22 24-24V4ZM10-40V-54H18V-33Z",
};

export interface Standing extends Spot {
  kind: Growth;
  turn: number; // degrees; upright is towards the centre of the wheel
  size: number;
}

export interface Valley {
  hills: readonly string[]; // the farthest first
  standing: readonly Standing[];
}

const CRESTS = [0.58, 0.72, 0.85]; // where hills end, as shares of the way to the rim
const SPOKE = 0.1; // of a part, on both sides of its spoke, is kept free

const wave = (seed: number, at: number): number => 0.6 * Math.sin(at * 19 + seed) + 0.4 * Math.sin(at * 43 + seed * 2.3);

/** The valley of the base with this number; the wedge begins at the centre and follows the rim. */
export function valleyOf([, ...arc]: readonly Spot[], base: number): Valley {
  const last = arc.length - 1;
  const crest = (layer: number, at: number): number => CRESTS[layer] + 0.032 * wave(base * 5 + layer * 3 + 1, at);
  const hills = CRESTS.map((_, layer) => {
    const inner = arc.map((spot, step) => scale(spot, crest(layer, step / last)));
    return outline([...inner, ...[...arc].reverse()], true);
  });
  const standing: Standing[] = [];
  for (let step = 2; step < last - 1; step += 3) {
    const at = step / last;
    if (Math.abs(at - 0.5) < SPOKE) continue;
    const layer = step % 2 ? 2 : 1;
    const spot = scale(arc[step], crest(layer, at) + 0.012);
    const turn = (Math.atan2(-spot.x, spot.y) * 180) / Math.PI;
    standing.push({ ...spot, kind: KINDS[base % KINDS.length], turn, size: (layer === 2 ? 1 : 0.72) * (1 + 0.22 * wave(base + 7, at * 3)) });
  }
  return { hills, standing };
}

const scale = (spot: Spot, by: number): Spot => ({ x: spot.x * by, y: spot.y * by });

/** Fibres of the paper, scattered over a disc. */
export function fibres(radius: number, count: number): string {
  let path = "";
  for (let fibre = 0; fibre < count; fibre++) {
    const away = radius * Math.sqrt((fibre + 0.5) / count);
    const angle = fibre * 2.39996;
    const [x, y] = [Math.round(away * Math.cos(angle)), Math.round(away * Math.sin(angle))];
    path += `M${x} ${y}l${6 + ((fibre * 7) % 13)} ${((fibre * 5) % 9) - 4}`;
  }
  return path;
}
