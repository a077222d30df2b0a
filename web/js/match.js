// Matches that the server watches: standings and games, live.

import { html } from './dom.js';
import { Game } from './game.js';
import { t } from './i18n.js';
import { dialogHead } from './newgame.js';

/** @typedef {{engine: import('./engine.js').Engine, dialog: HTMLDialogElement, open: (game: Game) => void}} MatchRoom */

export class Matches {
  #open = false;

  /** @param {MatchRoom} room */
  constructor(room) {
    this.room = room;
    room.dialog.addEventListener('close', () => { this.#open = false; });
  }

  show() {
    const { dialog, engine } = this.room;
    this.#open = true;
    this.#render([]);
    dialog.showModal();
    engine.ask('match', {}, { progress: (reply) => { if (this.#open) this.#render(reply.files ?? (reply.games ? [reply] : [])); } }).catch(() => {});
  }

  /** @param {any[]} files */
  #render(files) {
    const { dialog } = this.room;
    const body = html('div', { class: 'dialog-body', 'data-testid': 'match' });
    if (files.length === 0) body.append(html('p', { class: 'soft' }, t('match.none')));
    for (const file of files) body.append(...this.#file(file));
    dialog.replaceChildren(dialogHead(dialog, t('match.title')), body);
  }

  /** @param {any} file */
  #file(file) {
    return [html('h3', {}, file.file ?? ''), standings(file.standings), html('ol', { class: 'match-games' }, ...(file.games ?? []).map((/** @type {any} */ game, /** @type {number} */ i) => this.#game(game, i)))];
  }

  /** @param {any} game @param {number} index */
  #game(game, index) {
    const [one, two] = game.players ?? game.header?.players ?? ['1', '2'];
    const result = { p1win: '1–0', p2win: '0–1', draw: '½–½' }[/** @type {string} */ (game.result ?? game.outcome ?? '')] ?? t('match.live');
    const show = () => {
      const found = new Game(game.variant ?? 'pijersi', game.rules ?? {}, game.position ?? 'startpos');
      found.mode = 'analysis';
      let node = found.root;
      for (const move of game.moves ?? []) node = found.add(node, typeof move === 'string' ? { ugi: move, native: move, steps: [] } : move);
      found.current = node;
      this.room.dialog.close();
      this.room.open(found);
    };
    return html('li', {}, html('button', { type: 'button', onclick: show }, html('span', { class: 'soft' }, index + 1),
      html('span', {}, t('match.vs', { one: one ?? '1', two: two ?? '2' })), html('b', {}, result)));
  }
}

/** @param {any} table */
function standings(table) {
  const rows = Array.isArray(table) ? table : table?.players ?? [];
  if (!rows.length) return html('p');
  const cell = (/** @type {any} */ value) => html('td', {}, value ?? '');
  const head = ['match.player', 'match.games', 'match.points', 'match.wdl', 'match.elo'].map((key) => html('th', { scope: 'col' }, t(key)));
  return html('table', { class: 'standings' }, html('thead', {}, html('tr', {}, ...head)), html('tbody', {}, ...rows.map((/** @type {any} */ row) => html('tr', {},
    cell(row.name), cell(row.games), cell(row.points ?? row.score), cell(row.wins === undefined ? '' : `${row.wins}–${row.draws}–${row.losses}`),
    cell(row.elo === undefined || row.elo === null ? '' : typeof row.elo === 'number' ? Math.round(row.elo) : String(row.elo))))));
}
