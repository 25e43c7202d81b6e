/** Shapes that look cut by hand: always the same for the same seed. */

/** Numbers from 0 to 1 that look random. */
export function dice(seed: number): () => number {
  let state = (seed * 2654435761 + 97) >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) >>> 0;
    return ((state ^ (state >>> 13)) >>> 8) / 0x1000000;
  };
}

const round = (number: number): number => Math.round(number * 10) / 10;

/** A rectangle cut with scissors: straight sides with slight bends, corners cut off. */
export function cutRectangle(x: number, y: number, width: number, height: number, seed: number, wobble = 3, corner = 10): string {
  const next = dice(seed);
  const bend = (): number => (next() - 0.5) * 2 * wobble;
  const steps = Math.max(2, Math.round(width / 90));
  const points: [number, number][] = [];
  const cut = Math.min(corner, height / 3, width / 3);
  points.push([x, y + height - cut], [x, y + cut], [x + cut, y]);
  for (let step = 1; step < steps; step++) points.push([x + (width * step) / steps + bend() * 2, y + bend()]);
  points.push([x + width - cut, y], [x + width, y + cut], [x + width, y + height - cut], [x + width - cut, y + height]);
  for (let step = steps - 1; step > 0; step--) points.push([x + (width * step) / steps + bend() * 2, y + height + bend() * 0.4]);
  points.push([x + cut, y + height]);
  return `M${points.map(([px, py]) => `${round(px)} ${round(py)}`).join("L")}Z`;
}

/** A tunnel: open on the left, a hewn face at its right end, an even floor. */
export function cutTunnel(x: number, y: number, width: number, height: number, seed: number, wobble: number): string {
  const next = dice(seed);
  const bend = (most: number): number => (next() - 0.5) * 2 * most;
  const steps = Math.max(3, Math.round(width / 70));
  const face = height * 0.34;
  const points: [number, number][] = [[x, y + height], [x, y]];
  for (let step = 1; step < steps; step++) points.push([x + ((width - face) * step) / steps + bend(9), y + bend(wobble) + wobble * 0.4]);
  points.push(
    [x + width - face, y + wobble * 0.6],
    [x + width - face * (0.34 + bend(0.12)), y + height * 0.2],
    [x + width - face * (0.1 + bend(0.1)), y + height * (0.46 + bend(0.06))],
    [x + width, y + height * 0.74],
    [x + width - face * 0.2, y + height],
  );
  return `M${points.map(([px, py]) => `${round(px)} ${round(py)}`).join("L")}Z`;
}

/** A ragged line from left to right, closed along the bottom: a layer of rock or a range of hills. */
export function cutLayer(x: number, y: number, width: number, bottom: number, seed: number, wobble: number, step: number): string {
  const next = dice(seed);
  const count = Math.max(2, Math.ceil(width / step));
  let path = `M${round(x)} ${round(y + (next() - 0.5) * wobble)}`;
  for (let at = 1; at <= count; at++) path += `L${round(x + (width * at) / count)} ${round(y + (next() - 0.5) * 2 * wobble)}`;
  return `${path}V${round(bottom)}H${round(x)}Z`;
}

/** Flecks of paper scattered over a field. */
export function flecks(x: number, y: number, width: number, height: number, count: number, seed: number, size = 4): string {
  const next = dice(seed);
  let path = "";
  for (let at = 0; at < count; at++) {
    const left = x + next() * width;
    const top = y + next() * height;
    const long = size * (0.5 + next());
    path += `M${round(left)} ${round(top)}l${round(long)} ${round((next() - 0.5) * size)} ${round(-long * 0.3)} ${round(size * 0.6)}z`;
  }
  return path;
}

/** A star with uneven rays around (0, 0): an explosion. */
export function cutBurst(radius: number, rays: number, seed: number, depth = 0.55): string {
  const next = dice(seed);
  let path = "";
  for (let at = 0; at < rays * 2; at++) {
    const angle = (Math.PI * at) / rays - Math.PI / 2;
    const reach = radius * (at % 2 ? depth : 0.82 + 0.18 * next());
    path += `${at ? "L" : "M"}${round(Math.cos(angle) * reach)} ${round(Math.sin(angle) * reach)}`;
  }
  return `${path}Z`;
}

/** Places of nuggets in a heap, bottom row first, around x = 0 and upwards from y = 0. */
export function heap(count: number, size: number, widest: number): { x: number; y: number }[] {
  const places: { x: number; y: number }[] = [];
  let row = Math.min(count, widest, Math.ceil((Math.sqrt(8 * count + 1) - 1) / 2) + 1);
  let left = count;
  for (let height = 0; left > 0; height++) {
    const here = Math.min(left, Math.max(1, row));
    for (let at = 0; at < here; at++) places.push({ x: (at - (here - 1) / 2) * size * 0.86, y: -height * size * 0.62 });
    left -= here;
    row -= 1;
  }
  return places;
}
