/**
 * The cave in pixels. Rows shrink by the same factor from one to the next, so lanes run straight to one point in the
 * dark, every tile has the same shape, and the camera goes on by one row just by scaling everything around that point.
 */
export interface Geometry {
  width: number;
  height: number;
  lanes: number;
  laneWidth: number; // at the near edge
  rowHeight: number; // of the nearest row, before squeezing
  depth: number; // from the near edge up to the vanishing point, before squeezing
  squeeze: number; // below 1 when more rows are to be seen than the usual
  centre: number; // x of the vanishing point
  horizon: number; // y of the vanishing point
  floor: number; // y of the near edge
}

export const SHRINK = 0.962; // from one row to the next
const USUAL_ROWS = 9;
const WIDEST = 3.1; // tiles, by their height

export interface Space {
  width: number;
  height: number;
  lanes: number;
  rows: number; // to be seen
  above: number; // pixels kept free of rows
  below: number;
  beside: number;
}

export function layOut({ width, height, lanes, rows, above, below, beside }: Space): Geometry {
  const room = Math.max(60, height - above - below);
  const usual = 1 - SHRINK ** USUAL_ROWS;
  const depth = room / usual;
  const squeeze = usual / (1 - SHRINK ** Math.max(USUAL_ROWS, rows));
  const rowHeight = depth * (1 - SHRINK);
  const laneWidth = Math.max(20, Math.min((width - 2 * beside) / lanes, WIDEST * rowHeight));
  const floor = above + room;
  return {
    width,
    height,
    lanes,
    laneWidth,
    rowHeight,
    depth,
    squeeze,
    centre: width / 2,
    horizon: floor - depth * squeeze,
    floor,
  };
}

/**
 * Rails and rubble are drawn once in a cave of this size and brought to pixels by the camera's transform, so that every
 * change of it is a motion.
 */
export interface Model {
  lanes: number;
}
export const MODEL_LANE = 100;
export const MODEL_ROW = 46;
const MODEL_DEPTH = MODEL_ROW / (1 - SHRINK);

/** The transform that brings the model to pixels, with the camera `ahead` rows beyond the model's own row. */
export function lookAt(geometry: Geometry, ahead: number): string {
  const zoom = SHRINK ** -ahead;
  const across = (zoom * geometry.laneWidth) / MODEL_LANE;
  const along = (zoom * geometry.depth * geometry.squeeze) / MODEL_DEPTH;
  return `translate(${geometry.centre}px, ${geometry.horizon.toFixed(2)}px) scale(${across.toFixed(5)}, ${along.toFixed(5)})`;
}

/** A point of a lane: `across` from -0.5 to 0.5 of its width, `ahead` in rows from the camera. */
export function point(geometry: Geometry, lane: number, across: number, ahead: number): { x: number; y: number; scale: number } {
  const scale = SHRINK ** ahead;
  return {
    x: geometry.centre + offset(geometry.lanes, lane, across) * geometry.laneWidth * scale,
    y: geometry.horizon + geometry.depth * geometry.squeeze * scale,
    scale,
  };
}

/** From the middle of the cave, in lanes. */
function offset(lanes: number, lane: number, across: number): number {
  return lane - (lanes + 1) / 2 + across;
}

/** A point of the model, around the vanishing point, as a piece of a path. */
export function spotAt(model: Model, lane: number, across: number, ahead: number, drop = 0): string {
  const scale = SHRINK ** ahead;
  return `${(offset(model.lanes, lane, across) * MODEL_LANE * scale).toFixed(1)} ${(MODEL_DEPTH * scale + drop).toFixed(1)}`;
}

/** A patch of a lane of the model as a path. */
export function patch(model: Model, lane: number, left: number, right: number, near: number, far: number, drop = 0): string {
  const corner = (across: number, ahead: number): string => spotAt(model, lane, across, ahead, drop);
  return `M${corner(left, near)} ${corner(left, far)} ${corner(right, far)} ${corner(right, near)}Z`;
}

/** Rows to be seen, from the rubble behind the lowest rail to the spot in front of the highest. */
export function rowsShown([low, high]: readonly [number, number]): { near: number; rows: number } {
  const near = low - 1;
  const needed = high - near + 1;
  // In steps of two, so that the picture does not shrink with every rail.
  return { near, rows: Math.max(USUAL_ROWS, needed + ((needed + 1) % 2)) };
}

/** Numbers between 0 and 1 that look random and are always the same. */
export function scatter(seed: number): () => number {
  let state = seed * 2654435761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4294967296;
  };
}

/** The outline of one spot in pixels, `ahead` rows from the camera. */
export function outline(geometry: Geometry, lane: number, ahead: number, inset = 0.04): string {
  const corner = (across: number, further: number): string => {
    const { x, y } = point(geometry, lane, across, ahead + further);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  const side = 0.5 - inset;
  return `M${corner(-side, inset)} ${corner(-side, 1 - inset)} ${corner(side, 1 - inset)} ${corner(side, inset)}Z`;
}
