/** The cave around the lanes: torn edges of paper, the same at every look. */
import { point, scatter, type Geometry } from "./geometry";

export interface Backdrop {
  floor: string; // the ground that the lanes lie on
  left: readonly string[]; // walls, the farthest first
  right: readonly string[];
  roof: readonly string[];
  ledge: string; // the rock in front, on which the torch stands
  gold: readonly string[]; // nuggets in the walls
}

const FAR = 40; // rows: as good as the vanishing point
const WALLS = [0.56, 0.72, 0.98, 1.4, 2]; // how far each layer keeps from the lanes, in lanes

export function drawBackdrop(geometry: Geometry, above: number): Backdrop {
  const { width, height, lanes, floor } = geometry;
  const near = floor;
  const corner = (lane: number, across: number, ahead: number): string => {
    const { x, y } = point(geometry, lane, across, ahead);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  const ground = `M${corner(1, -0.62, -1)} ${corner(1, -0.62, FAR)} ${corner(lanes, 0.62, FAR)} ${corner(lanes, 0.62, -1)}Z`;
  const wall = (isLeft: boolean, layer: number): string => {
    const next = scatter(11 + layer * 2 + (isLeft ? 0 : 1));
    const edge = WALLS[layer];
    const points: string[] = [];
    const steps = 9 - layer;
    for (let step = 0; step <= steps; step++) {
      const y = near + 30 - ((near + 30 - above + 30) * step) / steps;
      const share = Math.max(0.05, (y - geometry.horizon) / (geometry.floor - geometry.horizon));
      const inner = (lanes / 2 - 0.5 + edge) * geometry.laneWidth * share + (step % 2 ? -1 : 1) * (3 + (9 + 5 * layer) * next());
      const outer = width / 2 - Math.min(inner, width / 2 + 30);
      points.push(`${(isLeft ? outer : width - outer).toFixed(1)} ${y.toFixed(1)}`);
    }
    const side = isLeft ? -20 : width + 20;
    return `M${side} ${near + 40} ${points.join(" ")} ${side} ${above - 40}Z`;
  };
  const roof = (layer: number): string => {
    const next = scatter(31 + layer);
    const teeth = Math.max(6, Math.round(width / (78 - layer * 12)));
    const deep = [46, 30, 18][layer] * Math.min(1.5, Math.max(0.75, height / 620));
    let path = `M-10 ${above - 20}V${above + 6}`;
    for (let tooth = 0; tooth < teeth; tooth++) {
      const [from, to] = [(tooth * width) / teeth, ((tooth + 1) * width) / teeth];
      const middle = from + (to - from) * (0.35 + 0.3 * next());
      // Teeth are longer at the sides, so that the way ahead stays open.
      const side = Math.abs(middle / width - 0.5) * 2;
      const tip = above + deep * (0.25 + 0.75 * side) * (0.55 + 0.6 * next());
      path += `L${from.toFixed(1)} ${(above + 5).toFixed(1)} ${middle.toFixed(1)} ${tip.toFixed(1)}`;
    }
    return `${path}L${width + 10} ${above + 5}V${above - 20}Z`;
  };
  // Nuggets lie where the walls are wide enough to show them.
  const gleam = scatter(91);
  const wide = width / 2 - (lanes / 2 + 0.5) * geometry.laneWidth;
  const gold = Array.from({ length: wide > 60 ? 9 : 0 }, (_, at) => {
    const y = above + 60 + (near - above - 110) * gleam();
    const share = (y - geometry.horizon) / (geometry.floor - geometry.horizon);
    const inner = (lanes / 2 + 0.45) * geometry.laneWidth * share;
    const x = inner + (width / 2 - inner - 16) * (0.15 + 0.8 * gleam());
    const size = 4 + 6 * gleam();
    return nugget(at % 2 ? width / 2 + x : width / 2 - x, y, size, gleam);
  });
  const next = scatter(57);
  let ledge = `M-10 ${height + 10}V${near + 9}`;
  const bumps = Math.max(8, Math.round(width / 60));
  for (let bump = 0; bump <= bumps; bump++) ledge += `L${((bump * width) / bumps).toFixed(1)} ${(near + 1 + 7 * next()).toFixed(1)}`;
  return {
    floor: ground,
    left: WALLS.map((_, layer) => wall(true, layer)),
    right: WALLS.map((_, layer) => wall(false, layer)),
    roof: [0, 1, 2].map(roof),
    ledge: `${ledge}L${width + 10} ${near + 9}V${height + 10}Z`,
    gold,
  };
}

function nugget(x: number, y: number, size: number, next: () => number): string {
  const corners = Array.from({ length: 5 }, (_, at) => {
    const angle = (2 * Math.PI * at) / 5 + next();
    const radius = size * (0.75 + 0.5 * next());
    return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + 0.8 * radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join(" ")}Z`;
}
