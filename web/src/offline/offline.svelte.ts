/** The page without a network: what keeps it, and whether a newer one waits. */
import { GAMES } from "../games";
import { settings } from "../settings.svelte";

class Offline {
  /** A newer version of the page waits to take over. */
  waiting = $state.raw<ServiceWorker | null>(null);
  #isReloading = false;

  /** Keep the page for later; where the browser cannot, all is as before. */
  async start(): Promise<void> {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    try {
      const registration = await navigator.serviceWorker.register("/service-worker.js");
      this.waiting = registration.waiting;
      registration.addEventListener("updatefound", () => {
        const found = registration.installing;
        found?.addEventListener("statechange", () => {
          // The first one ever has nothing to take over from.
          if (found.state === "installed" && navigator.serviceWorker.controller) this.waiting = found;
        });
      });
      const { active } = await navigator.serviceWorker.ready;
      const language = settings.language;
      const addresses = GAMES.flatMap(({ name }) => [`/api/games/${name}/rules`, `/api/games/${name}/lesson?language=${language}`]);
      active?.postMessage({ kind: "keep", addresses: ["/api/games", ...addresses] });
    } catch {
      // private windows and policies may forbid it
    }
  }

  /** Let the newer version take over, and load the page anew. */
  update(): void {
    navigator.serviceWorker.addEventListener("controllerchange", () => {
      if (this.#isReloading) return;
      this.#isReloading = true;
      location.reload();
    });
    this.waiting?.postMessage({ kind: "take over" });
  }
}

export const offline = new Offline();
