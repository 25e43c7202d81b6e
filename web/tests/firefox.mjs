// Plays matches in Firefox and looks at every step, on every screen asked for, whether all of it fits: by the same check as
// in Chromium, tests/web/fits.js. `node tests/firefox.mjs '{"address": …}'`; writes as JSON, for each match and screen, how many
// steps it looked at and what did not fit, with the step where that was seen first.
import { readFileSync } from "node:fs";
import puppeteer from "puppeteer-core";

const { address, firefox, wanted, sizes, themes, most, least } = JSON.parse(process.argv[2]);
const check = readFileSync(new URL("../../tests/web/fits.js", import.meta.url), "utf8");
const LIT = "[data-thing].lit";
const FINGER_WIDTH = 1000; // narrower screens are touched

const browser = await puppeteer.launch({
  browser: "firefox",
  executablePath: firefox,
  extraPrefsFirefox: { "ui.prefersReducedMotion": 1, "intl.accept_languages": "en-GB" },
  protocolTimeout: 0,
});
/** A match from its first step to its last, or `most` of them. */
async function play(page, seed) {
  const looks = {};
  await page.goto(address);
  const link = await page.evaluate(async (table) => {
    const send = (path, body) => fetch("/api" + path, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } });
    await send("/people", { stay: true });
    return (await (await send("/tables", table)).json()).link;
  }, wanted);
  await page.goto(address + link);
  for (let step = 0; step < most; step++) {
    await page.waitForFunction((lit) => document.querySelector(lit) || document.querySelector("[data-over]"), {}, LIT);
    for (const [width, height] of sizes) {
      await page.setViewport({ width, height });
      for (const theme of themes) {
        const found = await page.evaluate(look(theme, width));
        const screen = (looks[`${width}x${height} ${theme}`] ??= { steps: 0, wrong: {} });
        screen.steps += 1;
        for (const line of found) screen.wrong[line] ??= step;
      }
    }
    if (await page.$("[data-over]")) break;
    const spot = await page.evaluate(findSpot, LIT, (step + seed) * 7919 + 3);
    if (spot) await page.mouse.click(...spot);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  return looks;
}

/** What is run in the page: the check, by day or by night, once the page has drawn itself anew. */
const look = (theme, width) => `(async () => {
  document.documentElement.dataset.theme = "${theme}";
  // What is seen follows the window a little later, unless there is more of the page than is seen.
  const isLate = () => Math.round(visualViewport.height) !== innerHeight;
  const frames = ${theme === themes[0] ? 3 : 1};
  for (let frame = 0; frame < frames || (isLate() && frame < 60); frame++) await new Promise(requestAnimationFrame);
  return (${check})(${width < FINGER_WIDTH});
})()`;

/** The spot of a lit thing where nothing lies over it. */
function findSpot(lit, pick) {
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
}

const matches = [];
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  const steps = () => matches.reduce((sum, match) => sum + Object.values(match)[0].steps, 0);
  do matches.push(await play(page, matches.length));
  while (steps() < least);
} finally {
  await browser.close();
}
console.log(JSON.stringify(matches));
