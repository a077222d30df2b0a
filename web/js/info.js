// The page beside the board: which game, how it stands, counters, and the review.

import { html } from './dom.js';
import { counterWords, finishWords, maybe, playerName, t } from './i18n.js';

/** @typedef {import('./types.js').Review} Review */

/**
 * @typedef {object} InfoRoom
 * @property {import('./session.js').Session} session
 * @property {HTMLElement} host
 * @property {() => void} changed
 * @property {(words: string) => void} toast
 */

/** Playouts for each turn of a review. */
const REVIEW_NODES = 600;

export class Info {
  /** @type {{stop: () => void}|null} */
  #review = null;
  #progress = 0;

  /** @param {InfoRoom} room */
  constructor(room) {
    this.room = room;
  }

  render() {
    const { host, session } = this.room;
    const { game, view } = session;
    const about = maybe(`about.${game.variant}`);
    host.replaceChildren(
      html('h2', {}, t(`variant.${game.variant}`)),
      about ? html('p', { class: 'soft' }, about) : '',
      html('p', { class: 'status', 'data-testid': 'status' }, this.#status()),
      this.#facts(),
    );
    if (view && !game.table && game.mainLine().length > 1) host.append(this.#reviewBox());
  }

  #status() {
    const { session } = this.room;
    const { view } = session;
    if (!view) return t('status.loading');
    if (session.finish) return finishWords(session.finish);
    if (session.state === 'thinking') return t('status.thinking', { player: playerName(view.mover) });
    return t('status.turn', { player: playerName(view.mover) });
  }

  #facts() {
    const list = html('dl', { class: 'facts' });
    for (const counter of this.room.session.view?.scene.counters ?? []) {
      const { name, value } = counterWords(counter);
      list.append(html('dt', {}, name), html('dd', { 'data-counter': counter.name }, value));
      const pair = /^(\d+) of (\d+)$/.exec(counter.value);
      if (!pair) continue;
      const share = Number(pair[1]) / Math.max(1, Number(pair[2]));
      const fill = html('i');
      fill.style.width = `${Math.min(1, share) * 100}%`;
      list.append(html('dd', { class: `meter${share >= 0.7 ? ' high' : ''}`, 'aria-hidden': 'true' }, fill));
    }
    return list;
  }

  #reviewBox() {
    const { session } = this.room;
    const { accuracy } = session.game;
    const box = html('div', { class: 'review', 'data-testid': 'review' });
    if (this.#review) {
      const fill = html('i');
      fill.style.width = `${this.#progress * 100}%`;
      box.append(html('p', { role: 'status' }, t('review.progress', { percent: Math.round(this.#progress * 100) })), html('div', { class: 'progress' }, fill),
        html('button', { type: 'button', class: 'plain', 'data-testid': 'review-stop', onclick: () => this.stop() }, t('review.stop')));
      return box;
    }
    if (accuracy) {
      const value = (/** @type {number|null} */ n) => (n === null ? '–' : `${n.toFixed(0)} %`);
      box.append(html('h3', {}, t('review.accuracy')), html('div', { class: 'accuracy', 'data-testid': 'accuracy' },
        html('span', {}, playerName(1)), html('b', { class: 'number' }, value(accuracy[0])),
        html('span', {}, playerName(2)), html('b', { class: 'number' }, value(accuracy[1]))));
      const errors = session.game.mainLine().filter((node) => ['inaccuracy', 'mistake', 'blunder'].includes(node.review?.verdict ?? ''));
      const worst = [...errors].sort((a, b) => (b.review?.loss ?? 0) - (a.review?.loss ?? 0)).slice(0, 6).sort((a, b) => a.depth - b.depth);
      box.append(html('h3', {}, t('review.turning')));
      if (worst.length === 0) box.append(html('p', { class: 'soft' }, t('review.none')));
      else box.append(html('div', { class: 'turning' }, ...worst.map((node) => html('button', {
        type: 'button', class: `plain ${node.review?.verdict ?? ''}`, onclick: () => void session.go(node),
      }, `${Math.ceil(node.depth / 2)}${node.player === 1 ? '.' : '…'} ${node.move?.native ?? ''}`))));
    }
    box.append(html('p', {}, html('button', { type: 'button', class: accuracy ? 'quiet' : 'plain', 'data-testid': 'review-start', onclick: () => void this.start() }, t('review.start'))));
    return box;
  }

  /** Reviews the main line. */
  async start() {
    const { session, changed, toast } = this.room;
    const { game } = session;
    const line = game.mainLine();
    const end = line.at(-1);
    if (!end || this.#review) return;
    this.#progress = 0;
    const search = session.engine.begin('review', { ...game.where(end), nodes: REVIEW_NODES }, (reply) => {
      if (!reply.progress) return;
      this.#progress = reply.progress[0] / Math.max(1, reply.progress[1]);
      if (session.game === game) this.render();
    });
    this.#review = search;
    this.render();
    try {
      const reply = await search.promise;
      const review = /** @type {Review} */ (reply.review);
      for (const turn of review.turns) {
        const node = line[turn.turn - 1];
        if (!node) continue;
        node.review = turn;
        node.value = turn.player === 1 ? turn.expected : 1 - turn.expected;
        const before = node.parent;
        if (before && before.value === null) before.value = turn.player === 1 ? turn.expected_best : 1 - turn.expected_best;
      }
      game.accuracy = review.accuracy;
      session.save();
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      if (words !== 'stopped') toast(t('error.title', { words }));
    }
    this.#review = null;
    changed();
  }

  stop() {
    this.#review?.stop();
  }
}
