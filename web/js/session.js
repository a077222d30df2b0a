// The game on the screen: asks the engine for positions and moves, knows whose turn it is, keeps
// the game stored. Games with secrets are played at a table of the server.

import { Clock } from './clock.js';
import { Game, store } from './game.js';

/** @typedef {import('./game.js').GameNode} GameNode */
/** @typedef {import('./types.js').Move} Move */
/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').Player} Player */
/** @typedef {{reason: 'open'|'go'|'play'|'update', forward?: boolean, from?: GameNode}} Change */

/** The time for a move at full strength without clocks, in milliseconds. */
const FULL_TIME = 1500;
/** An answer that comes at once looks like a mistake of the page. */
const LEAST_WAIT = 450;

const pause = (/** @type {number} */ time) => new Promise((resolve) => setTimeout(resolve, time));

export class Session extends EventTarget {
  game = new Game('pijersi');
  /** @type {Clock|null} */
  clock = null;
  /** Whether the engine is thinking about its move. */
  thinking = false;
  /** Whose knowledge is shown, at a table. @type {Player|null} */
  viewer = null;
  /** Two persons at one screen: hidden until the next one says so. */
  veiled = false;
  /** @type {{stop: () => void}|null} */
  #search = null;
  #asked = 0;

  /** @param {import('./engine.js').Engine} engine */
  constructor(engine) {
    super();
    this.engine = engine;
    engine.addEventListener('table', (event) => this.#told(/** @type {CustomEvent} */ (event).detail));
    engine.addEventListener('state', () => {
      if (engine.state === 'open' && this.game.table) void this.#refresh();
    });
    addEventListener('storage', (event) => this.#elsewhere(event));
    addEventListener('pagehide', () => this.save());
  }

  get current() {
    return this.game.current;
  }

  /** @returns {View|null} */
  get view() {
    return this.current.view;
  }

  /** What the server said last of a table: the clocks, and who is to move. @returns {View|null} */
  get latest() {
    return this.game.table ? this.current.end().view : this.view;
  }

  /** How the game ended, as far as the place on the screen is its end. */
  get finish() {
    const { view } = this;
    // Who analyses a game that was resigned may go on with it.
    if (view?.finish || this.game.mode === 'analysis') return view?.finish ?? null;
    return this.current.children.length === 0 ? this.game.finish : null;
  }

  /** Who plays the side to move here. @returns {'person'|'engine'} */
  get seat() {
    const mover = this.view?.mover ?? 1;
    return this.game.mode === 'analysis' ? 'person' : this.game.seats[mover - 1]?.kind ?? 'person';
  }

  /** Whether a person may choose a move now. */
  get mayMove() {
    const { view } = this;
    if (!view || this.finish || this.veiled || this.seat === 'engine') return false;
    if (this.game.table) return this.current.children.length === 0 && (view.viewer ?? this.viewer) === view.mover;
    return true;
  }

  /** One word for the state, for the page and its tests. */
  get state() {
    if (!this.view) return 'loading';
    if (this.veiled) return 'veiled';
    if (this.finish) return 'over';
    if (this.thinking || (this.seat === 'engine' && this.current.children.length === 0)) return 'thinking';
    return this.mayMove ? 'idle' : 'browsing';
  }

  /** Shows another game. @param {Game} game */
  async open(game) {
    this.stop();
    this.game = game;
    this.veiled = false;
    this.clock = game.control && !game.table ? new Clock(game.control, game.clock) : null;
    if (game.table) {
      const persons = game.seats.map((seat) => seat.kind === 'person');
      this.viewer = persons[0] && persons[1] ? null : persons[1] ? 2 : 1;
      await this.#refresh('open');
      return;
    }
    this.viewer = null;
    await this.#load(game.current);
    this.#changed({ reason: 'open' });
    this.save();
    void this.#goOn();
  }

  /** Goes to a place of the tree. @param {GameNode} node */
  async go(node) {
    if (node === this.current && node.view) return;
    const from = this.current;
    this.stop();
    this.game.current = node;
    const asked = ++this.#asked;
    if (!node.view) await this.#load(node);
    if (asked !== this.#asked) return;
    this.#changed({ reason: 'go', forward: node.parent === from, from });
    this.save();
    void this.#goOn();
  }

  /** Makes a move from the place on the screen. @param {Move} move */
  async play(move) {
    if (this.game.table) return this.#playAtTable(move);
    const from = this.current;
    this.stop();
    this.#press();
    const known = from.child(move.ugi);
    const node = this.game.add(from, move);
    if (!known) this.game.accuracy = null;
    if (!known && this.game.mode === 'play') this.game.promote(node);
    if (!known) this.game.finish = null;
    const asked = ++this.#asked;
    this.game.current = node;
    await this.#load(node);
    if (asked !== this.#asked) return;
    this.#changed({ reason: 'play', forward: true, from });
    this.save();
    void this.#goOn();
  }

  /** Takes back what was played since the last choice of a person. */
  async undo() {
    this.stop();
    const { seats, mode } = this.game;
    const path = this.current.path();
    const isPerson = (/** @type {GameNode} */ node) => mode === 'analysis' || seats[node.player - 1]?.kind === 'person';
    const node = [...path].reverse().find(isPerson);
    const from = this.current;
    if (!node?.parent) return;
    this.game.current = node.parent;
    this.game.finish = null;
    if (mode === 'play') this.game.remove(node);
    if (!this.current.view) await this.#load(this.current);
    this.#changed({ reason: 'go', forward: false, from });
    this.save();
    void this.#goOn();
  }

  /** Ends the game by a word of a player. @param {'resigned'|'agreed'} reason */
  async end(reason) {
    if (this.veiled) return false;
    const mover = this.view?.mover ?? 1;
    const { table, seats } = this.game;
    const loser = seats[mover - 1]?.kind === 'person' ? mover : /** @type {Player} */ (3 - mover);
    this.stop();
    if (table) return this.#endTable(table, reason, loser);
    const outcome = reason === 'agreed' ? 'draw' : loser === 1 ? 'p2win' : 'p1win';
    this.game.current = this.current.end();
    this.game.finish = { outcome, reason };
    this.clock?.stop(false);
    if (!this.current.view) await this.#load(this.current);
    this.#changed({ reason: 'update' });
    this.save();
    return true;
  }

  /** @param {string} table @param {'resigned'|'agreed'} reason @param {Player} viewer @returns {Promise<boolean>} whether that ended the game */
  async #endTable(table, reason, viewer) {
    const action = reason === 'resigned' ? 'table-resign' : 'table-draw';
    const both = this.game.seats.every((seat) => seat.kind === 'person');
    // Two persons at one screen have said so together.
    const viewers = reason === 'agreed' && both ? [1, 2] : [viewer];
    let view = null;
    for (const one of viewers) ({ view } = await this.engine.ask(action, { table, viewer: one }, { again: false }));
    if (view?.finish) this.#finished(view);
    return Boolean(view?.finish);
  }

  /** The engine's advice. @returns {Promise<any>} */
  hint() {
    return this.engine.ask('think', { ...this.where(this.current), level: 10, movetime: 1000 });
  }

  /** What the server is to be told to find a node. @param {GameNode} node */
  where(node) {
    const { game, viewer } = this;
    return game.table ? { table: game.table, ...(viewer ? { viewer } : {}), turn: node.depth } : game.where(node);
  }

  /** Ends what the engine thinks for a player. */
  stop() {
    this.#search?.stop();
    this.#search = null;
    this.thinking = false;
  }

  /** Ends a running clock if its time is over; for the one who looks at the clock. */
  tick() {
    const { clock } = this;
    if (!clock?.running || clock.left(clock.running) > 0) return;
    const loser = clock.running;
    clock.stop(false);
    this.stop();
    this.game.finish = { outcome: loser === 1 ? 'p2win' : 'p1win', reason: 'out of time' };
    this.#changed({ reason: 'update' });
    this.save();
  }

  save() {
    if (this.clock) this.game.clock = [this.clock.left(1), this.clock.left(2)];
    store.save(this.game);
  }

  /** @param {Change} change */
  #changed(change) {
    this.dispatchEvent(new CustomEvent('change', { detail: change }));
  }

  /** Asks for the position of a node. @param {GameNode} node */
  async #load(node) {
    const { game } = this;
    // A game that comes from elsewhere is only known in UGI notation: the whole line is asked for then.
    const last = node.end();
    const end = !game.table && last.path().some((one) => one.move?.steps.length === 0) ? last : node;
    const reply = await this.engine.ask('view', { ...this.where(end), turn: node.depth });
    game.learn(node, reply.view, end);
  }

  /** A move was made: the clock of its player stands. */
  #press() {
    if (this.clock && this.current.children.length === 0) this.clock.stop(true);
  }

