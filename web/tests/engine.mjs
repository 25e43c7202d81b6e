// The engine of the page as one script that makes `engine` of it: for tests and benchmarks in any browser.
// `node tests/engine.mjs` writes it; with '{"firefox": …, "address": …, "script": file}' Firefox runs a script on a page.
import { readFileSync } from "node:fs";
import puppeteer from "puppeteer-core";
import { build } from "vite";

if (process.argv.length < 3) {
  const made = await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, minify: false, lib: { entry: "src/engine/engine.ts", name: "engine", formats: ["iife"] } },
  });
  process.stdout.write([made].flat()[0].output[0].code);
} else {
  const { firefox, address, script } = JSON.parse(process.argv[2]);
  const browser = await puppeteer.launch({ browser: "firefox", executablePath: firefox, protocolTimeout: 0 });
  try {
    const page = await browser.newPage();
    await page.goto(address);
    console.log(JSON.stringify(await page.evaluate(readFileSync(script, "utf8"))));
  } finally {
    await browser.close();
  }
}
