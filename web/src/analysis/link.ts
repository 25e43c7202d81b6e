/** An analysis as the fragment of an address: browsers keep it to themselves, so keys and positions stay private. */

/** Where an analysis begins. */
export interface Origin {
  table?: string;
  key?: string;
  lesson?: boolean;
  puzzle?: string;
  position?: string;
  seats?: number;
  options?: Record<string, unknown>;
}

export interface Link {
  origin: Origin;
  moves: number | null; // entries of the match or lesson
  line: number[];
  eyes: string; // "turn", "all" or a seat
}

export function write({ origin, moves, line, eyes }: Link): string {
  const told = new URLSearchParams();
  if (origin.table) told.set("t", origin.table);
  if (origin.key) told.set("k", origin.key);
  if (origin.lesson) told.set("lesson", "1");
  if (origin.puzzle) told.set("puzzle", origin.puzzle);
  if (origin.position !== undefined) told.set("p", origin.position);
  if (origin.seats !== undefined) told.set("s", String(origin.seats));
  if (origin.options && Object.keys(origin.options).length) told.set("o", JSON.stringify(origin.options));
  if (moves !== null) told.set("m", String(moves));
  if (line.length) told.set("l", line.join("."));
  if (eyes !== "turn") told.set("e", eyes);
  return told.toString();
}

export function read(fragment: string): Link {
  const told = new URLSearchParams(fragment);
  const origin: Origin = {};
  if (told.has("t")) origin.table = told.get("t")!;
  if (told.has("k")) origin.key = told.get("k")!;
  if (told.has("lesson")) origin.lesson = true;
  if (told.has("puzzle")) origin.puzzle = told.get("puzzle")!;
  if (told.has("p")) origin.position = told.get("p")!;
  if (isNumber(told.get("s"))) origin.seats = Number(told.get("s"));
  try {
    const options: unknown = JSON.parse(told.get("o") ?? "{}");
    if (options && typeof options === "object" && !Array.isArray(options) && Object.keys(options).length) origin.options = options as Record<string, unknown>;
  } catch {
    // a damaged link: the game as it is usually played
  }
  const line = (told.get("l") ?? "").split(".").filter(isNumber).map(Number);
  const eyes = told.get("e") ?? "turn";
  return { origin, moves: isNumber(told.get("m")) ? Number(told.get("m")) : null, line, eyes: eyes === "all" || isNumber(eyes) ? eyes : "turn" };
}

const isNumber = (text: string | null): text is string => text !== null && /^-?\d{1,10}$/.test(text);

/** The address of an analysis of a match, lesson or puzzle from a step on. */
export const analysisLink = (game: string, origin: Origin, moves: number): string => `/analysis/${game}#${write({ origin, moves, line: [], eyes: "turn" })}`;