  /** Lets the clock run, and the engine think if it is its turn. */
  async #goOn() {
    const { game, view, current } = this;
    if (!view || game.mode !== 'play' || game.table || this.finish || current.children.length > 0) {
      if (this.finish) this.clock?.stop(false);
      return;
    }
    if (this.clock && current.depth > 0) this.clock.start(view.mover);
    if (this.seat !== 'engine') return;
    await this.#think(game, current, view.mover);
  }

  /** @param {Game} game @param {GameNode} node @param {Player} mover */
  async #think(game, node, mover) {
    const level = game.seats[mover - 1]?.level ?? 10;
    const begun = performance.now();
    const fields = { ...game.where(node), level, ...this.#time(level, mover) };
    const stands = () => this.game === game && this.current === node && node.children.length === 0;
    this.thinking = true;
    this.#changed({ reason: 'update' });
    const think = async () => {
      // Another tab with the same game may have been faster.
      if (!stands()) return null;
      const search = this.engine.begin('think', fields);
      this.#search = search;
      const reply = await search.promise;
      const wait = LEAST_WAIT - (performance.now() - begun);
      if (wait > 0) await pause(wait);
      return reply;
    };
    try {
      const reply = navigator.locks ? await navigator.locks.request(`sisku-${game.id}`, think) : await think();
      if (!reply || !stands() || this.finish) return;
      this.thinking = false;
      await this.play(reply.move);
    } catch {
      // Stopped: somebody went elsewhere.
    } finally {
      if (stands()) this.thinking = false;
    }
  }

  /** How long the engine may think. @param {number} level @param {Player} mover */
  #time(level, mover) {
    if (level < 10) return {};
    const left = this.clock ? this.clock.left(mover) / 25 + this.clock.increment * 0.7 : FULL_TIME;
    return { movetime: Math.round(Math.max(50, Math.min(left, 8000))) };
  }

  /** The same game was changed in another tab. @param {StorageEvent} event */
  #elsewhere(event) {
    if (event.key !== store.isKey(this.game.id) || !event.newValue || this.game.table) return;
    const other = Game.from(JSON.parse(event.newValue));
    if (JSON.stringify(other.toJSON().tree) === JSON.stringify(this.game.toJSON().tree)) return;
    void this.#adopt(other);
  }

  /** @param {Game} other */
  async #adopt(other) {
    this.stop();
    this.game = other;
    if (other.control) this.clock = new Clock(other.control, other.clock);
    await this.#load(other.current);
    this.#changed({ reason: 'update' });
  }

  // --- Tables -----------------------------------------------------------------------------------

  /** @param {Move} move */
  async #playAtTable(move) {
    const { table } = this.game;
    const viewer = this.viewer ?? this.view?.mover ?? 1;
    const reply = await this.engine.ask('table-play', { table, viewer, move: move.ugi }, { again: false });
    this.#seen(reply.view, 'play');
  }

  /** The server tells what happened at a table. @param {{table: string, view: View}} news */
  #told(news) {
    if (news.table === this.game.table && news.view) this.#seen(news.view, 'play');
  }

  /** Asks how the table stands. @param {'open'|'update'} [reason] */
  async #refresh(reason = 'update') {
    const { game } = this;
    const persons = game.seats.every((seat) => seat.kind === 'person');
    const reply = await this.engine.ask('view', { table: game.table, ...(this.viewer ? { viewer: this.viewer } : {}) });
    if (persons && !reply.view.finish && this.viewer === null) this.veiled = true;
    this.#seen(reply.view, reason);
  }

  /** Takes over a view of the whole table. @param {View} view @param {'open'|'play'|'update'} reason */
  #seen(view, reason) {
    if (view.finish) {
      this.#finished(view);
      return;
    }
    const from = this.current;
    const live = from.children.length === 0;
    const end = this.#extend(view);
    const moved = end.depth > from.depth;
    const { seats } = this.game;
    const together = seats[0].kind === 'person' && seats[1].kind === 'person';
    if (together && this.viewer !== null && view.mover !== this.viewer) {
      void this.#veil();
      return;
    }
    if (live || reason === 'open') this.game.current = end;
    this.thinking = Boolean(view.thinking) || seats[view.mover - 1]?.kind === 'engine';
    this.#changed({ reason: reason === 'play' && !moved ? 'update' : reason, forward: moved, from });
    this.save();
  }

  /** Between two persons the page knows only what everybody may know. */
  async #veil() {
    this.viewer = null;
    this.veiled = true;
    const { view } = await this.engine.ask('view', { table: this.game.table });
    this.#forget();
    this.game.current = this.#extend(view);
    this.#changed({ reason: 'update' });
    this.save();
  }

  /** The next person looks at the screen. */
  async unveil() {
    const mover = this.view?.mover ?? 1;
    const { view } = await this.engine.ask('view', { table: this.game.table, viewer: mover });
    this.viewer = mover;
    this.veiled = false;
    this.#forget();
    this.game.current = this.#extend(view);
    this.#changed({ reason: 'play', forward: true, from: this.current.parent ?? this.current });
  }

  /** Drops what was known of positions: another viewer knows something else. */
  #forget() {
    for (const node of this.game.nodes()) node.view = null;
  }

  /** Makes the nodes of a view's moves. @param {View} view */
  #extend(view) {
    let node = this.game.root;
    for (const move of view.moves) {
      const next = node.children[0];
      if (next) next.move = move;
      node = next ?? this.game.add(node, move);
    }
    node.children = [];
    node.view = view;
    if (view.clock) view.clock.at = performance.now();
    return node;
  }

  /** The end of a game at a table: everything may be seen now. @param {View} view */
  #finished(view) {
    const from = this.current;
    this.viewer = null;
    this.veiled = false;
    this.thinking = false;
    this.#forget();
    this.game.current = this.#extend(view);
    this.game.finish = view.finish;
    this.#changed({ reason: 'play', forward: true, from });
    this.save();
  }

  /** The finished game of a table as an open one. @returns {Game} */
  opened() {
    const { variant, rules, position, seats, bottom } = this.game;
    const game = new Game(variant, rules, position);
    Object.assign(game, { mode: 'analysis', seats, bottom, finish: this.game.finish });
    let node = game.root;
    for (const one of this.game.mainLine()) if (one.move) node = game.add(node, one.move);
    game.current = node;
    return game;
  }
}
