/** Short, soft sounds, made on the spot from tones and filtered noise. Silent unless they are wished for. */
import { settings } from "../settings.svelte";

/** A part of a sound: a tone that glides from one pitch to another, or noise through a filter that does. */
export interface Layer {
  wave: OscillatorType | "noise";
  from: number; // Hz: the pitch, or the middle of the filter
  to?: number; // where it glides to
  start?: number; // seconds
  length: number; // seconds
  attack?: number; // seconds until it is loudest: short for a knock, long for a swell
  volume: number; // 0 to 1
  filter?: "lowpass" | "bandpass" | "highpass"; // of noise
  width?: number; // quality of the filter: more lets less through
}

/** The same part again and again, each a little softer and at another pitch, as dice tumble and wheels clack. */
function again(layer: Layer, starts: readonly number[]): Layer[] {
  return starts.map((start, at) => ({
    ...layer,
    start: (layer.start ?? 0) + start,
    from: layer.from * (1 + ((at * 7) % 5) * 0.08),
    volume: layer.volume * (1 - (0.6 * at) / starts.length),
  }));
}

const tap: Layer = { wave: "noise", from: 2400, length: 0.035, volume: 0.3, filter: "bandpass", width: 4 };

export const SOUNDS = {
  turn: [
    { wave: "sine", from: 523, length: 0.35, attack: 0.01, volume: 0.12 },
    { wave: "sine", from: 784, start: 0.13, length: 0.5, attack: 0.01, volume: 0.12 },
  ],
  // Wood on wood, tumbling and coming to rest.
  die: [...again(tap, [0, 0.055, 0.1, 0.17, 0.26, 0.38]), { wave: "triangle", from: 320, to: 210, start: 0.38, length: 0.08, volume: 0.08 }],
  knock: [
    { wave: "triangle", from: 230, to: 110, length: 0.09, volume: 0.16 },
    { ...tap, from: 900, volume: 0.14 },
  ],
  // Wheels roll, and clack over the joints of the rails.
  cart: [
    { wave: "noise", from: 180, to: 320, length: 0.5, attack: 0.15, volume: 0.3, filter: "lowpass" },
    ...again({ ...tap, from: 1500, volume: 0.18 }, [0.05, 0.12, 0.29, 0.36]),
  ],
  rail: [
    { wave: "square", from: 1180, length: 0.16, volume: 0.025 },
    { wave: "sine", from: 1770, length: 0.28, volume: 0.06 },
    { ...tap, from: 3200 },
  ],
  // A hollow cone set down.
  cap: [
    { wave: "sine", from: 520, to: 390, length: 0.07, volume: 0.12 },
    { ...tap, from: 1300, volume: 0.1 },
  ],
  trap: [
    { wave: "sine", from: 420, to: 150, length: 0.16, volume: 0.2 },
    { wave: "noise", from: 700, to: 250, length: 0.14, volume: 0.2, filter: "bandpass", width: 2 },
    { wave: "sine", from: 620, start: 0.12, length: 0.14, volume: 0.08 },
  ],
  home: [
    { wave: "sine", from: 392, length: 0.25, attack: 0.01, volume: 0.1 },
    { wave: "sine", from: 494, start: 0.1, length: 0.25, attack: 0.01, volume: 0.1 },
    { wave: "sine", from: 587, start: 0.2, length: 0.4, attack: 0.01, volume: 0.1 },
  ],
  // Paper that slides over paper.
  card: [{ wave: "noise", from: 1800, to: 5200, length: 0.16, attack: 0.05, volume: 0.16, filter: "bandpass", width: 1.2 }],
  crystal: [
    { wave: "sine", from: 2093, length: 0.5, volume: 0.06 },
    { wave: "sine", from: 3140, start: 0.04, length: 0.4, volume: 0.04 },
  ],
  gold: again({ wave: "sine", from: 1568, length: 0.22, volume: 0.08 }, [0, 0.07, 0.15, 0.21]),
  strike: [
    { wave: "noise", from: 3200, to: 500, length: 0.18, volume: 0.22, filter: "bandpass", width: 1.5 },
    { wave: "triangle", from: 160, to: 70, start: 0.06, length: 0.22, volume: 0.2 },
  ],
  fizzle: [{ wave: "noise", from: 900, to: 160, length: 0.35, attack: 0.02, volume: 0.14, filter: "bandpass", width: 3 }],
  night: [
    { wave: "sine", from: 131, length: 1.6, attack: 0.5, volume: 0.14 },
    { wave: "sine", from: 156, length: 1.6, attack: 0.6, volume: 0.1 },
    { wave: "noise", from: 500, to: 220, length: 1.6, attack: 0.6, volume: 0.08, filter: "lowpass" },
  ],
  day: [
    { wave: "sine", from: 262, length: 1.2, attack: 0.3, volume: 0.1 },
    { wave: "sine", from: 330, start: 0.15, length: 1.1, attack: 0.3, volume: 0.1 },
    { wave: "sine", from: 392, start: 0.3, length: 1, attack: 0.3, volume: 0.1 },
  ],
  // A swell that runs up the shore and back.
  water: [
    { wave: "noise", from: 350, to: 900, length: 0.9, attack: 0.4, volume: 0.2, filter: "bandpass", width: 0.8 },
    { wave: "noise", from: 1400, to: 500, start: 0.35, length: 0.9, attack: 0.3, volume: 0.1, filter: "bandpass", width: 0.8 },
    ...again({ wave: "sine", from: 640, to: 900, start: 0.3, length: 0.06, volume: 0.05 }, [0, 0.19, 0.31]),
  ],
  step: again({ wave: "noise", from: 420, length: 0.06, volume: 0.22, filter: "lowpass" }, [0, 0.17]),
  slide: [{ wave: "noise", from: 2200, to: 400, length: 0.45, attack: 0.06, volume: 0.18, filter: "bandpass", width: 1 }],
  rocks: [
    { wave: "noise", from: 420, to: 110, length: 0.6, volume: 0.34, filter: "lowpass" },
    ...again({ wave: "triangle", from: 120, to: 60, length: 0.12, volume: 0.16 }, [0.02, 0.13, 0.27]),
  ],
  growl: [{ wave: "sawtooth", from: 88, to: 62, length: 0.5, attack: 0.12, volume: 0.07 }],
  rocket: [{ wave: "noise", from: 500, to: 4200, length: 0.5, attack: 0.2, volume: 0.2, filter: "bandpass", width: 1.5 }],
  explosion: [
    { wave: "noise", from: 2600, to: 90, length: 0.9, volume: 0.42, filter: "lowpass" },
    { wave: "sine", from: 95, to: 34, length: 0.7, volume: 0.36 },
    ...again({ ...tap, from: 1200, volume: 0.12 }, [0.32, 0.41, 0.55]),
  ],
} as const satisfies Record<string, readonly Layer[]>;

