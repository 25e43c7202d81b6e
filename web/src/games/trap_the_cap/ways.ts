/** How caps walk on the board: the routes behind the legal moves, to show and to move along. */
import type { Board } from "./position";

export type Ways = ReadonlyMap<string, readonly string[]>;
/** Places one after another, the first and the last included. */
export type Route = readonly string[];

export function waysOf(board: Board): Ways {
  return new Map([...board.spaces, ...board.bases].map((place) => [place.id, place.ways]));
}

const isBase = (place: string): boolean => place.startsWith("base:");

/** R2.3: a route of exactly so many steps that never turns back; bases only at its ends. */
export function walk(ways: Ways, from: string, to: string, steps: number): Route | null {
  const route = [from];
  const search = (left: number): boolean => {
    const here = route[route.length - 1];
    if (!left) return here === to;
    for (const next of ways.get(here) ?? []) {
      if (next === route[route.length - 2] || (isBase(next) && (next !== to || left > 1))) continue;
      route.push(next);
      if (search(left - 1)) return true;
      route.pop();
    }
    return false;
  };
  return search(steps) ? route : null;
}

/** R5: a route into the base with at most so many steps. */
export function walkHome(ways: Ways, from: string, base: string, points: number): Route | null {
  for (let steps = 1; steps <= points; steps++) {
    const route = walk(ways, from, base, steps);
    if (route) return route;
  }
  return null;
}

/** R5.4: a route through the base that uses up all points. */
export function walkThrough(ways: Ways, from: string, base: string, to: string, points: number): Route | null {
  for (let steps = 1; steps < points; steps++) {
    const home = walk(ways, from, base, steps);
    const onward = home && walk(ways, base, to, points - steps);
    if (onward) return [...home, ...onward.slice(1)];
  }
  return null;
}

/** The shortest route: the Golden Cap may turn as it likes, so how it walked is not known. */
export function shortest(ways: Ways, from: string, to: string): Route | null {
  const came = new Map<string, string | null>([[from, null]]);
  const queue = [from];
  for (const here of queue) {
    if (here === to) {
      const route = [];
      for (let place: string | null = here; place; place = came.get(place) ?? null) route.unshift(place);
      return route;
    }
    for (const next of ways.get(here) ?? []) {
      if (came.has(next)) continue;
      came.set(next, here);
      queue.push(next);
    }
  }
  return null;
}

/** R2.3: where a cap can be after each number of steps up to six; index 0 is where it stands. */
export function reach(ways: Ways, from: string): Set<string>[] {
  const found: Set<string>[] = [new Set([from])];
  let walks: [string, string][] = [[from, ""]];
  for (let step = 1; step <= 6; step++) {
    const onward = new Map<string, [string, string]>();
    for (const [here, came] of walks) {
      for (const next of ways.get(here) ?? []) if (next !== came && !isBase(next)) onward.set(`${next} ${here}`, [next, here]);
    }
    walks = [...onward.values()];
    found.push(new Set(walks.map(([place]) => place)));
  }
  return found;
}
