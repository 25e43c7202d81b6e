import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// While developing, pages come from here and the rest from a server that runs elsewhere.
const server = process.env.MOTHERLODE_SERVER ?? "http://127.0.0.1:8000";

/** Fonts are asked for with the page itself, so that text is never drawn twice. */
function preloadFonts(): Plugin {
  return {
    name: "preload-fonts",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.endsWith(".woff2"))
          .map((file) => ({
            tag: "link",
            attrs: { rel: "preload", href: `/${file}`, as: "font", type: "font/woff2", crossorigin: "" },
            injectTo: "head-prepend" as const,
          })),
    },
  };
}

/** The service worker knows by name what the page is made of: names have hashes in them, so a new build is another worker. */
function workOffline(): Plugin {
  return {
    name: "work-offline",
    apply: "build",
    generateBundle(_, bundle) {
      const files = Object.keys(bundle).filter((file) => file.startsWith("assets/"));
      const version = createHash("sha256").update(files.sort().join()).digest("hex").slice(0, 16);
      const source = readFileSync(resolve(import.meta.dirname, "src/offline/service-worker.js"), "utf8")
        .replace("__VERSION__", version)
        .replace('"__FILES__"', JSON.stringify(files.map((file) => `/${file}`)));
      this.emitFile({ type: "asset", fileName: "service-worker.js", source });
    },
  };
}

/** What the server sends compressed is compressed once, here. */
function compress(): Plugin {
  let folder = "";
  return {
    name: "compress",
    apply: "build",
    configResolved: (config) => {
      folder = resolve(config.root, config.build.outDir);
    },
    closeBundle: () => {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(js|css|html|svg|webmanifest)$/.test(entry.name)) continue;
        const file = join(entry.parentPath, entry.name);
        const bytes = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
        writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), preloadFonts(), workOffline(), compress()],
  build: {
    outDir: "../src/motherlode/server/web",
    emptyOutDir: true,
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"], // light-dark()
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { host: "127.0.0.1", proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["src/**/*.test.ts"] },
});
