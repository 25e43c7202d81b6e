/** Short sounds, made on the spot: a knock for a move, two notes for your turn. Silent unless switched on. */
import { settings } from "../settings.svelte";

let context: AudioContext | null = null;
const NOTES = { move: [[190, 0, 0.07]], turn: [[520, 0, 0.12], [780, 0.12, 0.2]], boom: [[60, 0, 0.5]] } as const;

export function playSound(name: keyof typeof NOTES): void {
  if (!settings.sound) return;
  context ??= new AudioContext();
  for (const [pitch, from, length] of NOTES[name]) {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const start = context.currentTime + from;
    tone.type = name === "turn" ? "sine" : "triangle";
    tone.frequency.setValueAtTime(pitch, start);
    if (name !== "turn") tone.frequency.exponentialRampToValueAtTime(pitch / 2, start + length);
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(volume).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}
