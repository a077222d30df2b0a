// Puts the page together: one session, one board, and the panels around them.

import { arrowsOf } from './arrows.js';
import { Board } from './board.js';
import { TurnControl } from './control.js';
import { byId, html, icon, ICONS } from './dom.js';
import { Engine } from './engine.js';
import { Game, store } from './game.js';
import { Graph } from './graph.js';
import * as i18n from './i18n.js';
import { Info } from './info.js';
import { Live } from './live.js';
import { Matches } from './match.js';
import { MoveList } from './moves.js';
import { dialogHead, NewGame } from './newgame.js';
import { RulesPanel } from './rules.js';
import { Session } from './session.js';
import { Share } from './share.js';
import { Sides } from './sides.js';
import { sound } from './sound.js';

const { t } = i18n;

class App {
  engine = new Engine();
  session = new Session(this.engine);
  dialog = /** @type {HTMLDialogElement} */ (byId('dialog'));
  /** @type {'game'|'rules'|'share'} */
  #tab = 'game';
  /** @type {{words: string, yes: () => void}|null} */
  #question = null;
  #toastTimer = 0;
  #hinting = false;

  constructor() {
    const { session } = this;
    const toast = (/** @type {string} */ words) => this.toast(words);
    const open = (/** @type {Game} */ game) => void this.#try(game);
    const root = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId('board')));
    this.board = new Board(root, { click: () => {}, label: i18n.cellWords });
    this.control = new TurnControl({ board: this.board, session, bar: byId('turn-bar'), overlay: byId('overlay'), toast, changed: () => this.#selected() });
    this.sides = new Sides({ session, control: this.control, top: byId('side-top'), bottom: byId('side-bottom'), flipped: () => this.board.flipped });
    this.moves = new MoveList(session, byId('moves'), byId('navigate'));
    this.graph = new Graph(session, byId('graph'));
    this.live = new Live({
      session, board: this.board, host: byId('engine'), gauge: byId('gauge'),
      changed: () => this.graph.render(), quiet: () => this.control.busy,
    });
    this.info = new Info({ session, host: byId('page-game'), changed: () => this.#panels(), toast });
    this.rules = new RulesPanel(this.engine, byId('page-rules'));
    this.share = new Share({ session, host: byId('page-share'), toast, open });
    this.newGame = new NewGame({ session, dialog: this.dialog, variants: [], open, toast });
    this.matches = new Matches({ engine: this.engine, dialog: this.dialog, open });
    session.addEventListener('change', (event) => this.#changed(/** @type {CustomEvent} */ (event).detail));
    this.#wire();
  }

  async start() {
    i18n.choose(i18n.current());
    this.#words();
    const variants = this.engine.ask('variants').then((reply) => { this.newGame.room.variants = reply.variants; });
    try {
      await this.open(await this.#first());
    } catch (error) {
      this.toast(t('error.title', { words: error instanceof Error ? error.message : String(error) }));
      await this.open(new Game('pijersi'));
    }
    await variants;
    document.documentElement.dataset.ready = 'true';
  }

  /** The game to begin with: that of the address, of this tab, or a new one. */
  async #first() {
    const fragment = location.hash.replace(/^#/, '');
    let id = null;
    try {
      id = sessionStorage.getItem('sisku-tab');
    } catch {
      // Then the address has to do.
    }
    const kept = id ? store.load(id) : null;
    if (kept && (!fragment || kept.fragment() === fragment)) return kept;
    const table = new URLSearchParams(fragment).get('table');
    const known = table ? store.list().find((one) => one.table === table) : null;
    const seated = known ? store.load(known.id) : null;
    if (seated) return seated;
    if (table) return this.#seated(table);
    const linked = Game.fromFragment(fragment);
    if (linked) return linked;
    const game = new Game('pijersi');
    game.seats = [{ kind: 'person', level: 3 }, { kind: 'engine', level: 3 }];
    return game;
  }

  /** The game of a table that this browser does not know yet. @param {string} table */
  async #seated(table) {
    const { view } = await this.engine.ask('view', { table });
    const game = new Game(view.variant, view.rules);
    const level = view.table.level;
    const seats = view.table.seats.map((/** @type {'person'|'engine'} */ kind) => ({ kind, level }));
    Object.assign(game, { table, seats, bottom: seats[0].kind === 'engine' ? 2 : 1 });
    return game;
  }

  /** Shows a game. @param {Game} game */
  async open(game) {
    this.live.stop();
    this.board.flip(game.bottom === 2);
    await this.session.open(game);
    if (game.mode === 'analysis' && !game.table && !this.live.on) this.live.toggle(true);
    else if (game.mode === 'play' && this.live.on) this.live.toggle(false);
  }

  /** Shows a game that may be none, as one from an address; the one on the screen stays then. @param {Game} game */
  async #try(game) {
    const before = this.session.game;
    try {
      await this.open(game);
    } catch (error) {
      this.toast(t('error.title', { words: error instanceof Error ? error.message : String(error) }));
      if (this.session.game === game) await this.open(before);
    }
  }

  /** @param {import('./session.js').Change} change */
  #changed(change) {
    const { session, board } = this;
    const { view, current } = session;
    if (!view) return;
    const steps = change.reason === 'play' || change.forward ? current.move?.steps ?? [] : [];
    this.#turnTo();
    if (!session.veiled) board.show(view.scene, { steps: this.#unseen(change, steps), animate: change.reason !== 'open' });
    board.root.style.setProperty('--ratio', '');
    byId('room').style.setProperty('--board-ratio', ratio(board.root));
    if (change.reason === 'play') this.#announce(change);
    this.#hinting = false;
    this.#question = null;
    board.point([]);
    this.control.reset();
    this.#panels();
    this.live.follow();
    this.#better();
    this.#address();
  }

  /** Two persons at one screen each have their side below. */
  #turnTo() {
    const { game, viewer, veiled } = this.session;
    const together = game.table && game.seats.every((seat) => seat.kind === 'person');
    if (!together || veiled || !viewer || game.bottom === viewer) return;
    game.bottom = viewer;
    this.board.flip(viewer === 2);
  }

  /** The steps that the board does not show yet. @param {import('./session.js').Change} change @param {import('./types.js').Step[]} steps */
  #unseen(change, steps) {
    const own = change.reason === 'play' && change.from === this.session.current.parent && this.control.busy;
    return own ? steps.filter((step) => step.action === 'attack') : steps;
  }

  /** Says what was played. @param {import('./session.js').Change} change */
  #announce(change) {
    const { session } = this;
    const { current, view } = session;
    if (!current.move || !change.forward) return;
    const player = i18n.playerName(current.player);
    const words = [t('live.move', { player, move: current.move.native })];
    const attack = /:([RPS])([RPS])$/.exec(current.move.native);
    if (attack) words.push(i18n.attackWords(attack[1] ?? '', attack[2] ?? ''));
    if (session.finish) words.push(i18n.finishWords(session.finish));
    byId('live').textContent = words.join('. ');
    if (attack && words[1]) this.toast(words[1]);
    const before = change.from?.view?.scene.pieces.length ?? 0;
    sound.play(session.finish ? 'end' : before > (view?.scene.pieces.length ?? 0) ? 'capture' : 'move');
  }

  /** At a move that could have been better, an arrow shows how. */
  #better() {
    const better = this.session.current.review?.better;
    if (!better || this.live.on) return;
    // It was an alternative to the move that led here: its arrows are those of the position before.
    this.board.point(arrowsOf(better.steps, 'better', 0.8));
  }

  #panels() {
    const { session } = this;
    const { root } = this.board;
    root.dataset.state = session.state;
    root.dataset.turn = String(session.current.depth);
    root.dataset.mover = String(session.view?.mover ?? '');
    root.dataset.variant = session.game.variant;
    root.setAttribute('aria-label', t('board.label', { variant: t(`variant.${session.game.variant}`) }));
    this.sides.render();
    this.moves.render();
    this.graph.render();
    this.info.render();
    this.share.render();
    if (this.#tab === 'rules') this.rules.render(session.game.variant);
    this.#result();
    this.#actions();
    this.#veil();
  }

  /** Something was selected, or let go. */
  #selected() {
    this.sides.render();
    if (this.live.on) this.live.render();
    else if (this.#hinting) this.#hinting = false;
  }

  #result() {
    const { game, current } = this.session;
    const finish = this.session.finish ?? (current.children.length === 0 && current.depth > 0 ? game.finish : null);
    const host = byId('result');
    host.hidden = !finish;
    if (!finish) return;
    const score = { p1win: '1 – 0', p2win: '0 – 1', draw: '½ – ½' }[finish.outcome];
    host.replaceChildren(score, html('small', {}, i18n.finishWords(finish)));
  }

  #actions() {
    const { session } = this;
    const { game } = session;
    const host = byId('actions');
    if (this.#question) {
      const { words, yes } = this.#question;
      const answer = (/** @type {boolean} */ sure) => {
        this.#question = null;
        if (sure) yes();
        else this.#actions();
      };
      host.replaceChildren(html('div', { class: 'ask', role: 'alertdialog', 'aria-label': words }, html('span', {}, words),
        html('button', { type: 'button', 'data-testid': 'yes', onclick: () => answer(true) }, t('act.yes')),
        html('button', { type: 'button', 'data-testid': 'no', onclick: () => answer(false) }, t('act.no'))));
      /** @type {HTMLElement|null} */ (host.querySelector('button'))?.focus();
      return;
    }
    const playing = game.mode === 'play' && !session.finish && !session.veiled;
    const button = (/** @type {string} */ key, /** @type {string} */ path, /** @type {() => void} */ go, off = false) =>
      html('button', { type: 'button', 'data-testid': key, disabled: off, onclick: go }, icon(path), html('span', {}, t(`act.${key}`)));
    const person = game.seats.some((seat) => seat.kind === 'person');
    host.replaceChildren(button('flip', ICONS.flip, () => this.flip()));
    host.append(button('hint', ICONS.hint, () => void this.hint(), !session.mayMove || Boolean(this.control.secret)));
    if (!game.table) {
      if (person || game.mode === 'analysis') host.append(button('undo', ICONS.undo, () => void session.undo(), game.current === game.root));
    }
    if (playing && person) {
      host.append(button('resign', ICONS.flag, () => this.#ask('act.resign.sure', () => void session.end('resigned'))));
      if (game.table || game.seats.every((seat) => seat.kind === 'person')) host.append(button('draw', ICONS.draw, () => this.#ask('act.draw.sure', () => void this.#offer())));
    }
    if (session.finish && game.mode === 'play') host.append(button('rematch', ICONS.plus, () => void this.newGame.rematch(game)));
    if (game.mode === 'play' && (!game.table || session.finish)) host.append(button('analyse', ICONS.chart, () => void this.analyse()));
    if (game.mode === 'analysis' && game.variant !== 'bloch') host.append(button('play', ICONS.forward, () => void this.playOn(), Boolean(session.view?.finish)));
  }

  /** @param {string} key @param {() => void} yes */
  #ask(key, yes) {
    this.#question = { words: t(key), yes };
    this.#actions();
  }

  /** Proposes a draw; the engine may say no. */
  async #offer() {
    if (!await this.session.end('agreed')) {
      this.toast(t('act.draw.no'));
      this.#actions();
    }
  }

  /** The blank page between two persons. */
  #veil() {
    const veil = byId('veil');
    const { session } = this;
    const hidden = veil.hidden;
    veil.hidden = !session.veiled;
    if (!session.veiled) return;
    byId('live').textContent = '';
    const player = i18n.playerName(session.view?.mover ?? 1);
    veil.replaceChildren(html('h2', {}, t('veil.title', { player })), html('p', { class: 'soft' }, t('veil.help', { player })),
      html('button', { type: 'button', class: 'primary', 'data-testid': 'unveil', onclick: () => void session.unveil() }, icon(ICONS.eye), t('veil.button', { player })));
    this.board.stage.clear();
    if (hidden) /** @type {HTMLElement|null} */ (veil.querySelector('button'))?.focus();
  }

  /** Turns the game on the screen into one to analyse. */
  async analyse() {
    const { session } = this;
    const game = session.game.table ? session.opened() : session.game;
    game.mode = 'analysis';
    this.live.on = true;
    await this.open(game);
  }

  /** Plays on from the position of an analysis, against the engine. */
  async playOn() {
    const { game, view } = this.session;
    const mover = view?.mover ?? 1;
    const level = game.seats.find((seat) => seat.kind === 'engine')?.level ?? this.newGame.choice.level;
    const [person, engine] = [{ kind: /** @type {const} */ ('person'), level }, { kind: /** @type {const} */ ('engine'), level }];
    game.seats = mover === 1 ? [person, engine] : [engine, person];
    game.mode = 'play';
    game.finish = null;
    if (game.current.children.length > 0) {
      // A copy without what came after, so that the engine has something to think about.
      const copy = Game.from({ ...game.toJSON(), id: undefined });
      copy.current.children = [];
      await this.open(copy);
      return;
    }
    await this.open(game);
  }

  async hint() {
    const { session, board } = this;
    const node = session.current;
    this.toast('…');
    try {
      const reply = await session.hint();
      if (session.current !== node) return;
      this.#hinting = true;
      board.point(arrowsOf(reply.move.steps, 'hint'));
      this.toast(`${t('act.hint')}: ${reply.move.native}`);
    } catch (error) {
      this.toast(t('error.title', { words: error instanceof Error ? error.message : String(error) }));
    }
  }

  flip() {
    const { game } = this.session;
    game.bottom = game.bottom === 1 ? 2 : 1;
    this.board.flip(game.bottom === 2);
    this.control.render();
    this.#panels();
    this.live.render();
    this.#address();
  }

  #address() {
    const { game } = this.session;
    const fragment = `#${game.fragment()}`;
    if (location.hash !== fragment) history.replaceState(null, '', fragment);
    try {
      sessionStorage.setItem('sisku-tab', game.id);
    } catch {
      // The address is enough.
    }
    document.title = `${t(`variant.${game.variant}`)} · Sisku`;
  }

  /** @param {string} words */
  toast(words) {
    const host = byId('toast');
    host.textContent = words;
    host.hidden = false;
    clearTimeout(this.#toastTimer);
    this.#toastTimer = setTimeout(() => { host.hidden = true; }, 3500);
  }

  /** @param {'game'|'rules'|'share'} name */
  #show(name) {
    this.#tab = name;
    for (const one of /** @type {const} */ (['game', 'rules', 'share'])) {
      byId(`page-${one}`).hidden = one !== name;
      const tab = byId(`tab-${one}`);
      tab.setAttribute('aria-selected', String(one === name));
      tab.tabIndex = one === name ? 0 : -1;
    }
    if (name === 'rules') this.rules.render(this.session.game.variant);
  }

  #tabs() {
    const names = /** @type {const} */ (['game', 'rules', 'share']);
    const onkey = (/** @type {KeyboardEvent} */ event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by) return;
      const next = names[(names.indexOf(this.#tab) + by + names.length) % names.length] ?? 'game';
      this.#show(next);
      byId(`tab-${next}`).focus();
      event.stopPropagation();
      event.preventDefault();
    };
    byId('tabs').replaceChildren(...names.map((name) => html('button', {
      type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': `page-${name}`, 'data-testid': `tab-${name}`, onclick: () => this.#show(name), onkeydown: onkey,
    }, t(`tab.${name}`))));
    this.#show(this.#tab);
  }

  /** All words that are not drawn anew with the game. */
  #words() {
    i18n.translate();
    this.#tabs();
    this.#tools();
  }

  #tools() {
    byId('open-keys').replaceChildren(icon(ICONS.keys));
    const words = t(sound.on ? 'tool.sound.on' : 'tool.sound.off');
    const button = byId('sound');
    button.replaceChildren(icon(sound.on ? ICONS.sound : ICONS.mute));
    button.setAttribute('aria-label', words);
    button.title = words;
    button.setAttribute('aria-pressed', String(sound.on));
    byId('theme').replaceChildren(icon(isDark() ? ICONS.sun : ICONS.moon));
    const select = /** @type {HTMLSelectElement} */ (byId('language'));
    select.replaceChildren(...i18n.LANGUAGES.map(({ code, name }) => html('option', { value: code, lang: code, title: name }, code.toUpperCase())));
    select.value = i18n.current();
  }

  #wire() {
    const { engine, session } = this;
    byId('open-new').addEventListener('click', () => this.newGame.show());
    byId('open-analysis').addEventListener('click', () => {
      const game = new Game(session.game.variant, session.game.rules);
      game.mode = 'analysis';
      void this.open(game);
    });
    byId('open-matches').addEventListener('click', () => void this.matches.show());
    byId('open-keys').addEventListener('click', () => this.#keysDialog());
    byId('sound').addEventListener('click', () => { sound.toggle(); this.#tools(); });
    byId('theme').addEventListener('click', () => {
      const theme = isDark() ? 'light' : 'dark';
      document.documentElement.dataset.theme = theme;
      store.setting('theme', theme);
      this.#tools();
    });
    byId('language').addEventListener('change', (event) => {
      i18n.choose(/** @type {HTMLSelectElement} */ (event.target).value);
      this.#words();
      this.board.relabel();
      this.control.render();
      this.#panels();
      this.live.render();
    });
    byId('skip').addEventListener('click', (event) => {
      event.preventDefault();
      this.#toBoard();
    });
    this.dialog.addEventListener('click', (event) => { if (event.target === this.dialog) this.dialog.close(); });
    engine.addEventListener('state', () => {
      const host = byId('connection');
      host.hidden = engine.state !== 'lost';
      host.textContent = t('connection.lost');
      document.documentElement.dataset.connection = engine.state;
    });
    addEventListener('hashchange', () => {
      const game = Game.fromFragment(location.hash);
      if (game && game.fragment() !== session.game.fragment()) void this.#try(game);
    });
    addEventListener('keydown', (event) => this.#key(event));
  }

  #toBoard() {
    /** @type {SVGElement|null} */ (this.board.root.querySelector('[tabindex="0"]'))?.focus();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || this.dialog.open) return;
    const target = /** @type {Element} */ (event.target);
    if (target.matches('input, textarea, select')) return;
    const keys = /** @type {Record<string, () => void>} */ ({
      ArrowLeft: () => this.moves.step(-1), ArrowRight: () => this.moves.step(1), Home: () => this.moves.first(), End: () => this.moves.last(),
      Escape: () => this.control.back(), d: () => this.control.done(), s: () => this.control.toggleWhole(), b: () => this.#toBoard(), r: () => this.control.nextReserve(),
      f: () => this.flip(), h: () => { if (this.session.mayMove && !this.control.secret) void this.hint(); }, u: () => { if (!this.session.game.table) void this.session.undo(); },
      l: () => this.live.toggle(!this.live.on), n: () => this.newGame.show(), '?': () => this.#keysDialog(),
    });
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }

  #keysDialog() {
    const { dialog } = this;
    const rows = [['← → ↑ ↓', 'arrows'], [t('keys.on.enter'), 'enter'], [t('keys.on.escape'), 'escape'], ...['d', 's', 'r', 'b', 'f', 'h', 'u', 'l', 'n'].map((key) => [key.toUpperCase(), key])];
    dialog.replaceChildren(dialogHead(dialog, t('keys.title')), html('div', { class: 'dialog-body' }, html('dl', { class: 'key-list' },
      ...rows.flatMap(([key = '', name = '']) => [html('dt', {}, html('kbd', {}, key)), html('dd', {}, t(`keys.${name}`))]))));
    if (!dialog.open) dialog.showModal();
  }
}

function isDark() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

/** Width by height of the drawing. @param {SVGSVGElement} root */
function ratio(root) {
  const [, , wide = 1, high = 1] = (root.getAttribute('viewBox') ?? '').split(' ').map(Number);
  return (wide / high).toFixed(4);
}

const app = new App();
void app.start();
