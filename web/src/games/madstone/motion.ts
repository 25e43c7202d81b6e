/** Things go from where they were to where they are: boxes are measured before and after a change of the page. */

/** A box on the board, in its own coordinates. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const GLIDE_MS = 420;
const EASE = "cubic-bezier(0.2, 0.8, 0.25, 1)";

/** Where a thing lies when nothing moves: without its transforms, which motion and the fan of a hand use. */
export function boxOf(element: HTMLElement, root: HTMLElement): Box {
  const [to, from] = [cornerOf(element), cornerOf(root)];
  return { x: to.x - from.x, y: to.y - from.y, width: element.offsetWidth, height: element.offsetHeight };
}

/** On the page, since a hand may lie beside the board. */
function cornerOf(element: HTMLElement): { x: number; y: number } {
  const corner = { x: 0, y: 0 };
  for (let at: HTMLElement | null = element; at; at = at.offsetParent as HTMLElement | null) {
    corner.x += at.offsetLeft - (at === element ? 0 : at.scrollLeft);
    corner.y += at.offsetTop;
  }
  return corner;
}

/** The transform that shows something that lies at `to` as if it lay at `from`, about its centre. */
export function shift(from: Box, to: Box): string {
  const x = from.x + from.width / 2 - to.x - to.width / 2;
  const y = from.y + from.height / 2 - to.y - to.height / 2;
  const scale = to.width ? Math.max(0.08, from.width / to.width) : 1;
  return `translate(${round(x)}px, ${round(y)}px) scale(${round(scale)})`;
}

function round(number: number): number {
  return Math.round(number * 1000) / 1000;
}

/** Whether the eye would notice. */
export function hasMoved(from: Box, to: Box): boolean {
  return Math.abs(from.x - to.x) > 2 || Math.abs(from.y - to.y) > 2 || Math.abs(from.width - to.width) > 2;
}

export function glide(element: Element, from: Box, to: Box, delay: number): void {
  element.animate(
    [
      { transform: shift(from, to), zIndex: 30 },
      { transform: "none", zIndex: 30 },
    ],
    { duration: GLIDE_MS, delay, easing: EASE, fill: "backwards" },
  );
}

/** The first of a selector in the parts of a board: the table, and the hand wherever it lies. */
export function find(parts: readonly HTMLElement[], selector: string): HTMLElement | null {
  for (const part of parts) {
    const found = part.querySelector<HTMLElement>(selector);
    if (found) return found;
  }
  return null;
}

/** Where all cards of a board lie, by their ids; the first of its parts is the table. */
export function measure(parts: readonly HTMLElement[]): Map<string, Box> {
  const cards = parts.flatMap((part) => [...part.querySelectorAll<HTMLElement>('[data-spot^="card:"], [data-spot^="commander:"]')]);
  return new Map(cards.map((element) => [element.dataset.spot!, boxOf(element, parts[0])]));
}
