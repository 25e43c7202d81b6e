/** What a game's own schema says about a value, and values that are changed without touching the old ones. */

/** As much of JSON Schema as our structs make. */
export interface Schema {
  type?: string;
  enum?: string[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
  default?: unknown;
}

export type Path = readonly (string | number)[];
export type Options = Record<string, unknown>;

/** As faults name it: `cards[0].numbers.kill`. */
export function write(path: Path): string {
  return path.map((part, at) => (typeof part === "number" ? `[${part}]` : at ? `.${part}` : part)).join("");
}

export function read(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|[^.[\]]+/g)].map(([part, number]) => (number === undefined ? part : Number(number)));
}

export function at(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, part) => (inner as Record<string | number, unknown> | undefined)?.[part], value);
}

/** The same value with another one at a path; `undefined` takes away what is there. */
export function changed(value: unknown, path: Path, wanted: unknown): unknown {
  if (!path.length) return wanted;
  const [part, ...rest] = path;
  const inner = changed((value as Record<string | number, unknown> | undefined)?.[part], rest, wanted);
  if (Array.isArray(value)) return inner === undefined ? value.filter((_, index) => index !== part) : Object.assign([...(value as unknown[])], { [part]: inner });
  const { [part]: _, ...others } = (value ?? {}) as Record<string | number, unknown>;
  return inner === undefined ? others : { ...(value as object), [part]: inner };
}

/** Equal as JSON, in whatever order keys are; what is nothing is as good as missing. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined && inner !== null);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, sorted(inner)]));
}

/** Which of several forms a value has. */
export function formOf(schema: Schema, value: unknown): Schema {
  if (!schema.anyOf) return schema;
  const kind = Array.isArray(value) ? "array" : value === null ? "null" : typeof value === "number" ? "integer" : typeof value;
  return schema.anyOf.find((each) => each.type === kind) ?? schema.anyOf[0];
}

/** A first value that fits, for what is added. */
export function fresh(schema: Schema): unknown {
  if (schema.default !== undefined && schema.default !== null) return structuredClone(schema.default);
  if (schema.anyOf) return fresh(schema.anyOf[0]);
  if (schema.enum) return schema.enum[0];
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 0;
  if (schema.type === "boolean") return false;
  if (schema.type === "array") return Array.from({ length: schema.minItems ?? 0 }, () => fresh(schema.items ?? {}));
  if (schema.type === "object") return Object.fromEntries((schema.required ?? []).map((name) => [name, fresh(schema.properties?.[name] ?? {})]));
  return "";
}
