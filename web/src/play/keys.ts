/** Arrow keys go from one lit thing to the nearest in that direction. */
const WAYS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export function moveFocus(event: KeyboardEvent): void {
  const way = WAYS[event.key];
  const here = document.activeElement;
  if (!way || event.altKey || event.ctrlKey || event.metaKey) return;
  if (here?.matches("input, select, textarea, [role=tab], dialog *, ol[tabindex]")) return;
  const things = [...document.querySelectorAll<HTMLElement | SVGElement>("[data-thing].lit, [data-thing].taken")];
  if (!things.length) return;
  event.preventDefault();
  const from = here?.matches("[data-thing]") ? centre(here) : null;
  const lit = things.filter((thing) => thing !== here && thing.matches(".lit"));
  // From what was touched already every way leads on to what is lit, wherever that is.
  const isTouched = !here?.matches(".lit");
  const others = isTouched ? lit : things.filter((thing) => thing !== here);
  const next = from ? nearest(others, from, way) : (lit[0] ?? things[0]);
  if (next) next.focus();
  else if (from && isTouched) closest(lit, from)?.focus();
}

type Point = { x: number; y: number };

function centre(element: Element): Point {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function closest<Item extends Element>(items: Item[], from: Point): Item | undefined {
  const far = (item: Item): number => Math.hypot(centre(item).x - from.x, centre(item).y - from.y);
  return items.toSorted((one, other) => far(one) - far(other))[0];
}

/** Distance counts along the way; going astray counts double. */
export function nearest<Item extends Element>(items: Item[], from: Point, [right, down]: [number, number]): Item | undefined {
  let best: Item | undefined;
  let least = Infinity;
  for (const item of items) {
    const to = centre(item);
    const [x, y] = [to.x - from.x, to.y - from.y];
    const along = x * right + y * down;
    const astray = Math.abs(x * down) + Math.abs(y * right);
    if (along <= 1) continue;
    const cost = along + 2 * astray;
    if (cost < least) [best, least] = [item, cost];
  }
  return best;
}
