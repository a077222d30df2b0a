// Languages: words by key, with places in braces for what is put in.

import english from './words-en.js';
import french from './words-fr.js';
import { store } from './game.js';

/** @typedef {import('./types.js').Scene} Scene */

/** @type {Record<string, Record<string, string>>} */
const WORDS = { en: english, fr: french };

/** The languages, with their own names. */
export const LANGUAGES = Object.entries(WORDS).map(([code, words]) => ({ code, name: words['lang.name'] ?? code }));

let language = pick();

function pick() {
  const wanted = [store.setting('language'), ...navigator.languages].map((one) => (one ?? '').slice(0, 2));
  return wanted.find((code) => WORDS[code]) ?? 'en';
}

/** The language of the page. */
export const current = () => language;

/** @param {string} code */
export function choose(code) {
  language = WORDS[code] ? code : 'en';
  store.setting('language', language);
  document.documentElement.lang = language;
}

/**
 * The words for a key.
 * @param {string} key
 * @param {Record<string, string|number>} [values]
 */
export function t(key, values = {}) {
  const words = WORDS[language]?.[key] ?? english[key] ?? key;
  return words.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/** The words for a key, or null if there are none. @param {string} key */
export const maybe = (key) => WORDS[language]?.[key] ?? english[key] ?? null;

/** Puts the words into everything that names a key. @param {ParentNode} [root] */
export function translate(root = document) {
  for (const element of root.querySelectorAll('[data-t]')) element.textContent = t(element.getAttribute('data-t') ?? '');
  for (const element of root.querySelectorAll('[data-t-label]')) {
    const words = t(element.getAttribute('data-t-label') ?? '');
    element.setAttribute('aria-label', words);
    if (element.matches('button, select, a')) element.setAttribute('title', words);
  }
}

/** A player's name. @param {number} player */
export const playerName = (player) => t(`player.${player}`);

/** A kind's name. @param {{name: string}} kind */
export const kindName = (kind) => maybe(`kind.${kind.name}`) ?? kind.name;

/** What stands on a cell. @param {Scene} scene @param {string} cell */
export function cellWords(scene, cell) {
  const here = scene.pieces.filter((one) => one.cell === cell);
  const place = scene.cells.find((one) => one.name === cell);
  const words = pieceWords(here, cell);
  return place?.goal ? t('cell.goal', { words, player: playerName(place.goal) }) : words;
}

/** @param {import('./types.js').ScenePiece[]} here @param {string} cell */
function pieceWords(here, cell) {
  const [bottom, top] = here;
  if (!bottom) return t('cell.empty', { cell });
  const adjective = (/** @type {number} */ player) => t(`adjective.${player}`);
  if (!top) return t(bottom.secret && bottom.kind.name !== 'unknown' ? 'cell.secret' : 'cell.one', { cell, player: adjective(bottom.player), kind: kindName(bottom.kind) });
  const kinds = { cell, player: adjective(top.player), top: kindName(top.kind), bottom: kindName(bottom.kind), other: adjective(bottom.player) };
  return t(top.player === bottom.player ? 'cell.stack' : 'cell.mixed', kinds);
}

/** A counter in words. @param {import('./types.js').Counter} counter */
export function counterWords(counter) {
  const pair = /^(\d+) of (\d+)$/.exec(counter.value);
  const value = pair ? t('counter.of', { a: pair[1] ?? '', b: pair[2] ?? '' }) : maybe(`counter.${counter.value}`) ?? counter.value;
  return { name: maybe(`counter.${counter.name}`) ?? counter.name, value };
}

/** What a turn missed, as the review says it. @param {string|null} words */
export function missedWords(words) {
  if (!words) return '';
  const [, what = '', plies = '', instead = ''] = /^(missed a forced win|allowed a forced loss|missed a forced draw|lost a piece|lost \d+ pieces)(?: in (\d+) plies| at once)?(, instead of a draw)?$/.exec(words) ?? [];
  const count = /\d+/.exec(what)?.[0] ?? '';
  const key = count ? 'missed.lost' : `missed.${what}`;
  if (!what || !maybe(key)) return words;
  const when = plies ? t('missed.in', { plies }) : / at once/.test(words) ? t('missed.once') : '';
  return [t(key, { count }), when, instead ? t('missed.instead') : ''].filter(Boolean).join(' ');
}

/** How a game ended. @param {import('./types.js').Finish} finish */
export function finishWords(finish) {
  const who = finish.outcome === 'draw' ? t('status.draw') : t('status.win', { player: playerName(finish.outcome === 'p1win' ? 1 : 2) });
  const why = maybe(`ending.${finish.reason}`) ?? finish.reason;
  return why ? `${who} – ${why}` : who;
}

/** What an announced attack came to. @param {string} attacker @param {string} target */
export function attackWords(attacker, target) {
  const names = /** @type {Record<string, string>} */ ({ R: 'rock', P: 'paper', S: 'scissors' });
  const words = { attacker: kindName({ name: names[attacker] ?? '' }), target: kindName({ name: names[target] ?? '' }) };
  if (attacker === target) return capital(t('turn.announce.tie', words));
  return capital(t(['RS', 'SP', 'PR'].includes(attacker + target) ? 'turn.announce.win' : 'turn.announce.lose', words));
}

/** @param {string} words */
const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);
