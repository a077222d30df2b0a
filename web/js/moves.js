// The list of moves in the game's own notation, with branches, and the buttons to go through it.

import { html, icon, ICONS } from './dom.js';
import { missedWords, t } from './i18n.js';

/** @typedef {import('./game.js').GameNode} GameNode */

const MARKS = /** @type {Record<string, string>} */ ({ inaccuracy: '?!', mistake: '?', blunder: '??' });

export class MoveList {
  /**
   * @param {import('./session.js').Session} session
   * @param {HTMLElement} list
   * @param {HTMLElement} keys
   */
  constructor(session, list, keys) {
    this.session = session;
    this.list = list;
    this.keys = keys;
  }

  render() {
    const { game } = this.session;
    const { root } = game;
    const rows = root.children.length ? this.#rows(root) : [html('p', { class: 'empty' }, t('moves.none'))];
    this.list.replaceChildren(...rows);
    const inBranch = game.current.path().some((node) => node.parent?.children[0] !== node);
    if (inBranch && !game.table) this.list.append(this.#tools());
    this.#keys();
    const here = this.list.querySelector('[aria-current="true"]');
    if (here instanceof HTMLElement) keepInSight(this.list, here);
    else this.list.scrollTop = 0;
  }

  /** Goes some moves back or on. @param {number} by */
  step(by) {
    const { game } = this.session;
    let node = game.current;
    for (let i = 0; i < Math.abs(by); i += 1) node = (by < 0 ? node.parent : node.children[0]) ?? node;
    void this.session.go(node);
  }

  first() {
    void this.session.go(this.session.game.root);
  }

  last() {
    void this.session.go(this.session.game.current.end());
  }

  #keys() {
    const { current, root } = this.session.game;
    const key = (/** @type {string} */ words, /** @type {string} */ id, /** @type {string} */ path, /** @type {boolean} */ off, /** @type {() => void} */ go) =>
      html('button', { type: 'button', 'data-testid': id, 'aria-label': t(words), title: t(words), disabled: off, onclick: go }, icon(path));
    const focused = document.activeElement instanceof HTMLElement && this.keys.contains(document.activeElement) ? document.activeElement.dataset.testid : null;
    this.keys.replaceChildren(
      key('moves.first', 'first', ICONS.first, current === root, () => this.first()),
      key('moves.back', 'back', ICONS.back, current === root, () => this.step(-1)),
      key('moves.forward', 'forward', ICONS.forward, current.children.length === 0, () => this.step(1)),
      key('moves.last', 'last', ICONS.last, current.children.length === 0, () => this.last()),
    );
    if (focused) /** @type {HTMLElement|null} */ (this.keys.querySelector(`[data-testid="${focused}"]`))?.focus();
  }

  #tools() {
    const { session } = this;
    const { game } = session;
    const promote = () => {
      game.promote(game.current);
      session.save();
      this.render();
    };
    const remove = () => {
      const node = game.current;
      const { parent } = node;
      if (!parent) return;
      void session.go(parent).then(() => {
        game.remove(node);
        session.save();
        this.render();
      });
    };
    return html('div', { class: 'move-tools' },
      html('button', { type: 'button', class: 'quiet', 'data-testid': 'promote', onclick: promote }, t('moves.promote')),
      html('button', { type: 'button', class: 'quiet', 'data-testid': 'delete', onclick: remove }, icon(ICONS.trash), t('moves.delete')));
  }

  /** The rows of the main line: number, player one, player two; branches under their row. @param {GameNode} root */
  #rows(root) {
    /** @type {HTMLElement[]} */
    const rows = [];
    let number = 0;
    /** @type {HTMLElement|null} */
    let row = null;
    /** @param {boolean} gap */
    const begin = (gap) => {
      number += 1;
      row = html('div', { class: 'move-row' }, html('span', { class: 'turn-number' }, number), gap ? html('span', { class: 'gap' }, '…') : null);
      rows.push(row);
      return row;
    };
    for (let node = root.children[0]; node; node = node.children[0]) {
      const first = node.player === 1;
      const open = /** @type {HTMLElement|null} */ (row);
      const target = first || !open || open.dataset.full ? begin(!first) : open;
      target.append(this.#move(node));
      if (!first) target.dataset.full = 'true';
      else if (node.children[0]?.player === 1) target.dataset.full = 'true';
      const below = [this.#comment(node), ...(node.parent?.children.slice(1) ?? []).map((other) => this.#branch(other))].filter((one) => one !== null);
      if (node.parent?.children[0] !== node || below.length === 0) continue;
      // What belongs under a first move splits the row.
      target.append(...below);
      if (first && node.children[0]?.player === 2) {
        row = html('div', { class: 'move-row' }, html('span', { class: 'turn-number' }, number), html('span', { class: 'gap' }, '…'));
        rows.push(row);
      }
    }
    return rows;
  }

  /** @param {GameNode} node */
  #comment(node) {
    const { review } = node;
    if (!review || !MARKS[review.verdict]) return null;
    const better = review.better ? t('review.better', { move: review.better.native }) : '';
    const words = [t(`review.${review.verdict}`), missedWords(review.missed), better].filter(Boolean).join('. ');
    return html('p', { class: 'comment' }, words);
  }

  /** @param {GameNode} node */
  #move(node) {
    const verdict = node.review ? MARKS[node.review.verdict] : '';
    return html('button', {
      type: 'button', class: 'move', 'data-depth': node.depth, 'aria-current': node === this.session.game.current ? 'true' : null,
      onclick: () => void this.session.go(node),
    }, html('span', {}, node.move?.native ?? '?'), verdict ? html('span', { class: `glyph ${node.review?.verdict}` }, verdict) : null);
  }

  /** A side line, inline. @param {GameNode} start @returns {HTMLElement} */
  #branch(start) {
    const box = html('div', { class: 'branch' });
    for (let node = /** @type {GameNode|undefined} */ (start); node; node = node.children[0]) {
      const turn = Math.ceil(node.depth / 2);
      if (node.player === 1) box.append(`${turn}. `);
      else if (node === start) box.append(`${turn}… `);
      box.append(this.#move(node), ' ');
      if (node !== start) for (const other of node.parent?.children.slice(1) ?? []) box.append(this.#branch(other));
    }
    return box;
  }
}

/** Scrolls a list, and nothing else, so that an entry can be seen. @param {HTMLElement} list @param {HTMLElement} entry */
function keepInSight(list, entry) {
  const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (inner.top < outer.top + 8) list.scrollTop -= outer.top + 8 - inner.top;
  else if (inner.bottom > outer.bottom - 8) list.scrollTop += inner.bottom - outer.bottom + 8;
}
