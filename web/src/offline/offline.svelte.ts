/** The page without a network: what keeps it, and whether a newer one waits. */
import { GAMES } from "../games";
import { settings } from "../settings.svelte";

const KEPT = "motherlode-kept"; // what was fetched for later: version and language

class Offline {
  /** A newer version of the page waits to take over. */
  waiting = $state.raw<ServiceWorker | null>(null);
  /** A worker keeps what this page asks for. */
  keeps = $state(false);
  #isReloading = false;

  /** Keep the page for later; where the browser cannot, all is as before. */
  async start(): Promise<void> {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    try {
      const registration = await navigator.serviceWorker.register("/service-worker.js");
      // The first one ever waits for a moment too, and has nothing to take over from.
      if (registration.active) this.waiting = registration.waiting;
      registration.addEventListener("updatefound", () => {
        const found = registration.installing;
        found?.addEventListener("statechange", () => {
          if (found.state === "installed" && navigator.serviceWorker.controller) this.waiting = found;
        });
      });
      const { active } = await navigator.serviceWorker.ready;
      this.keeps = navigator.serviceWorker.controller !== null;
      navigator.serviceWorker.addEventListener("controllerchange", () => (this.keeps = true));
      if (!navigator.onLine) return; // what was kept before is there
      const language = settings.language;
      const kinds = [`rules?language=${language}`, `lesson?language=${language}`, `puzzles/pack?language=${language}`];
      const addresses = GAMES.flatMap(({ name }) => kinds.map((kind) => `/api/games/${name}/${kind}`));
      active?.postMessage({ kind: "keep", addresses: ["/api/games", ...addresses] });
      await this.#keepAnalysis(language);
    } catch {
      // private windows and policies may forbid it
    }
  }

  /** The analysis board of every game from its start, with its engine: asked for once, and kept by the worker. */
  async #keepAnalysis(language: string): Promise<void> {
    if (!navigator.serviceWorker.controller) await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done, { once: true }));
    const version = (await caches.keys()).find((name) => name.startsWith("client-"));
    const told = `${version} ${language}`;
    if (localStorage.getItem(KEPT) === told) return;
    const { Lines } = await import("../analysis/lines.svelte");
    const { read } = await import("../analysis/link");
    for (const { name } of GAMES) {
      const { ground } = await new Lines(name).open(read(""));
      if (ground?.module) await fetch(ground.module);
    }
    localStorage.setItem(KEPT, told);
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
