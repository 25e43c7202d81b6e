// Plays a match in Firefox and looks at every step, on every screen asked for, whether all of it fits: by the same check as
// in Chromium, tests/web/fits.js. `node tests/firefox.mjs '{"address": …}'`; writes what does not fit as JSON.
import { readFileSync } from "node:fs";
import puppeteer from "puppeteer-core";

const { address, firefox, wanted, sizes, themes, most } = JSON.parse(process.argv[2]);
const check = readFileSync(new URL("../../tests/web/fits.js", import.meta.url), "utf8");
const LIT = "[data-thing].lit";
const FINGER_WIDTH = 1000; // narrower screens are touched

const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: firefox,
  extraPrefsFirefox: { "ui.prefersReducedMotion": 1, "intl.accept_languages": "en-GB" },
  protocolTimeout: 0,
});
const wrong = new Set();
let steps = 0;
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  await page.goto(address);
  const link = await page.evaluate(async (table) => {
    const send = (path, body) => fetch("/api" + path, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });
    await send("/people", { stay: true });
    return (await (await send("/tables", table)).json()).link;
  }, wanted);
  await page.goto(address + link);
  for (; steps < most; steps++) {
    await page.waitForFunction((lit) => document.querySelector(lit) || document.querySelector("[data-over]"), {}, LIT);
    for (const [width, height] of sizes) {
      await page.setViewport({ width, height });
      for (const theme of themes) {
        await page.evaluate(async (theme) => {
          document.documentElement.dataset.theme = theme;
          // What is seen follows the window a little later, unless there is more of the page than is seen.
          const isLate = () => Math.round(visualViewport.height) !== innerHeight;
          for (let frame = 0; frame < 3 || (isLate() && frame < 60); frame++) await new Promise(requestAnimationFrame);
        }, theme);
        const found = await page.evaluate(`(${check})(${width < FINGER_WIDTH})`);
        for (const line of found) wrong.add(`${width}x${height} ${theme}: ${line}`);
      }
    }
    if (await page.$("[data-over]")) break;
    // The spot of a lit thing where nothing lies over it; always another one, always the same in every run.
    const spot = await page.evaluate(
      (lit, pick) => {
        const things = [...document.querySelectorAll(lit)];
        const thing = things[pick % things.length];
        if (!thing) return null;
        const box = thing.getBoundingClientRect();
        for (let step = 0; step < 81; step++) {
          const at = (step * 41 + 40) % 81;
          const [x, y] = [box.x + (box.width * ((at % 9) + 0.5)) / 9, box.y + (box.height * (Math.floor(at / 9) + 0.5)) / 9];
          if (document.elementFromPoint(x, y)?.closest("[data-thing]") === thing) return [x, y];
        }
        return null;
      },
      LIT,
      steps * 7919 + 3,
    );
    if (spot) await page.mouse.click(...spot);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
} finally {
  await browser.close();
}
console.log(JSON.stringify({ steps, wrong: [...wrong].sort() }));
