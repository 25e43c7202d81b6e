/** A hand lies under the thumb where there is little room: its element is moved there, and back. */
import type { Attachment } from "svelte/attachments";

/** The element lies in `dock` as long as there is one, else where its board drew it. */
export function lieIn(dock: HTMLElement | null): Attachment<HTMLElement> {
  return (element) => {
    if (!dock) return;
    const home = document.createComment("");
    element.before(home);
    dock.append(element);
    return () => home.replaceWith(element);
  };
}
