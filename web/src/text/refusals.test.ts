import { afterEach, expect, it } from "vitest";
import { settings } from "../settings.svelte";
import { BY_CODE, PARTICULAR, tellRefusal } from "./refusals";

const [errors] = Object.values(import.meta.glob<string>("../../../src/motherlode/core/errors.py", { eager: true, query: "?raw", import: "default" }));
const CODES = [...errors.matchAll(/= "(\w+\/\w+)"/g)].map(([, code]) => code);

afterEach(() => {
  settings.language = "en";
});

it("knows no code that the server does not have", () => {
  expect(CODES.length).toBeGreaterThan(40);
  for (const code of [...Object.keys(BY_CODE), ...PARTICULAR.map(([code]) => code)]) if (code !== "offline") expect(CODES).toContain(code);
});

it("says in German what a refusal means, with its names, and in English what the server says", () => {
  const taken = { code: "person/taken", message: "the name 'Ada' is taken: it looks like \"O'Hara\", who has an account" };
  const denied = { code: "table/denied", message: "something new" };
  expect(tellRefusal(taken)).toBe("The name Ada is taken: it looks like O'Hara, who has an account.");
  expect(tellRefusal(denied)).toBe("something new");
  settings.language = "de";
  expect(tellRefusal(taken)).toBe("Der Name Ada ist vergeben: Er sieht aus wie O'Hara, und dazu gibt es ein Konto.");
  expect(tellRefusal({ code: "person/taken", message: "the name 'Ada' is taken" })).toBe("Der Name Ada ist vergeben.");
  expect(tellRefusal(denied)).toBe("Das darfst du hier nicht.");
  expect(tellRefusal({ code: "offline", message: "" })).toBe("Der Server antwortet nicht.");
  expect(tellRefusal({ code: "nobody/knows", message: "what is this?" })).toBe("what is this?");
});
