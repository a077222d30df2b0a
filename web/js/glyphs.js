// Pieces as vector shapes, the same as in src/draw/glyphs.rs: the token tells the player (by form,
// colour and outline), the glyph on it the kind.

import { svg } from './dom.js';

/** The shapes of the kinds: a class of style and a path around the origin, half the size 30. */
/** @type {Record<string, [string, string][]>} */
const SHAPES = {
  rock: [
    ['ink', 'M-17,9 L-13,-7 L-3,-15 L9,-13 L17,-1 L15,10 L6,15 L-10,15Z'],
    ['score', 'M-3,-15 L-1,-3 L-13,-7 M-1,-3 L8,3 L17,-1 M8,3 L6,15'],
  ],
  paper: [
    ['ink', 'M-12,-17 L5,-17 L13,-9 L13,17 L-12,17Z'],
    ['cut', 'M5,-17 L5,-9 L13,-9Z'],
    ['score', 'M-7,-4 L8,-4 M-7,3 L8,3 M-7,10 L4,10'],
  ],
  scissors: [
    ['ink', 'M9,-18 C13,-13 12,-8 8,-3 L-5,11 L-8,8Z'],
    ['ink', 'M-9,-18 C-13,-13 -12,-8 -8,-3 L5,11 L8,8Z'],
    ['loop', 'M-14,12 a5.2,5.2 0 1 0 10.4,0 a5.2,5.2 0 1 0 -10.4,0Z'],
    ['loop', 'M3.6,12 a5.2,5.2 0 1 0 10.4,0 a5.2,5.2 0 1 0 -10.4,0Z'],
  ],
  wise: [
    ['ink', 'M-20,0 C-12,-14 12,-14 20,0 C12,14 -12,14 -20,0Z'],
    ['cut', 'M-8,0 a8,8 0 1 0 16,0 a8,8 0 1 0 -16,0Z'],
    ['ink', 'M-4,0 a4,4 0 1 0 8,0 a4,4 0 1 0 -8,0Z'],
  ],
  king: [
    ['ink', 'M-17,12 L-19,-10 L-9,-1 L0,-16 L9,-1 L19,-10 L17,12Z'],
    ['score', 'M-15,7 L15,7'],
  ],
  fool: [
    ['ink', 'M-12,12 L-12,5 C-14,-4 -20,-3 -20,6 C-27,-4 -22,-17 -9,-13 C-4,-18 4,-18 9,-13 ' +
      'C22,-17 27,-4 20,6 C20,-3 14,-4 12,5 L12,12Z'],
    ['ink', 'M-23.5,9 a3.5,3.5 0 1 0 7,0 a3.5,3.5 0 1 0 -7,0Z M16.5,9 a3.5,3.5 0 1 0 7,0 a3.5,3.5 0 1 0 -7,0Z'],
    ['score', 'M0,-17 L0,5 M-12,6 L12,6'],
  ],
  mountain: [
    ['ink', 'M-22,14 L-6,-15 L2,-1 L8,-8 L22,14Z'],
    ['cut', 'M-6,-15 L-11,-6 L-7,-8 L-4,-5 L-1,-6.5Z'],
  ],
  unknown: [
    ['pen', 'M-8,-7 C-8,-19 9,-19 9,-7 C9,0 0,-1 0,7'],
    ['ink', 'M-3,14 a3,3 0 1 0 6,0 a3,3 0 1 0 -6,0Z'],
  ],
};

/**
 * A piece around the origin, half its size being 30.
 * @param {number} player
 * @param {import('./types.js').Kind} kind
 * @param {boolean} [secret]  whether the other player does not know its kind
 */
export function piece(player, kind, secret = false) {
  const owner = player === 1 ? 'one' : 'two';
  const group = svg('g', { class: `figure ${owner} kind-${kind.name}${secret ? ' secret' : ''}` });
  if (player === 1) {
    group.append(svg('rect', { class: 'shade', x: -29, y: -25, width: 58, height: 58, rx: 10 }));
    group.append(svg('rect', { class: 'token', x: -29, y: -29, width: 58, height: 58, rx: 10 }));
  } else {
    group.append(svg('circle', { class: 'shade', r: 29.5, cy: 4 }));
    group.append(svg('circle', { class: 'token', r: 29.5 }), svg('circle', { class: 'ring', r: 25.5 }));
  }
  for (const [name, path] of SHAPES[kind.name] ?? []) group.append(svg('path', { class: name, d: path }));
  if (!SHAPES[kind.name]) group.append(svg('text', { class: 'letter', y: 11 }, kind.letter));
  return group;
}

/**
 * A small picture of a piece, for lists and buttons.
 * @param {number} player
 * @param {import('./types.js').Kind} kind
 * @param {boolean} [secret]
 */
export function pieceIcon(player, kind, secret = false) {
  const figure = piece(player, kind, secret);
  return svg('svg', { class: 'piece-icon', viewBox: '-33 -33 66 68', 'aria-hidden': 'true' }, figure);
}

/** Kinds by their letters. */
export const KINDS = /** @type {Record<string, import('./types.js').Kind>} */ ({
  R: { letter: 'R', name: 'rock' },
  P: { letter: 'P', name: 'paper' },
  S: { letter: 'S', name: 'scissors' },
  W: { letter: 'W', name: 'wise' },
  K: { letter: 'K', name: 'king' },
  F: { letter: 'F', name: 'fool' },
  M: { letter: 'M', name: 'mountain' },
  X: { letter: 'X', name: 'unknown' },
});
