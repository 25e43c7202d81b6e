import { expect, it } from "vitest";
import { BOTS } from "./bots";
import { OPTIONS } from "./options";
import { shell } from "./shell";

const modules = import.meta.glob<Record<string, unknown>>("./*.ts", { eager: true });

/** Every `{ en, de }` in a tree of texts. */
function* texts(value: unknown, path: string): Generator<[string, { en: string; de: string }]> {
  if (typeof value !== "object" || value === null) return;
  if ("en" in value && typeof value.en === "string") yield [path, value as { en: string; de: string }];
  for (const [name, part] of Object.entries(value)) yield* texts(part, `${path}.${name}`);
}

it("has every text in both languages, with the same gaps", () => {
  const all = [...texts({ shell, BOTS, OPTIONS, ...modules }, "text")];
  expect(all.length).toBeGreaterThan(100);
  for (const [path, text] of all) {
    expect(typeof text.de, path).toBe("string");
    const gaps = (words: string): string[] => [...new Set(words.match(/\{\w+\}/g) ?? [])].sort();
    expect(gaps(text.de), path).toEqual(gaps(text.en));
    if (text.en) expect(text.de, path).not.toBe("");
  }
});
