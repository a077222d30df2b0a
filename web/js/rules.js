// The rules of every game, in a side panel with small boards.

import { arrowsOf } from './arrows.js';
import { Board } from './board.js';
import { html, svg } from './dom.js';
import { pieceIcon } from './glyphs.js';
import { current, kindName, t } from './i18n.js';
import english from './rules-en.js';
import french from './rules-fr.js';

/**
 * A part of the rules: a heading, words, points, or a small board (a position and perhaps a move on it).
 * @typedef {{h: string}|{p: string}|{ul: string[]}|{beats: [string, string[]][]}|{fen: string, moves?: string[], marks?: string[], caption: string}} Part
 */

/** @type {Record<string, Record<string, Part[]>>} */
const RULES = { en: english, fr: french };

export class RulesPanel {
  #shown = '';

  /** @param {import('./engine.js').Engine} engine @param {HTMLElement} host */
  constructor(engine, host) {
    this.engine = engine;
    this.host = host;
  }

  /** @param {string} variant */
  render(variant) {
    const key = `${variant} ${current()}`;
    if (this.#shown === key) return;
    this.#shown = key;
    const parts = RULES[current()]?.[variant] ?? english[variant] ?? [];
    this.host.replaceChildren(html('article', { class: 'rules' }, html('h2', {}, t(`variant.${variant}`)), ...parts.map((part) => this.#part(part, variant))));
    this.host.scrollTop = 0;
  }

  /** @param {Part} part @param {string} variant @returns {HTMLElement} */
  #part(part, variant) {
    if ('h' in part) return html('h3', {}, part.h);
    if ('p' in part) return html('p', {}, part.p);
    if ('ul' in part) return html('ul', {}, ...part.ul.map((one) => html('li', {}, one)));
    if ('beats' in part) return beats(part.beats);
    const picture = svg('svg', { class: 'board small-board', role: 'img', 'aria-label': part.caption });
    void this.#draw(picture, part, variant);
    return html('figure', {}, picture, html('figcaption', {}, part.caption));
  }

  /** @param {SVGSVGElement} picture @param {{fen: string, moves?: string[], marks?: string[]}} part @param {string} variant */
  async #draw(picture, part, variant) {
    const board = new Board(picture);
    try {
      const { view } = await this.engine.ask('view', { variant, position: part.fen, moves: [] });
      board.show(view.scene, { animate: false });
      const steps = [];
      for (const move of part.moves ?? []) {
        const after = await this.engine.ask('view', { variant, position: part.fen, moves: [move] });
        steps.push(...after.view.moves[0].steps);
      }
      board.point(arrowsOf(steps, 'rule'));
      board.mark({ last: part.marks ?? [] });
    } catch {
      picture.remove();
    }
  }
}

/** Who captures whom, in pictures. @param {[string, string[]][]} pairs */
function beats(pairs) {
  const figure = (/** @type {number} */ player, /** @type {string} */ name) => html('span', { title: kindName({ name }) }, pieceIcon(player, { letter: '', name }));
  const item = (/** @type {[string, string[]]} */ [one, others]) => {
    const words = `${kindName({ name: one })} › ${others.map((name) => kindName({ name })).join(', ')}`;
    return html('span', { role: 'img', 'aria-label': words }, figure(1, one), html('span', { class: 'arrow-text' }, '›'), ...others.map((name) => figure(2, name)));
  };
  return html('div', { class: 'beats' }, ...pairs.map(item));
}
