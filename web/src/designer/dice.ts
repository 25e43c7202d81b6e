/** Numbers that look random, the same for the same seed: game for game a variant and the original get the same luck. */
export class Dice {
  #a: number;
  #b: number;
  #c: number;
  #d = 1;

  constructor(seed: number, game: number, purpose: number) {
    const mix = (value: number): number => {
      let state = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
      state = Math.imul(state ^ (state >>> 15), 0x735a2d97);
      return (state ^ (state >>> 15)) >>> 0;
    };
    this.#a = mix(seed + 0x9e3779b9);
    this.#b = mix(game + 0x7f4a7c15);
    this.#c = mix(purpose + 0x85ebca6b);
    for (let turn = 0; turn < 12; turn++) this.next();
  }

  /** From 0 up to, not including, 1: Chris Doty-Humphrey's sfc32. */
  next(): number {
    const sum = (this.#a + this.#b + this.#d) | 0;
    this.#d = (this.#d + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum | 0;
    return (sum >>> 0) / 2 ** 32;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }
}
