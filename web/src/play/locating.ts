/** Where things are drawn, for what is laid over a board and its dock. */

/** Where a thing of a path is: itself, or the place that it will be at once the one before is touched. */
export function locate(page: Element, thing: string): DOMRect | null {
  const found = page.querySelector(`[data-thing="${CSS.escape(thing)}"]`) ?? page.querySelector(`[data-place="${CSS.escape(thing.replace(/^turn:/, "space:"))}"]`);
  const box = found?.getBoundingClientRect();
  return box?.width ? box : null;
}

/** Measures whenever boards move, or the page does; call what is returned to stop. */
export function followMotion(overlay: Element, measure: () => void): () => void {
  const watcher = new ResizeObserver(measure);
  watcher.observe(overlay);
  const moved = ["scroll", "transitionend", "animationend"]; // a lens opens and closes by a transition
  for (const event of moved) document.addEventListener(event, measure, true);
  return () => {
    watcher.disconnect();
    for (const event of moved) document.removeEventListener(event, measure, true);
  };
}