export type Sound = keyof typeof SOUNDS;

/** A sound of what is shown, and how many milliseconds after the start. */
export interface Cue {
  sound: Sound;
  at: number;
}

const LOUDNESS = 0.7; // of all together
const SILENCE = 0.0001; // exponential curves never reach zero
const MOST_CUES = 24; // of one happening

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;
let playing: GainNode | null = null;

export const playSound = (sound: Sound): void => playSounds([{ sound, at: 0 }]);

/** Play the sounds of a happening, each in its time; without motion all is shown at once, and one sound is enough. */
export function playSounds(cues: readonly Cue[], isCalm = false): void {
  if (!settings.sound || !cues.length) return;
  context ??= new AudioContext();
  void context.resume(); // browsers let no page sound before it was touched
  playing = context.createGain();
  playing.gain.value = LOUDNESS;
  playing.connect(context.destination);
  const wanted = isCalm ? cues.slice(-1).map((cue) => ({ ...cue, at: 0 })) : cues.slice(0, MOST_CUES);
  for (const { sound, at } of wanted) {
    for (const layer of SOUNDS[sound] as readonly Layer[]) sing(context, playing, layer, context.currentTime + at / 1000);
  }
}

/** What was to be shown is skipped: so are its sounds. */
export function hush(): void {
  if (context && playing) playing.gain.setTargetAtTime(0, context.currentTime, 0.03);
  playing = null;
}

function sing(audio: AudioContext, out: AudioNode, layer: Layer, from: number): void {
  const start = from + (layer.start ?? 0);
  const end = start + layer.length;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(SILENCE, start);
  volume.gain.exponentialRampToValueAtTime(layer.volume, start + (layer.attack ?? 0.004));
  volume.gain.exponentialRampToValueAtTime(SILENCE, end);
  volume.connect(out);
  const glide = (what: AudioParam): void => {
    what.setValueAtTime(layer.from, start);
    if (layer.to) what.exponentialRampToValueAtTime(layer.to, end);
  };
  if (layer.wave === "noise") {
    const noise = audio.createBufferSource();
    const filter = audio.createBiquadFilter();
    noise.buffer = hiss ??= makeNoise(audio);
    noise.loop = true;
    filter.type = layer.filter ?? "lowpass";
    filter.Q.value = layer.width ?? 1;
    glide(filter.frequency);
    noise.connect(filter).connect(volume);
    noise.start(start);
    noise.stop(end);
  } else {
    const tone = audio.createOscillator();
    tone.type = layer.wave;
    glide(tone.frequency);
    tone.connect(volume);
    tone.start(start);
    tone.stop(end);
  }
}

/** A second of noise, all pitches alike. */
function makeNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  return buffer;
}
