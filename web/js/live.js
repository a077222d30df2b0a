// Live analysis: score bar, win/draw/loss, best lines in the list and as arrows on the board, and
// in games with secrets what the mover may believe.

import { arrowsOf } from './arrows.js';
import { html, svg } from './dom.js';
import { store } from './game.js';
import { current as language, kindName, playerName, t } from './i18n.js';

/** @typedef {import('./types.js').Answer} Answer */
/** @typedef {import('./types.js').MoveAnswer} MoveAnswer */
/** @typedef {import('./types.js').Move} Move */
/** @typedef {import('./game.js').GameNode} GameNode */

const TONES = ['best', 'second', 'third', 'third', 'third'];
/** Seconds between answers. */
const REPORT_EVERY = 0.3;
/** Moves of a line that are shown. */
const MOST_MOVES = 6;
/** A search ends by itself; nobody needs more, and laptops get hot. */
const MOST_TIME = 120_000;

/**
 * @typedef {object} LiveRoom
 * @property {import('./session.js').Session} session
 * @property {import('./board.js').Board} board
 * @property {HTMLElement} host
 * @property {HTMLElement} gauge
 * @property {() => void} changed  a value became known
 * @property {() => boolean} quiet  whether arrows would be in the way
 */

export class Live {
  on = false;
  lines = Number(store.setting('lines') ?? 3) || 3;
  /** @type {Answer|null} */
  answer = null;
  /** What the mover may believe of hidden pieces. @type {Answer['belief']|null} */
  belief = null;
  /** Whether a game with secrets is analysed with all of them open. */
  open = false;
  /** Moves of principal variations, by the moves that lead there. @type {Map<string, Move[]>} */
  #known = new Map();
  /** @type {{stop: () => void}|null} */
  #search = null;
  /** @type {GameNode|null} */
  #node = null;
  #asking = false;
  /** What the head was drawn for: it stays as long as this does, so that its lists can be opened. */
  #headFor = '';
  #beliefOpen = false;
  /** Whether something in the panel is being pressed: it must not be replaced under the finger. */
  #held = false;

