/** How much room there is. The same words stand in the styles of pages: a media query cannot have a name in CSS. */
import { MediaQuery } from "svelte/reactivity";

/** Board and dock share the page, and all else is a sheet. */
export const isSmall = new MediaQuery("(max-width: 899px) or (max-height: 559px)");

/** A phone held sideways: the dock stands beside the board. */
export const isSideways = new MediaQuery("(max-height: 559px) and (min-aspect-ratio: 1)");

/** Sheets stand above a keyboard that covers the lower part of the page, and show what is typed: what it leaves is the visual viewport. */
export function followKeyboard(): void {
  const seen = window.visualViewport;
  const measure = (): void => {
    const hidden = seen && seen.scale === 1 ? Math.max(0, innerHeight - seen.height - seen.offsetTop) : 0;
    document.documentElement.style.setProperty("--keyboard", `${Math.round(hidden)}px`);
    document.documentElement.toggleAttribute("data-keyboard", hidden > 0);
  };
  seen?.addEventListener("resize", measure);
  seen?.addEventListener("scroll", measure);
}
