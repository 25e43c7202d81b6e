/** Where everything stands, in units of the picture: the rack of dice beside the mine, or below it where that is narrow. */
import { COLOURS } from "./position";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Layout {
  /** There is room for large signs and words. */
  isWide: boolean;
  /** The rack stands beside the mine. */
  isBeside: boolean;
  width: number;
  height: number;
  /** The line of the surface. */
  ground: number;
  levelHeight: number;
  sign: Box; // of level 1; others below it
  shaft: { x: number; width: number; top: number; bottom: number };
  gallery: Box; // of level 1
  barrelX: number[];
  barrelSize: number; // its height
  /** The middle of the heaps of gold, and the room they have. */
  goldX: number;
  goldWidth: number;
  carts: { x: number; width: number }[];
  rack: Box;
  groups: (Box & { columns: number; die: number; dieX: number; dieY: number })[];
  case: Box;
}

export interface Sizes {
  levels: number;
  dice: number;
}

const WIDE_HEIGHT = 800;
const WIDEST = 1180;
const WIDE_GAP = 13;
const TALL_GAP = 5;
const PHONE_WIDTH = 374;
const SIDEWAYS = { width: 540, height: 376 }; // of a phone's board
const LOWEST_LEVEL = 26; // where a picture must do with little height

/** The most pixels a die can have so that all fit a box, and in how many columns. */
export function fitDice(count: number, width: number, height: number, gap: number, largest: number): { columns: number; die: number } {
  let best = { columns: 1, die: 0 };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const die = Math.min(largest, (width - gap * (columns - 1)) / columns, (height - gap * (rows - 1)) / rows);
    if (die > best.die + 0.01) best = { columns, die };
  }
  return best;
}

/** Lay out a picture of so many pixels; the picture's units are `width` and `height` of what is returned. */
export function layOut(pixelWidth: number, pixelHeight: number, sizes: Sizes): Layout {
  const aspect = pixelWidth / Math.max(1, pixelHeight);
  const isCramped = pixelHeight < 640 && pixelWidth < 900; // words of the wide arrangement would be too small
  if (aspect >= 0.95 && !isCramped) return layOutWide(aspect, sizes);
  return aspect >= 1.15 ? layOutSideways(pixelWidth, pixelHeight, sizes) : layOutTall(pixelWidth, pixelHeight, sizes);
}

function layOutWide(aspect: number, { levels, dice }: Sizes): Layout {
  const height = WIDE_HEIGHT;
  const width = height * aspect;
  const inner = Math.min(width, WIDEST);
  const left = (width - inner) / 2;
  const rackWidth = Math.min(348, Math.max(252, inner * 0.32));
  const ground = 168;
  const levelHeight = Math.min(136, (height - ground - 30) / levels);
  const rackX = left + inner - rackWidth - 22;
  const shaftX = left + 92;
  const shaftWidth = 74;
  const galleryX = shaftX + shaftWidth;
  const galleryWidth = rackX - 30 - galleryX;
  const galleryHeight = levelHeight * 0.8;
  const barrelSize = Math.min(62, galleryHeight * 0.84);
  const pitch = Math.min(96, galleryWidth * 0.19);
  const barrelX = COLOURS.map((_, at) => galleryX + pitch * (at + 0.72));
  const goldLeft = barrelX[2] + pitch * 0.6;
  const goldRight = galleryX + galleryWidth - 16;
  const caseHeight = 104;
  const tallest = (height - ground - 44 - caseHeight - 36) / 3;
  const fit = fitDice(dice, rackWidth - 48, tallest - 60, WIDE_GAP, 66);
  const rows = Math.ceil(dice / fit.columns);
  const groupHeight = 60 + rows * (fit.die + WIDE_GAP) - WIDE_GAP;
  const rack = { x: rackX, y: ground + 22, width: rackWidth, height: 3 * (groupHeight + 6) + caseHeight + 18 };
  return {
    isWide: true,
    isBeside: true,
    width,
    height,
    ground,
    levelHeight,
    sign: { x: left + 30, y: ground + levelHeight * 0.5, width: 46, height: Math.min(40, levelHeight * 0.62) },
    shaft: { x: shaftX, width: shaftWidth, top: ground, bottom: ground + levels * levelHeight + 4 },
    gallery: { x: galleryX, y: ground + levelHeight * 0.17, width: galleryWidth, height: galleryHeight },
    barrelX,
    barrelSize,
    goldX: (goldLeft + goldRight) / 2,
    goldWidth: goldRight - goldLeft,
    carts: [0, 1].map((seat) => ({ x: rackX + rackWidth * (seat ? 0.5 : 0) + (seat ? 6 : 0), width: rackWidth / 2 - 6 })),
    rack,
    groups: COLOURS.map((_, at) => {
      const box = { x: rack.x + 12, y: rack.y + 12 + at * (groupHeight + 6), width: rack.width - 24, height: groupHeight };
      return { ...box, ...fit, dieX: box.x + 12, dieY: box.y + 46 };
    }),
    case: { x: rack.x + 12, y: rack.y + rack.height - caseHeight - 12, width: rack.width - 24, height: caseHeight },
  };
}

