// The secret set-up of Bloch's game: six of nine pieces on the start row, three in reserve; two
// places are chosen to swap what stands there.

import { html, icon, ICONS } from './dom.js';
import { KINDS, pieceIcon } from './glyphs.js';
import { kindName, t } from './i18n.js';

/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').Move} Move */
/** @typedef {{key: string, player: 1|2, cells: string[], choices: Record<string, string>}} Setup */

/** The set-up that a view asks for, if it asks for one. @param {View} view @returns {Setup|null} */
export function setupOf(view) {
  const { placement } = view;
  if (!placement) return null;
  return { key: `${view.turn}-${view.mover}-${view.table?.name ?? ''}`, player: view.mover, cells: placement.cells, choices: placement.choices };
}

export class SecretSetup {
  /** Letters on the six cells, then in reserve. @type {string[]} */
  #letters = [...'RPSRPSRPS'];
  /** @type {number|null} */
  #selected = null;

  /** @param {Setup} setup @param {(move: Move) => void} ready @param {() => void} changed */
  constructor(setup, ready, changed) {
    this.key = setup.key;
    this.setup = setup;
    this.ready = ready;
    this.changed = changed;
    this.#shuffle();
  }

  get selectedCell() {
    return this.#selected === null ? null : this.setup.cells[this.#selected] ?? null;
  }

  #shuffle() {
    const letters = this.#letters;
    const random = crypto.getRandomValues(new Uint32Array(letters.length));
    for (let i = letters.length - 1; i > 0; i -= 1) {
      const j = (random[i] ?? 0) % (i + 1);
      [letters[i], letters[j]] = [letters[j] ?? 'R', letters[i] ?? 'R'];
    }
  }

  /** @param {string} cell */
  chooseCell(cell) {
    const index = this.setup.cells.indexOf(cell);
    if (index >= 0) this.#choose(index);
  }

  /** @param {number} index */
  #choose(index) {
    const first = this.#selected;
    if (first === null) {
      this.#selected = index;
    } else {
      const letters = this.#letters;
      [letters[first], letters[index]] = [letters[index] ?? 'R', letters[first] ?? 'R'];
      this.#selected = null;
    }
    this.changed();
  }

  /** The board with the pieces where they are to stand. @param {import('./types.js').Scene} scene */
  scene(scene) {
    const { player, cells } = this.setup;
    const own = cells.map((cell, i) => ({ cell, level: 0, player, kind: KINDS[this.#letters[i] ?? 'R'] ?? KINDS.X, secret: true }));
    const others = scene.pieces.filter((one) => one.player !== player);
    return /** @type {import('./types.js').Scene} */ ({ ...scene, pieces: [...others, ...own] });
  }

  render() {
    const { cells, player } = this.setup;
    const place = (/** @type {number} */ i) => {
      const kind = KINDS[this.#letters[i] ?? 'R'] ?? { letter: 'R', name: 'rock' };
      const name = cells[i] ?? t('secret.reserve', { n: i - 5 });
      return html('button', {
        type: 'button', class: 'place', 'aria-pressed': String(this.#selected === i), 'data-testid': `place-${i}`, 'data-kind': kind.letter,
        'aria-label': t('secret.place', { place: name, kind: kindName(kind) }), onclick: () => this.#choose(i),
      }, pieceIcon(player, kind, true), cells[i] ?? '–');
    };
    const ready = () => {
      const letters = this.#letters.slice(0, cells.length).join('');
      const ugi = this.setup.choices[letters] ?? `=${letters}`;
      this.ready({ ugi, native: ugi, steps: [] });
    };
    const shuffle = () => {
      this.#shuffle();
      this.changed();
    };
    return html(
      'div', { class: 'secret card', 'data-testid': 'secret' },
      html('p', { class: 'soft' }, t('secret.help')),
      html('div', { class: 'row' }, ...[0, 1, 2, 3, 4, 5].map(place)),
      html('div', { class: 'row' }, html('span', { class: 'soft' }, t('side.reserve')), ...[6, 7, 8].map(place)),
      html('div', { class: 'row' },
        html('button', { type: 'button', class: 'plain', 'data-testid': 'shuffle', onclick: shuffle }, icon(ICONS.shuffle), t('secret.shuffle')),
        html('button', { type: 'button', class: 'primary', 'data-testid': 'ready', onclick: ready }, t('secret.ready'))),
    );
  }
}
