// Sounds, off by default: short synthetic knocks, no files.

import { store } from './game.js';

/** @type {AudioContext|null} */
let context = null;

export const sound = {
  on: store.setting('sound') === 'on',

  toggle() {
    sound.on = !sound.on;
    store.setting('sound', sound.on ? 'on' : 'off');
    if (sound.on) sound.play('move');
  },

  /** @param {'move'|'capture'|'end'} what */
  play(what) {
    if (!sound.on) return;
    context ??= new AudioContext();
    const now = context.currentTime;
    if (what === 'end') [392, 494, 587].forEach((pitch, i) => tone(pitch, now + i * 0.13, 0.35, 0.12, 'triangle'));
    else if (what === 'capture') [190, 120].forEach((pitch, i) => tone(pitch, now + i * 0.05, 0.12, 0.35, 'square'));
    else tone(260, now, 0.07, 0.3, 'triangle');
  },
};

/** @param {number} pitch @param {number} start @param {number} length @param {number} volume @param {OscillatorType} type */
function tone(pitch, start, length, volume, type) {
  if (!context) return;
  const oscillator = new OscillatorNode(context, { frequency: pitch, type });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.frequency.exponentialRampToValueAtTime(pitch * 0.7, start + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}