/** A phone held sideways: as wide, in the sizes of a phone. */
function layOutSideways(pixelWidth: number, pixelHeight: number, { levels, dice }: Sizes): Layout {
  const scale = Math.min(pixelWidth / SIDEWAYS.width, pixelHeight / SIDEWAYS.height);
  const width = pixelWidth / scale;
  const height = pixelHeight / scale;
  const ground = 60;
  const levelHeight = Math.min(64, (height - ground - 8) / levels);
  const rackWidth = 236;
  const rack = { x: width - rackWidth - 6, y: ground + 8, width: rackWidth, height: height - ground - 14 };
  const caseHeight = 36;
  const groupHeight = Math.min(92, (rack.height - caseHeight - 28) / 3);
  return {
    isWide: false,
    isBeside: true,
    width,
    height,
    ground,
    levelHeight,
    ...layOutMine(rack.x - 8, ground, levelHeight, levels),
    carts: [0, 1].map((seat) => ({ x: rack.x + seat * (rackWidth / 2 + 3), width: rackWidth / 2 - 3 })),
    rack,
    groups: COLOURS.map((_, at) =>
      fillTray({ x: rack.x + 8, y: rack.y + 8 + at * (groupHeight + 4), width: rackWidth - 16, height: groupHeight }, dice),
    ),
    case: { x: rack.x + 8, y: rack.y + rack.height - caseHeight - 8, width: rackWidth - 16, height: caseHeight },
  };
}

/** Signs, shaft and galleries in the sizes of a phone, as far as `right`. */
function layOutMine(
  right: number,
  ground: number,
  levelHeight: number,
  levels: number,
): Pick<Layout, "sign" | "shaft" | "gallery" | "barrelX" | "barrelSize" | "goldX" | "goldWidth"> {
  const shaftX = 40;
  const shaftWidth = 44;
  const galleryX = shaftX + shaftWidth;
  const galleryWidth = right - galleryX;
  const galleryHeight = levelHeight * 0.84;
  const barrelSize = Math.min(44, galleryHeight * 0.94);
  const pitch = Math.min(62, galleryWidth * 0.165);
  const barrelX = COLOURS.map((_, at) => galleryX + pitch * (at + 0.66));
  const goldLeft = barrelX[2] + pitch * 0.55;
  const goldRight = galleryX + galleryWidth - 8;
  return {
    sign: { x: 7, y: ground + levelHeight * 0.5, width: 27, height: Math.min(26, levelHeight * 0.8) },
    shaft: { x: shaftX, width: shaftWidth, top: ground, bottom: ground + levels * levelHeight + 2 },
    gallery: { x: galleryX, y: ground + levelHeight * 0.13, width: galleryWidth, height: galleryHeight },
    barrelX,
    barrelSize,
    goldX: (goldLeft + goldRight) / 2,
    goldWidth: goldRight - goldLeft,
  };
}