  /** @param {LiveRoom} room */
  constructor(room) {
    this.room = room;
    room.host.addEventListener('pointerdown', () => { this.#held = true; });
    for (const name of ['pointerup', 'pointercancel']) addEventListener(name, () => { this.#held = false; });
  }

  /** Whether the engine may say anything here. */
  get allowed() {
    return !this.room.session.game.table;
  }

  /** @param {boolean} on */
  toggle(on) {
    this.on = on && this.allowed;
    this.answer = null;
    this.#node = null;
    this.follow();
  }

  /** The position on the screen is another one, or the switch was turned. */
  follow() {
    const { session } = this.room;
    const { current, view } = session;
    if (!this.allowed) this.on = false;
    if (this.on && this.#node === current && this.#search) {
      this.render();
      return;
    }
    this.#search?.stop();
    this.#search = null;
    this.answer = null;
    this.belief = null;
    this.#node = current;
    if (this.on && view && !view.finish) this.#begin(current);
    this.render();
  }

  stop() {
    this.#search?.stop();
    this.#search = null;
    this.#node = null;
  }

  /** @param {GameNode} node */
  #begin(node) {
    const { session } = this.room;
    const { game } = session;
    const hidden = game.variant === 'bloch';
    const options = hidden && this.open ? { options: { Information: 'open' } } : {};
    const query = { ...game.where(node), limits: { movetime: MOST_TIME }, multipv: this.lines, report_every: REPORT_EVERY, session: `live-${game.id}${this.open ? '-open' : ''}`, ...options };
    if (hidden && !this.open) void this.#believe(node);
    this.#search = session.engine.watch(query, (answer) => {
      if (this.#node !== node || !answer.root) return;
      this.answer = answer;
      const value = answer.root.win + answer.root.draw / 2;
      node.value = answer.mover === 1 ? value : 1 - value;
      this.render();
      this.room.changed();
      void this.#learn(node, answer);
    });
  }

  /** Asks what the mover may believe: that is known before any search. @param {GameNode} node */
  async #believe(node) {
    const { session } = this.room;
    const query = { ...session.game.where(node), limits: { nodes: 1 }, include: ['belief'] };
    const answer = await session.engine.ask('query', query).catch(() => null);
    if (this.#node !== node || !answer) return;
    this.belief = answer.belief ?? null;
    this.render();
  }

  /** Finds how principal variations are written, and what they do. @param {GameNode} node @param {Answer} answer */
  async #learn(node, answer) {
    if (this.#asking) return;
    this.#asking = true;
    const { session } = this.room;
    try {
      for (const move of answer.moves) {
        const pv = move.pv.slice(0, MOST_MOVES);
        const where = session.game.where(node);
        const key = this.#key([...where.moves, ...pv]);
        if (this.#known.has(key) || this.#node !== node) continue;
        const moves = [...where.moves, ...pv];
        // The legal moves are not needed: those of the start, for who is not to move there, are none.
        const spare = session.game.variant === 'bloch' ? {} : { turn: 0, viewer: 3 - session.game.firstMover };
        const reply = await session.engine.ask('view', { ...where, moves, ...spare });
        if (this.#known.size > 1000) this.#known.clear();
        const line = /** @type {Move[]} */ (reply.view.moves.slice(where.moves.length));
        line.forEach((_, i) => this.#known.set(this.#key([...where.moves, ...pv.slice(0, i + 1)]), line.slice(0, i + 1)));
      }
    } catch {
      // A line that is not legal any more is shown in the engine's notation.
    } finally {
      this.#asking = false;
    }
    if (this.#node === node) this.render();
  }

  /** @param {string[]} moves */
  #key(moves) {
    return `${this.room.session.game.id} ${moves.join(' ')}`;
  }

  /** The moves of a line, as far as they are known. @param {MoveAnswer} move @returns {Move[]} */
  #line(move) {
    const { moves } = this.room.session.game.where(this.room.session.current);
    for (let count = Math.min(move.pv.length, MOST_MOVES); count > 0; count -= 1) {
      const known = this.#known.get(this.#key([...moves, ...move.pv.slice(0, count)]));
      if (known) return known;
    }
    const legal = this.room.session.view?.legal.find((one) => one.ugi === move.move);
    return [legal ?? { ugi: move.move, native: move.native, steps: [] }];
  }

  render() {
    const { host, session, board, quiet } = this.room;
    const { answer } = this;
    this.#head();
    if (!this.#held) this.#body();
    this.#gauge();
    if (!this.on || quiet()) {
      if (this.on || board.root.dataset.arrows === 'live') board.point([]);
      board.root.dataset.arrows = '';
    } else {
      board.root.dataset.arrows = 'live';
      board.point((answer?.moves ?? []).slice(0, 3).reverse().flatMap((move) => {
        const first = this.#line(move)[0];
        return first ? arrowsOf(first.steps, TONES[move.order] ?? 'third', move.order === 0 ? 1 : 0.75) : [];
      }));
    }
    board.annotate(this.on && this.belief ? this.belief.map(({ cell, kinds }) => ({ cell, element: beliefMark(kinds) })) : []);
    host.dataset.node = String(session.current.depth);
  }

  #head() {
    const { answer } = this;
    const { host, session } = this.room;
    const hidden = session.game.variant === 'bloch';
    const drawnFor = [this.on, this.allowed, this.lines, this.open, hidden, t('analysis.on')].join();
    if (drawnFor !== this.#headFor || !host.firstElementChild) {
      this.#headFor = drawnFor;
      const focused = host.contains(document.activeElement) ? document.activeElement?.getAttribute('data-testid') : null;
      host.replaceChildren(this.#switches(hidden));
      if (focused) /** @type {HTMLElement|null} */ (host.querySelector(`[data-testid="${focused}"]`))?.focus();
    }
    const best = answer?.moves[0];
    const score = host.querySelector('.score');
    if (score && (answer || !this.#held)) score.textContent = !answer ? '' : best ? scoreText(best, answer.mover) : '–';
    const details = host.querySelector('.details');
    if (details) {
      details.textContent = !this.allowed ? t(session.finish ? 'analysis.over' : 'analysis.hidden') : !this.on ? t('analysis.on') : answer
        ? t('analysis.visits', { visits: answer.root.visits.toLocaleString(language()) }) : session.finish ? '' : '…';
    }
  }

  /** @param {boolean} hidden */
  #switches(hidden) {
    const toggle = html('input', {
      type: 'checkbox', role: 'switch', 'data-testid': 'live-toggle', 'aria-label': t('analysis.on'), disabled: !this.allowed,
      onchange: (/** @type {Event} */ event) => this.toggle(/** @type {HTMLInputElement} */ (event.target).checked),
    });
    toggle.checked = this.on;
    const lines = html('select', {
      'aria-label': t('analysis.lines'), 'data-testid': 'live-lines',
      onchange: (/** @type {Event} */ event) => {
        this.lines = Number(/** @type {HTMLSelectElement} */ (event.target).value);
        store.setting('lines', String(this.lines));
        this.toggle(this.on);
      },
    }, ...[1, 2, 3, 5].map((n) => html('option', { value: n, selected: n === this.lines }, n)));
    return html('div', { class: 'engine-head' }, html('label', { class: 'switch' }, toggle, html('span')),
      this.on ? html('span', { class: 'score number', 'data-testid': 'score' }) : null,
      html('span', { class: 'details' }), this.on && hidden ? this.#knowledge() : null, this.on ? lines : null);
  }

  /** What changes with every answer; the keyboard's focus and what is folded out stay as they are. */
  #body() {
    const { host } = this.room;
    const { answer, belief } = this;
    const key = host.contains(document.activeElement) ? document.activeElement?.getAttribute('data-key') : null;
    const parts = this.on && answer ? [wdl(answer), this.#list(answer), ...(belief ? [this.#belief(answer, belief)] : [])] : [];
    parts.forEach((part, i) => {
      const old = host.children[i + 1];
      if (!old) host.append(part);
      else if (old.outerHTML !== part.outerHTML) old.replaceWith(part);
    });
    while (host.children.length > parts.length + 1) host.lastElementChild?.remove();
    if (key && !host.contains(document.activeElement)) /** @type {HTMLElement|null} */ (host.querySelector(`[data-key="${key}"]`))?.focus();
  }

  /** With whose knowledge a game with secrets is analysed. */
  #knowledge() {
    const select = html('select', { 'aria-label': t('analysis.side'), 'data-testid': 'knowledge', onchange: () => {
      this.open = select.value === 'open';
      this.toggle(this.on);
    } }, html('option', { value: 'player' }, t('analysis.player')), html('option', { value: 'open' }, t('analysis.open')));
    select.value = this.open ? 'open' : 'player';
    return select;
  }

  /** @param {Answer} answer */
  #list(answer) {
    const items = answer.moves.map((move) => html('li', {},
      html('span', { class: 'value' }, scoreText(move, answer.mover)),
      html('span', { class: 'pv' }, ...this.#line(move).map((one, i, line) => html('button', {
        type: 'button', 'data-testid': i === 0 ? `line-${move.order}` : null, 'data-key': `${move.order}-${i}`, onclick: () => void this.#play(line.slice(0, i + 1)),
      }, one.native)))));
    return html('ol', { class: 'lines', 'aria-label': t('analysis.best') }, ...items);
  }

  /** Plays a line from here. @param {Move[]} line */
  async #play(line) {
    const { session } = this.room;
    for (const move of line) await session.play(move);
  }

  /** @param {Answer} answer @param {NonNullable<Answer['belief']>} belief */
  #belief(answer, belief) {
    const kinds = ['rock', 'paper', 'scissors'];
    const rows = belief.map((one) => html('tr', {}, html('th', { scope: 'row' }, one.cell), ...kinds.map((name) => {
      const found = one.kinds.find((kind) => kindOf(kind) === name);
      return html('td', {}, `${Math.round((found?.probability ?? 0) * 100)} %`);
    })));
    const head = html('tr', {}, html('th'), ...kinds.map((name) => html('th', { scope: 'col' }, kindName({ name }))));
    const box = html('details', { class: 'belief', 'data-testid': 'belief' }, html('summary', { 'data-key': 'belief' }, t('analysis.belief', { player: playerName(answer.mover) })),
      belief.length ? html('table', {}, head, ...rows) : t('analysis.belief.none'));
    box.open = this.#beliefOpen;
    box.addEventListener('toggle', () => { if (box.isConnected) this.#beliefOpen = box.open; });
    return box;
  }

  #gauge() {
    const { gauge, session, board } = this.room;
    const { value } = session.current;
    gauge.hidden = !this.on && !session.game.accuracy;
    const finish = session.view?.finish;
    const share = finish ? { p1win: 1, p2win: 0, draw: 0.5 }[finish.outcome] : value ?? 0.5;
    const fill = gauge.querySelector('.gauge-fill');
    if (fill instanceof HTMLElement) fill.style.height = `${share * 100}%`;
    gauge.style.setProperty('--share', `${share * 100}%`);
    gauge.classList.toggle('flipped', board.flipped);
    gauge.classList.toggle('two-ahead', share < 0.5);
    const text = gauge.querySelector('.gauge-text');
    if (text) text.textContent = value === null ? '' : `${Math.round((share < 0.5 ? 1 - share : share) * 100)}`;
    gauge.setAttribute('aria-label', t('analysis.bar', { player: playerName(1), percent: Math.round(share * 100) }));
  }
}

/** A value for people: the expected points of player one, or what is proven. @param {MoveAnswer} move @param {number} mover */
function scoreText(move, mover) {
  const { proof } = move;
  if (proof && proof.result === 'draw') return '=';
  const sign = (/** @type {boolean} */ one) => (one ? '+' : '−');
  if (proof) return `${sign((proof.result === 'win') === (mover === 1))}#${proof.plies ?? ''}`;
  const value = move.win + move.draw / 2;
  const one = mover === 1 ? value : 1 - value;
  return `${Math.round(one * 100)} %`;
}

/** How often player one wins, nobody, player two: of the same player as the score and the score bar. @param {Answer} answer */
function wdl(answer) {
  const { draw } = answer.root;
  const [one, two] = answer.mover === 1 ? [answer.root.win, answer.root.loss] : [answer.root.loss, answer.root.win];
  // The last part is the rest, so that the figures make a hundred.
  const percent = [Math.round(one * 100), Math.round(draw * 100)];
  percent.push(100 - (percent[0] ?? 0) - (percent[1] ?? 0));
  const [win = 0, drawn = 0, loss = 0] = percent;
  const bar = html('div', { class: 'wdl', role: 'img', 'data-testid': 'wdl' });
  bar.title = `${playerName(1)}: ${t('analysis.wdl', { win, draw: drawn, loss })}`;
  bar.setAttribute('aria-label', bar.title);
  for (const [name, part, figure] of /** @type {[string, number, number][]} */ ([['one', one, win], ['draw', draw, drawn], ['two', two, loss]])) {
    const box = html('i', { class: name }, part >= 0.12 ? `${figure} %` : null);
    box.style.width = `${part * 100}%`;
    bar.append(box);
  }
  return bar;
}

/** The name of a kind in a belief. @param {any} kind */
function kindOf(kind) {
  const name = kind.kind?.name ?? kind.kind ?? kind.name ?? kind.letter ?? '';
  return { R: 'rock', P: 'paper', S: 'scissors' }[String(name).toUpperCase()] ?? name;
}

/** A bar under a hidden piece, divided as the kinds are likely. @param {any[]} kinds */
function beliefMark(kinds) {
  const [wide, high, top] = [88, 19, 29];
  const group = svg('g', { class: 'belief-mark' });
  let x = -wide / 2;
  for (const name of ['rock', 'paper', 'scissors']) {
    const width = wide * (kinds.find((kind) => kindOf(kind) === name)?.probability ?? 0);
    group.append(svg('rect', { class: `belief-${name}`, x: x.toFixed(1), y: top, width: width.toFixed(1), height: high }));
    if (width > 13) group.append(svg('text', { class: 'belief-letter', x: (x + width / 2).toFixed(1), y: top + 15 }, (name[0] ?? '').toUpperCase()));
    x += width;
  }
  group.append(svg('rect', { class: 'belief-edge', x: -wide / 2, y: top, width: wide, height: high, rx: 3 }));
  return group;
}
