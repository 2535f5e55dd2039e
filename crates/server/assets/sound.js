// Small sounds, made by the browser itself. They are off until somebody switches them on.
import { setting } from "./settings.js";

let context = null;
const VOLUME = 0.3;

const tone = (frequency, begin, length, volume = 1, kind = "sine") => {
  const [oscillator, gain] = [context.createOscillator(), context.createGain()];
  oscillator.type = kind;
  oscillator.frequency.value = frequency;
  const at = context.currentTime + begin;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(VOLUME * volume, at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
};

const noise = (length, frequency) => {
  const buffer = context.createBuffer(1, context.sampleRate * length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = (Math.random() * 2 - 1) * (1 - at / samples.length);
  const [source, filter, gain] = [context.createBufferSource(), context.createBiquadFilter(), context.createGain()];
  source.buffer = buffer;
  filter.type = "bandpass";
  filter.frequency.value = frequency;
  gain.gain.value = VOLUME;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start();
};

const SOUNDS = {
  card: () => noise(0.04, 1800),
  turn: () => (tone(392, 0, 0.22), tone(587, 0.04, 0.22, 0.8)),
  refused: () => tone(110, 0, 0.09, 1, "triangle"),
  win: () => [523, 659, 784].forEach((frequency, n) => tone(frequency, n * 0.14, 0.3)),
};

export const sound = (name) => {
  if (!setting("sound")) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  SOUNDS[name]();
};
