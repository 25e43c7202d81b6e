/** How things come and go. All of it takes no time where motion is unwelcome. */
import type { TransitionConfig } from "svelte/transition";

interface Way {
  isCalm: boolean;
  delay?: number;
}

interface Fall extends Way {
  from?: number; // pixels above
}

const easeOut = (time: number): number => 1 - (1 - time) ** 3;

/** A rail or a cart is put down from above. */
export function putDown(_: Element, { isCalm, delay = 0, from = 34 }: Fall): TransitionConfig {
  return {
    delay: isCalm ? 0 : delay,
    duration: isCalm ? 0 : 320,
    easing: easeOut,
    css: (time) => `opacity: ${Math.min(1, time * 2)}; transform: translate(0px, ${-from * (1 - time)}px)`,
  };
}

/** Rock and rail fall away from under everything. */
export function fallAway(_: Element, { isCalm, delay = 0 }: Way): TransitionConfig {
  return {
    delay: isCalm ? 0 : delay,
    duration: isCalm ? 0 : 380,
    css: (time, gone) => `opacity: ${Math.min(1, time * 1.4)}; transform: translate(0px, ${gone * gone * 70}px) rotate(${gone * 9}deg) scale(${1 - gone * 0.25})`,
  };
}

/** A cart tumbles into the dark. */
export function tumble(_: Element, { isCalm, delay = 0 }: Way): TransitionConfig {
  return {
    delay: isCalm ? 0 : delay,
    duration: isCalm ? 0 : 620,
    css: (time, gone) =>
      `opacity: ${Math.min(1, time * 2.2)}; transform: translate(${gone * 26}px, ${-80 * gone * (1 - gone) + gone * gone * 60}px) rotate(${gone * 200}deg) scale(${1 - gone * 0.5})`,
  };
}

interface Throw extends Way {
  x: number; // where it comes from, beside where it lands
  y: number;
  turns?: number;
}

/** A card or a die is thrown from a player's cart to where it lands. */
export function thrown(_: Element, { isCalm, x, y, turns = 0 }: Throw): TransitionConfig {
  return {
    duration: isCalm ? 0 : turns ? 440 : 260,
    easing: easeOut,
    css: (time, left) =>
      `opacity: ${Math.min(1, time * 4)}; transform: translate(${x * left}px, ${y * left - (turns ? 46 : 24) * 4 * time * left}px) rotate(${-360 * turns * left}deg) scale(${0.55 + 0.45 * time})`,
  };
}

/** What only shows for a moment fades. */
export function fadeOut(_: Element, { isCalm }: Way): TransitionConfig {
  return { duration: isCalm ? 0 : 160, css: (time) => `opacity: ${time}` };
}
