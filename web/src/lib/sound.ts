/** Quiet sounds, made on the spot from a few tones and a breath of noise. */

import type { Sound } from "../games/event-facts.ts";

export type Cue = Sound | "turn";

/** Loudest of all: still quiet. */
const VOLUME = 0.12;

let context: AudioContext | null = null;

function tone(
  audio: AudioContext,
  at: number,
  pitch: number,
  length: number,
  loud: number,
  shape: OscillatorType = "sine",
): void {
  const source = audio.createOscillator();
  const level = audio.createGain();
  source.type = shape;
  source.frequency.setValueAtTime(pitch, at);
  level.gain.setValueAtTime(0, at);
  level.gain.linearRampToValueAtTime(loud * VOLUME, at + 0.008);
  level.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(level).connect(audio.destination);
  source.start(at);
  source.stop(at + length + 0.02);
}

/** Noise through a filter: wood, sand or water, by pitch and length. */
function noise(audio: AudioContext, at: number, pitch: number, length: number, loud: number): void {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n++)
    samples[n] = (Math.random() * 2 - 1) * (1 - n / samples.length);
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  const level = audio.createGain();
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  level.gain.value = loud * VOLUME;
  source.connect(filter).connect(level).connect(audio.destination);
  source.start(at);
}

const CUES: Record<Cue, (audio: AudioContext, at: number) => void> = {
  place(audio, at) {
    tone(audio, at, 170, 0.12, 1, "triangle");
    noise(audio, at, 900, 0.05, 1.2);
  },
  coins(audio, at) {
    tone(audio, at, 1760, 0.14, 0.35);
    tone(audio, at + 0.06, 2349, 0.18, 0.3);
  },
  rain(audio, at) {
    for (let drop = 0; drop < 9; drop++)
      noise(audio, at + drop * 0.09, 2200 + (drop % 3) * 700, 0.16, 0.7);
  },
  card(audio, at) {
    noise(audio, at, 3200, 0.08, 0.6);
  },
  turn(audio, at) {
    tone(audio, at, 587, 0.3, 0.7);
    tone(audio, at + 0.14, 880, 0.45, 0.6);
  },
};

/** Play each of these once, one shortly after the other. */
export function play(cues: Iterable<Cue>): void {
  if (typeof AudioContext === "undefined") return;
  context ??= new AudioContext();
  void context.resume();
  let at = context.currentTime + 0.02;
  for (const cue of new Set(cues)) {
    CUES[cue](context, at);
    at += 0.12;
  }
}
