// What does not fit the page as it stands, in words; nothing if all is well. Runs in any browser, without changing anything.
// isFinger: what can be touched must be a finger wide, or stand on the stage, where a touch magnifies it.
(isFinger) => {
  const FINGER = 40, STEPS = 9, SLACK = 1.5;
  // A grid of spots, those first that say most: the cross through the middle, from its ends.
  const inCross = (step) => step % STEPS === (STEPS - 1) / 2 || Math.floor(step / STEPS) === (STEPS - 1) / 2;
  const fromMiddle = (step) => Math.hypot((step % STEPS) - (STEPS - 1) / 2, Math.floor(step / STEPS) - (STEPS - 1) / 2);
  const SPOTS = Array.from({ length: STEPS * STEPS }, (_, step) => step).sort((one, other) => inCross(other) - inCross(one) || fromMiddle(other) - fromMiddle(one));
  const [width, height] = [visualViewport.width, visualViewport.height];
  const found = [];
  const name = (element) => element.dataset?.thing ?? (element.getAttribute("aria-label") || element.textContent.trim()).slice(0, 40);
  const known = new Map(); // many words have the same element around them
  const isForReaders = (element) => {
    if (!element) return false;
    if (!known.has(element)) known.set(element, element.matches(".skip") || getComputedStyle(element).clipPath !== "none" || isForReaders(element.parentElement));
    return known.get(element);
  };
  const isSeen = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && !isForReaders(element);
  const isMagnified = !!document.querySelector(".stage.magnified");

  if (document.documentElement.scrollHeight > innerHeight + 1) found.push(`the page is ${document.documentElement.scrollHeight} high`);
  if (document.documentElement.scrollWidth > innerWidth + 1) found.push(`the page is ${document.documentElement.scrollWidth} wide`);

  // What can be touched: in view, under nothing else, wide enough.
  const open = document.querySelector("dialog[open]") ?? document.querySelector(".page");
  const touchable = new Set([...open.querySelectorAll("[data-thing].lit"), ...open.querySelectorAll(":is(button, a.button, a.home, input, select):not(:disabled, .thing)")]);
  for (const element of touchable) {
    if (!isSeen(element) || element.closest("ol[tabindex]")) continue; // a list that scrolls is no part of acting
    const box = element.getBoundingClientRect();
    const onStage = !!element.closest(".stage");
    if (isMagnified && onStage) continue; // the lens shows a part of the board, and whoever opened it looks at that
    const what = `${name(element)} (${Math.round(box.width)}x${Math.round(box.height)} at ${Math.round(box.x)},${Math.round(box.y)})`;
    if (box.x < -SLACK || box.y < -SLACK || box.right > width + SLACK || box.bottom > height + SLACK) {
      found.push(`${what} is not in view`);
      continue;
    }
    const own = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
    const over = new Map();
    const wanted = isFinger ? FINGER : 20;
    const isOwn = (one) => one && (element.contains(one) || (element.dataset.thing && one.closest("[data-thing]")?.dataset.thing === element.dataset.thing));
    const isWide = () => Math.min(own.right - own.left + box.width / STEPS, own.bottom - own.top + box.height / STEPS) >= wanted - 0.5;
    for (const step of SPOTS) {
      const x = box.x + (box.width * ((step % STEPS) + 0.5)) / STEPS;
      const y = box.y + (box.height * (Math.floor(step / STEPS) + 0.5)) / STEPS;
      const top = document.elementFromPoint(x, y);
      if (isOwn(top)) {
        own.left = Math.min(own.left, x);
        own.right = Math.max(own.right, x);
        own.top = Math.min(own.top, y);
        own.bottom = Math.max(own.bottom, y);
        if (isWide()) break;
      } else if (document.elementsFromPoint(x, y).some(isOwn)) {
        const cover = top.closest("[data-thing], [class]") ?? top;
        over.set(cover.dataset?.thing ?? cover.getAttribute("class"), 1);
      }
    }
    if (own.left > own.right) {
      found.push(`${what} lies under ${[...over.keys()].join(", ") || "nothing, but cannot be hit"}`);
      continue;
    }
    if (isWide()) continue;
    const free = [own.right - own.left + box.width / STEPS, own.bottom - own.top + box.height / STEPS];
    if (over.size && Math.min(box.width, box.height) >= 1.2 * wanted) found.push(`${what} has ${free.map(Math.round).join("x")} left under ${[...over.keys()].join(", ")}`);
    else if (!onStage) found.push(`${what} is too small`);
  }

  // Words: whole, within what clips them.
  const walker = document.createTreeWalker(document.querySelector(".page"), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode;
    const parent = text.parentElement;
    if (!text.data.trim() || !isSeen(parent) || parent.closest("ol[tabindex], [aria-live], style, title, option")) continue;
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (!box.width || !box.height || isMagnified) continue;
    const words = text.data.trim().slice(0, 30);
    if (box.x < -SLACK || box.y < -SLACK || box.right > width + SLACK || box.bottom > height + SLACK) {
      found.push(`"${words}" is not in view`);
      continue;
    }
    for (let outer = parent; outer && outer !== document.body; outer = outer.parentElement) {
      const style = getComputedStyle(outer);
      if (style.overflowX === "auto" || style.overflowX === "scroll" || style.overflowY === "auto" || style.overflowY === "scroll") break;
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const edge = outer.getBoundingClientRect();
      const cut = Math.max(edge.x - box.x, box.right - edge.right, (edge.y - box.y) - 0.35 * box.height, (box.bottom - edge.bottom) - 0.35 * box.height);
      if (cut > SLACK) {
        found.push(`"${words}" is cut by ${Math.round(cut)} px of .${outer.getAttribute("class")}`);
        break;
      }
      if (outer === parent && outer.scrollWidth > outer.clientWidth + 1 && style.textOverflow === "ellipsis") found.push(`"${words}" ends in dots`);
    }
  }
  return found;
}
