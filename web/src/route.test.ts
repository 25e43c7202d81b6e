// @vitest-environment node
import { beforeAll, expect, it, vi } from "vitest";

let read: typeof import("./route.svelte").read;

beforeAll(async () => {
  vi.stubGlobal("location", { pathname: "/", search: "", hash: "" });
  vi.stubGlobal("addEventListener", () => {});
  ({ read } = await import("./route.svelte"));
});

const at = (pathname: string, search = "", hash = ""): ReturnType<typeof read> => read({ pathname, search, hash });

it("knows every page", () => {
  expect(at("/").page).toBe("home");
  expect(at("/play/madcap", "?mode=friends").query.get("mode")).toBe("friends");
  expect(at("/t/abc-1", "", "#secret")).toMatchObject({ page: "table", name: "abc-1", fragment: "secret" });
  expect(at("/analysis/madcap", "")).toMatchObject({ page: "analysis", name: "madcap" });
  expect(at("/t/abc/replay", "?step=4")).toMatchObject({ page: "replay", name: "abc" });
  expect(at("/t/abc/review", "", "#secret")).toMatchObject({ page: "review", name: "abc", fragment: "secret" });
  expect(at("/rules/madstone", "", "#R3.1")).toMatchObject({ page: "rules", name: "madstone", fragment: "R3.1" });
  expect(at("/learn/trap_the_cap").page).toBe("learn");
  expect(at("/puzzles/madcap", "?day=1")).toMatchObject({ page: "puzzles", name: "madcap" });
  expect(at("/daily").page).toBe("daily");
  expect(at("/matches").page).toBe("matches");
});

it("says when there is none", () => {
  expect(at("/t/").page).toBe("lost");
  expect(at("/nowhere/at/all").page).toBe("lost");
});
