/** Which page is open. Addresses are ordinary paths, so that every page can be shared, reloaded and opened in a tab. */

export interface Route {
  page: "home" | "game" | "table" | "replay" | "review" | "rules" | "learn" | "analysis" | "puzzles" | "daily" | "people" | "matches" | "designer" | "shelf" | "lost";
  name: string; // of the game or table
  query: URLSearchParams;
  fragment: string;
}

const PAGES: [RegExp, Route["page"]][] = [
  [/^\/$/, "home"],
  [/^\/play\/([a-z_]+)$/, "game"],
  [/^\/t\/([\w-]+)$/, "table"],
  [/^\/t\/([\w-]+)\/replay$/, "replay"],
  [/^\/t\/([\w-]+)\/review$/, "review"],
  [/^\/rules\/([a-z_]+)$/, "rules"],
  [/^\/learn\/([a-z_]+)$/, "learn"],
  [/^\/puzzles\/([a-z_]+)$/, "puzzles"],
  [/^\/daily$/, "daily"],
  [/^\/analysis\/([a-z_]+)$/, "analysis"],
  [/^\/design\/([a-z_]+)$/, "designer"],
  [/^\/variants\/([a-z_]+)$/, "shelf"],
  [/^\/people$/, "people"],
  [/^\/matches$/, "matches"],
];

export function read(address: Pick<Location, "pathname" | "search" | "hash">): Route {
  for (const [pattern, page] of PAGES) {
    const found = pattern.exec(address.pathname);
    if (found) {
      return { page, name: found[1] ?? "", query: new URLSearchParams(address.search), fragment: address.hash.slice(1) };
    }
  }
  return { page: "lost", name: address.pathname, query: new URLSearchParams(), fragment: "" };
}

class Place {
  now: Route = $state.raw(read(location));

  constructor() {
    addEventListener("popstate", () => (this.now = read(location)));
  }

  go(address: string, how: "push" | "replace" = "push"): void {
    history[how === "push" ? "pushState" : "replaceState"](null, "", address);
    this.now = read(location);
    if (how === "push") scrollTo(0, 0);
  }
}

export const place = new Place();

/** Links within the client open without loading the page anew. */
export function onLink(event: MouseEvent): void {
  const link = (event.target as Element).closest?.("a");
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.pathname.startsWith("/api/")) return;
  if (link.pathname === location.pathname && link.hash) return; // a place on this page
  event.preventDefault();
  place.go(link.pathname + link.search + link.hash);
}
