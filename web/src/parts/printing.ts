/** Prints one part of a page and nothing else: the style sheet leaves out all that neither holds it nor belongs to it. */
export function printAlone(part: "summary"): void {
  const root = document.documentElement;
  root.dataset.print = part;
  addEventListener("afterprint", () => delete root.dataset.print, { once: true });
  print();
}