/** Dice in the middle of their tray, beside its mark. */
function fillTray(box: Box, dice: number): Layout["groups"][number] {
  const mark = 21;
  const room = box.width - mark - 3;
  const fit = fitDice(dice, room, box.height - 8, TALL_GAP, 46);
  const rows = Math.ceil(dice / fit.columns);
  const across = fit.columns * fit.die + (fit.columns - 1) * TALL_GAP;
  const down = rows * fit.die + (rows - 1) * TALL_GAP;
  return { ...box, ...fit, dieX: box.x + mark + (room - across) / 2, dieY: box.y + (box.height - down) / 2 };
}

function layOutTall(pixelWidth: number, pixelHeight: number, { levels, dice }: Sizes): Layout {
  const rackHeight = 152;
  const sky = 60;
  // Below the width of a phone things shrink; above it they grow, as far as the height allows.
  const scale = Math.min(pixelWidth / PHONE_WIDTH, pixelHeight / (sky + rackHeight + 12 + levels * LOWEST_LEVEL));
  const width = pixelWidth / scale;
  const height = pixelHeight / scale;
  const ground = Math.max(sky, Math.min(74, height * 0.14));
  const levelHeight = Math.min(64, (height - ground - rackHeight - 12) / levels);
  const rack = { x: 0, y: height - rackHeight, width, height: rackHeight };
  const mine = layOutMine(width - 8, ground, levelHeight, levels);
  const groupWidth = (width - 8 - 8) / 3;
  const cartWidth = (width - mine.barrelX[2] - 46) / 2;
  return {
    isWide: false,
    isBeside: false,
    width,
    height,
    ground,
    levelHeight,
    ...mine,
    carts: [0, 1].map((seat) => ({ x: width - 8 - (2 - seat) * cartWidth - (seat ? 0 : 6), width: cartWidth })),
    rack,
    groups: COLOURS.map((_, at) => fillTray({ x: 4 + at * (groupWidth + 4), y: rack.y + 7, width: groupWidth, height: 102 }, dice)),
    case: { x: 4, y: rack.y + 113, width: width - 8, height: 34 },
  };
}

/** The floor on which barrels stand on a level; 0 and null are the surface. */
export function floorOf(layout: Layout, level: number | null): number {
  if (!level) return layout.ground;
  return layout.gallery.y + (level - 1) * layout.levelHeight + layout.gallery.height;
}

/** The upper left corner of a die's place in its group. */
export function dieAt(layout: Layout, group: number, place: number): { x: number; y: number } {
  const { columns, die, dieX, dieY } = layout.groups[group];
  const gap = layout.isWide ? WIDE_GAP : TALL_GAP;
  return { x: dieX + (place % columns) * (die + gap), y: dieY + Math.floor(place / columns) * (die + gap) };
}

/** The upper left corner of a spent die's place in the case: a third of it for each colour. */
export function spentAt(layout: Layout, group: number, place: number, dice: number): { x: number; y: number; die: number } {
  const inset = layout.isWide ? { left: 12, top: 32, right: 12, bottom: 10 } : { left: 68, top: 6, right: 6, bottom: 6 };
  const width = (layout.case.width - inset.left - inset.right) / 3;
  const height = layout.case.height - inset.top - inset.bottom;
  const { columns, die } = fitDice(dice, width - 8, height, 3, layout.isWide ? 27 : 20);
  const rows = Math.ceil(dice / columns);
  return {
    x: layout.case.x + inset.left + group * width + (place % columns) * (die + 3),
    y: layout.case.y + inset.top + (height - rows * (die + 3) + 3) / 2 + Math.floor(place / columns) * (die + 3),
    die,
  };
}
