/** Tables as CSV, out and in, of lists of things whose parts are words, numbers, lists of words, or things again. */

type Row = Record<string, unknown>;

const isThing = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);
const isWords = (value: unknown): value is string[] => Array.isArray(value) && value.every((one) => typeof one === "string" && /^[^\s"[\]{}]+$/.test(one));
const FLAT = 1; // so deep things have columns of their own; what is deeper is one cell of JSON

/** Every column that some row has, in the order in which they come. */
export function columns(rows: readonly Row[]): string[] {
  const found = new Set<string>();
  for (const row of rows) for (const name of Object.keys(flat(row))) found.add(name);
  return [...found];
}

function flat(row: Row, before = "", depth = 0): Record<string, string> {
  const cells: Record<string, string> = {};
  for (const [name, value] of Object.entries(row)) {
    if (value === null || value === undefined) continue;
    const whole = before + name;
    const isFlat = isThing(value) && depth < FLAT && Object.values(value).every((inner) => typeof inner === "number" || typeof inner === "string");
    if (isFlat) Object.assign(cells, flat(value, `${whole}.`, depth + 1));
    else cells[whole] = isWords(value) ? value.join(" ") : typeof value === "string" ? value : JSON.stringify(value);
  }
  return cells;
}

/** A word that another program would take for a formula is given as text. */
const cell = (text: string): string => {
  const safe = /^[=+@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export function write(rows: readonly Row[]): string {
  const names = columns(rows);
  return [names, ...rows.map((row) => names.map((name) => flat(row)[name] ?? ""))].map((line) => line.map(cell).join(",")).join("\r\n") + "\r\n";
}

/** The cells of a CSV text; the separator is the comma or, as in German sheets, the semicolon. */
export function cells(text: string): string[][] {
  const clean = text.replace(/^\uFEFF/, "");
  const head = clean.slice(0, clean.search(/[\r\n]|$/));
  const separator = head.split(";").length > head.split(",").length ? ";" : ",";
  const lines: string[][] = [[]];
  let word = "";
  let isQuoted = false;
  const end = (): void => {
    lines.at(-1)!.push(word);
    word = "";
  };
  for (let place = 0; place < clean.length; place++) {
    const letter = clean[place];
    if (isQuoted) {
      if (letter !== '"') word += letter;
      else if (clean[place + 1] === '"') word += clean[++place];
      else isQuoted = false;
    } else if (letter === '"' && word === "") isQuoted = true;
    else if (letter === separator) end();
    else if (letter === "\n" || letter === "\r") {
      if (letter === "\r" && clean[place + 1] === "\n") place++;
      end();
      lines.push([]);
    } else word += letter;
  }
  end();
  return lines.filter((line) => line.some((one) => one.trim() !== ""));
}

/** What is wrong with a text that should be a table: in which line, counted from 1. */
export class BadTable extends Error {
  constructor(
    readonly line: number,
    readonly column: string,
  ) {
    super(`line ${line}, column ${column}`);
  }
}

/** Rows again; `words` are the columns whose cells are lists of words. */
export function read(text: string, words: readonly string[] = []): Row[] {
  const [names, ...lines] = cells(text);
  if (!names) throw new BadTable(1, "");
  return lines.map((line, number) => {
    const row: Row = {};
    names.forEach((name, at) => {
      const given = (line[at] ?? "").trim();
      const value = words.includes(name) ? given.split(/\s+/).filter(Boolean) : given === "" ? undefined : valueOf(given, number + 2, name);
      if (value === undefined) return;
      const [thing, part] = name.split(".");
      if (part === undefined) row[thing] = value;
      else (row[thing] ??= {} as Row) && ((row[thing] as Row)[part] = value);
    });
    return row;
  });
}

function valueOf(text: string, line: number, column: string): unknown {
  const bare = /^'[=+@]/.test(text) ? text.slice(1) : text;
  if (/^-?\d+$/.test(bare)) return Number(bare);
  if (!/^[[{]/.test(bare)) return bare;
  try {
    return JSON.parse(bare) as unknown;
  } catch {
    throw new BadTable(line, column);
  }
}
