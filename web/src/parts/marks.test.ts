import { expect, it } from "vitest";
import { drawMarks, MARKS, withoutKey } from "./marks";

const rulebooks = import.meta.glob<string>("../../../src/motherlode/games/*/RULES.md", { eager: true, query: "?raw", import: "default" });

it("draws each mark where it stands in a rule, and nothing else", () => {
  const drawn = drawMarks("<p>A <em>laden</em> cap. <em>text</em> for entering, <em>ruling</em> for leaving</p>");
  expect(drawn).toContain("A <em>laden</em> cap.");
  expect(drawn).toMatch(/<span class="mark-of text"[^>]*>text<\/span> for entering, <span class="mark-of ruling"[^>]*>ruling<\/span> for leaving/);
  expect(drawn).not.toContain("mark-of made");
});

it("has another name and another meaning for each mark", () => {
  for (const language of ["en", "de"] as const) {
    const all = Object.values(MARKS);
    expect(new Set(all.map(({ name }) => name[language])).size).toBe(3);
    expect(new Set(all.map(({ meaning }) => meaning[language])).size).toBe(3);
  }
});

it("leaves out the paragraph on marks, which every rulebook has by itself", () => {
  expect(withoutKey("<p>For two.</p>\n<p>The mark at the end of a rule says: <em>text</em>.</p>\n<p>Numbers.</p>")).toBe("<p>For two.</p>\n<p>Numbers.</p>");
  expect(Object.keys(rulebooks).length).toBe(5);
  for (const [path, text] of Object.entries(rulebooks)) {
    const [paragraph] = text.split("\n\n").filter((part) => part.startsWith("The mark at the end of a rule "));
    for (const mark of Object.keys(MARKS)) expect(paragraph, path).toContain(`*${mark}*`);
  }
});
