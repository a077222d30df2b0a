// Matches that the server watches: standings and games, told again whenever the file grows.

import { html } from './dom.js';
import { Game } from './game.js';
import { t } from './i18n.js';
import { dialogHead } from './newgame.js';

/** @typedef {{engine: import('./engine.js').Engine, dialog: HTMLDialogElement, open: (game: Game) => void}} MatchRoom */
/** @typedef {{game: number, players: [string|null, string|null], result: string|null, reason: string|null, turns: number}} ListedGame */
/** @typedef {{name: string, elo: {value: number|null, low: number|null, high: number|null}|null, results: {wins: number, draws: number, losses: number, points: number}}} Standing */
/** @typedef {{file: string, standings: {engines: Standing[], games: number, planned: number}|null, games: ListedGame[]}} Match */

const RESULTS = /** @type {Record<string, string>} */ ({ p1win: '1–0', p2win: '0–1', draw: '½–½' });

export class Matches {
  /** @type {{stop: () => void}[]} */
  #watched = [];
  /** @type {Map<string, Match>} */
  #matches = new Map();

  /** @param {MatchRoom} room */
  constructor(room) {
    this.room = room;
    room.dialog.addEventListener('close', () => this.#stop());
  }

  async show() {
    const { dialog, engine } = this.room;
    this.#matches.clear();
    this.#render();
    dialog.showModal();
    const { files } = await engine.ask('match');
    for (const file of files) {
      this.#watched.push(engine.follow('match', { file }, (reply) => {
        this.#matches.set(file, reply);
        this.#render();
      }));
    }
  }

  #stop() {
    for (const one of this.#watched.splice(0)) one.stop();
  }

  #render() {
    const { dialog } = this.room;
    const scrolled = dialog.querySelector('.match-games')?.scrollTop ?? 0;
    const body = html('div', { class: 'dialog-body', 'data-testid': 'match' });
    if (this.#matches.size === 0) body.append(html('p', { class: 'soft' }, t('match.none')));
    for (const match of this.#matches.values()) body.append(...this.#match(match));
    const focused = dialog.contains(document.activeElement) ? document.activeElement?.getAttribute('data-testid') : null;
    dialog.replaceChildren(dialogHead(dialog, t('match.title')), body);
    // Whoever goes through the list by keyboard stays where they are when the file grows.
    if (focused) /** @type {HTMLElement|null} */ (dialog.querySelector(`[data-testid="${focused}"]`))?.focus();
    dialog.querySelector('.match-games')?.scrollTo(0, scrolled);
  }

  /** @param {Match} match @returns {HTMLElement[]} */
  #match(match) {
    const done = match.standings ? ` · ${match.standings.games} / ${match.standings.planned}` : ` · ${match.games.length}`;
    const games = [...match.games].reverse().map((game) => this.#game(match.file, game));
    return [html('h3', {}, match.file.split('/').at(-1) ?? match.file, html('small', { class: 'soft' }, done)),
      ...(match.standings ? [standings(match.standings.engines)] : []), html('ol', { class: 'match-games', tabindex: 0 }, ...games)];
  }

  /** @param {string} file @param {ListedGame} listed */
  #game(file, listed) {
    const [one, two] = listed.players;
    return html('li', {}, html('button', { type: 'button', 'data-testid': `match-game-${listed.game}`, onclick: () => void this.#open(file, listed) },
      html('span', { class: 'soft number' }, listed.game), html('span', {}, t('match.vs', { one: one ?? '1', two: two ?? '2' })),
      html('b', { class: 'number' }, RESULTS[listed.result ?? ''] ?? '…')));
  }

  /** Shows a game on the board. @param {string} file @param {ListedGame} listed */
  async #open(file, listed) {
    const { game } = await this.room.engine.ask('match', { file, game: listed.game });
    const found = new Game(game.variant, game.rules ?? {}, game.position ?? 'startpos');
    found.mode = 'analysis';
    found.names = [listed.players[0] ?? '', listed.players[1] ?? ''];
    let node = found.root;
    for (const ugi of game.moves) node = found.add(node, { ugi, native: ugi, steps: [] });
    found.current = node;
    this.room.dialog.close();
    this.room.open(found);
  }
}

/** @param {Standing[]} engines */
function standings(engines) {
  const rows = [...engines].sort((a, b) => b.results.points - a.results.points);
  const head = ['match.player', 'match.points', 'match.wdl', 'match.elo'].map((key) => html('th', { scope: 'col' }, t(key)));
  const elo = (/** @type {Standing['elo']} */ value) => {
    if (!value || value.value === null) return '–';
    const margin = value.low !== null && value.high !== null ? ` ± ${Math.round((value.high - value.low) / 2)}` : '';
    return `${value.value >= 0 ? '+' : '−'}${Math.abs(Math.round(value.value))}${margin}`;
  };
  const row = (/** @type {Standing} */ one) => html('tr', {}, html('th', { scope: 'row' }, one.name), html('td', {}, one.results.points),
    html('td', {}, `${one.results.wins}–${one.results.draws}–${one.results.losses}`), html('td', {}, elo(one.elo)));
  return html('table', { class: 'standings' }, html('thead', {}, html('tr', {}, ...head)), html('tbody', {}, ...rows.map(row)));
}
