/** A draft as the fragment of an address: whoever has the link has the variant, and no server is told. */
import type { Options } from "./schema";

export interface Carried {
  options: Options;
  name: string;
  seats: number | null;
}

const MOST_BYTES = 200_000; // a link that swells to more is no draft of ours

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value as Uint8Array);
    length += (value as Uint8Array).length;
    if (length > MOST_BYTES) {
      await reader.cancel();
      throw new RangeError("too long");
    }
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export async function write({ options, name, seats }: Carried): Promise<string> {
  const text = JSON.stringify({ o: options, n: name || undefined, s: seats ?? undefined });
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `v=${btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/** What a link carries; nothing where it is damaged, or is none. */
export async function read(fragment: string): Promise<Carried | null> {
  const packed = new URLSearchParams(fragment).get("v");
  if (!packed) return null;
  try {
    const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const text = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
    const told = JSON.parse(text) as { o?: unknown; n?: unknown; s?: unknown };
    if (typeof told.o !== "object" || told.o === null || Array.isArray(told.o)) return null;
    return { options: told.o as Options, name: typeof told.n === "string" ? told.n.slice(0, 40) : "", seats: Number.isInteger(told.s) ? (told.s as number) : null };
  } catch {
    return null;
  }
}
