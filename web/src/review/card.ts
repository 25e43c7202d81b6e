/** A match as a picture to share: game, result, accuracy, luck, and the curve of odds. Drawn as SVG, kept as PNG. */
import { areaPath, linePath } from "./curve";

export const CARD = { width: 1200, height: 630 };
const CURVE = { x: 60, y: 330, width: 1080, height: 200 };

export interface CardFacts {
  game: string;
  /** Who won. */
  result: string;
  /** Main numbers with what they are: `93 %`, accuracy. */
  numbers: readonly { value: string; name: string }[];
  /** One line for each seat; the first is the main one. */
  lines: readonly { name: string; colour: string; odds: readonly number[] }[];
  /** Under it all. */
  foot: string;
}

export const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (each) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[each]!);

/** The picture as SVG; `fonts` are @font-face rules, since a picture cannot use those of the page. */
export function drawCard(facts: CardFacts, fonts = ""): string {
  const { width, height } = CARD;
  const [main, ...others] = facts.lines;
  const text = (x: number, y: number, size: number, words: string, more = ""): string =>
    `<text x="${x}" y="${y}" font-size="${size}" ${more}>${escapeText(words)}</text>`;
  const display = `font-family="'Alfa Slab One', Rockwell, Georgia, serif"`;
  const fit = (words: string, size: number, most: number): string =>
    words.length * size * 0.62 > most ? `textLength="${most}" lengthAdjust="spacingAndGlyphs"` : "";
  const names = facts.lines.map(({ name, colour }, at) => {
    const x = CURVE.x + (at % 6) * 180;
    const shown = name.length > 15 ? `${name.slice(0, 14)}…` : name;
    return `<circle cx="${x + 10}" cy="568" r="9" fill="${colour}" stroke="#fbf5e8" stroke-width="2"/>${text(x + 28, 575, 21, shown, 'fill="#f3e7cf"')}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="'Source Sans 3', 'Helvetica Neue', Arial, sans-serif">`,
    fonts && `<style>${fonts}</style>`,
    `<rect width="${width}" height="${height}" fill="#17151a"/>`,
    `<path d="M0 0H${width}V300L1120 272 1010 306 880 268 760 300 600 262 470 304 330 270 190 300 90 268 0 296Z" fill="#2a2430"/>`,
    `<path d="M60 84 70 58l24-8 20 18-3 26-23 13-23-5z" fill="#eab02e" stroke="#0b090c" stroke-width="3"/><path d="m70 58 16 16 8-24z" fill="#f7d774"/>`,
    text(134, 98, 54, facts.game, `fill="#fff6dc" ${display} ${fit(facts.game, 54, 1000)}`),
    text(60, 160, 34, facts.result, `fill="#f2c14b" font-weight="600" ${fit(facts.result, 34, 1080)}`),
    ...facts.numbers.map(({ value, name }, at) => {
      const x = 60 + at * 420;
      return text(x, 246, 64, value, `fill="#fff6dc" ${display}`) + text(x, 280, 24, name, 'fill="#cfc1a8"');
    }),
    `<g transform="translate(${CURVE.x} ${CURVE.y})">`,
    `<rect width="${CURVE.width}" height="${CURVE.height}" rx="12" fill="#0e0c11"/>`,
    `<path d="M0 ${CURVE.height / 2}H${CURVE.width}" stroke="#423b44" stroke-width="2" stroke-dasharray="8 8"/>`,
    ...others.map(({ colour, odds }) => `<path d="${linePath(odds, CURVE.width, CURVE.height)}" fill="none" stroke="${colour}" stroke-width="3" stroke-dasharray="8 5"/>`),
    main && `<path d="${areaPath(main.odds, CURVE.width, CURVE.height)}" fill="${main.colour}" fill-opacity=".35"/>`,
    main && `<path d="${linePath(main.odds, CURVE.width, CURVE.height)}" fill="none" stroke="${main.colour}" stroke-width="6" stroke-linejoin="round"/>`,
    `</g>`,
    ...names,
    text(60, 612, 20, facts.foot, 'fill="#b9ab94"'),
    `</svg>`,
  ]
    .filter(Boolean)
    .join("");
}

/** A font of the page as a rule that a picture can carry within itself. */
export async function embedFont(family: string, weight: number, address: string): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return `@font-face{font-family:"${family}";font-weight:${weight};src:url(data:font/woff2;base64,${btoa(binary)})}`;
}

/** SVG as a PNG. */
export async function toPicture(svg: string): Promise<Blob> {
  const image = new Image(CARD.width, CARD.height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), CARD);
  canvas.getContext("2d")!.drawImage(image, 0, 0, CARD.width, CARD.height);
  return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("no picture"))), "image/png"));
}
