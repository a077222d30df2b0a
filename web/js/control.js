// Between the board and the turn builder: what a press, a click, a drag or a key means, and the
// bar that tells the player what comes next.

import { html, icon, ICONS } from './dom.js';
import { KINDS, pieceIcon } from './glyphs.js';
import { finishWords, kindName, playerName, t } from './i18n.js';
import { SecretSetup, setupOf } from './secret.js';
import { Turn } from './turn.js';

/** @typedef {import('./types.js').Step} Step */
/** @typedef {import('./types.js').Move} Move */
/** @typedef {{words: string, kind?: import('./types.js').Kind|null, pick: () => void}} Choice */
/**
 * @typedef {object} Room
 * @property {import('./board.js').Board} board
 * @property {import('./session.js').Session} session
 * @property {HTMLElement} bar
 * @property {HTMLElement} overlay  over the middle of the board
 * @property {(words: string) => void} toast
 * @property {() => void} changed  something is selected or not any more
 */

export class TurnControl {
  /** @type {Turn|null} */
  turn = null;
  /** @type {SecretSetup|null} */
  secret = null;
  /** @type {{words: string, choices: Choice[]}|null} */
  #choice = null;
  #fresh = false;
  /** Whether a move was sent and its position is not here yet. */
  #sent = false;

  /** @param {Room} room */
  constructor(room) {
    this.room = room;
    Object.assign(room.board.hooks, {
      down: (/** @type {string} */ cell) => this.#down(cell),
      click: (/** @type {string} */ cell) => this.#click(cell),
      lift: (/** @type {string} */ cell) => this.#lift(cell),
      drop: (/** @type {string|null} */ cell) => this.#drop(cell),
      cancel: () => this.back(),
    });
  }

  /** The position on the screen is another one. */
  reset() {
    const { session } = this.room;
    const { view } = session;
    this.#sent = false;
    this.#choice = null;
    this.turn = null;
    const setup = view && session.mayMove ? setupOf(view) : null;
    if (setup && view) {
      if (this.secret?.key !== setup.key) this.secret = new SecretSetup(setup, (move) => this.#play(move), () => this.render());
    } else {
      this.secret = null;
      if (view && session.mayMove) this.turn = new Turn(view.scene, view.legal, view.mover);
    }
    this.render();
  }

  /** Whether the player is in the middle of a turn. */
  get busy() {
    return (this.turn?.taken.length ?? 0) > 0;
  }

  /** @param {string} cell */
  #down(cell) {
    const { turn } = this;
    this.#fresh = false;
    if (!turn || this.#sent || turn.targets().has(cell) || turn.taken.length > 0) return;
    const { selection } = turn;
    if (selection && 'cell' in selection && selection.cell === cell) return;
    if (turn.select(cell)) {
      this.#fresh = true;
      this.#choice = null;
      this.render();
    }
  }

  /** @param {string} cell */
  #click(cell) {
    if (this.secret) {
      this.secret.chooseCell(cell);
      return;
    }
    const { turn } = this;
    if (!turn || this.#sent) return;
    const steps = turn.targets().get(cell);
    const { selection } = turn;
    const own = selection !== null && 'cell' in selection && selection.cell === cell;
    if (steps) {
      this.#choose(steps, false);
    } else if (own && turn.taken.length > 0) {
      this.done();
    } else if (own && !this.#fresh) {
      turn.toggle();
      this.render();
    } else if (!own && selection) {
      // Somebody who clicks on a piece wanted something; an empty cell lets go.
      if (turn.start.pieces.some((one) => one.cell === cell)) void this.#explain(cell);
      else if (turn.taken.length === 0) this.back();
    }
  }

  /** @param {string} cell */
  #lift(cell) {
    const selection = this.turn?.selection;
    if (!selection || !('cell' in selection) || selection.cell !== cell || this.#sent) return 0;
    return selection.whole ? 2 : 1;
  }

  /** @param {string|null} cell @returns {boolean} */
  #drop(cell) {
    const steps = cell ? this.turn?.targets().get(cell) : undefined;
    if (!steps) {
      const selection = this.turn?.selection;
      if (cell && selection && 'cell' in selection) void this.#explain(cell);
      return false;
    }
    return this.#choose(steps, true);
  }

  /** Takes a step, or asks which one is meant. @param {Step[]} steps @param {boolean} dragged @returns {boolean} */
  #choose(steps, dragged) {
    const [first] = steps;
    if (!first) return false;
    const other = steps.find((step) => Boolean(step.from) !== Boolean(first.from));
    if (other && !dragged) {
      const name = (/** @type {Step} */ step) => `${step.from ?? kindName(step.piece ?? { name: 'king' })} → ${step.to}`;
      const choices = [first, other].map((step) => ({ words: name(step), kind: step.piece ?? null, pick: () => this.#take(step, false) }));
      this.#choice = { words: t('turn.which'), choices };
      this.render();
      return true;
    }
    this.#take(first, dragged);
    return true;
  }

  /** @param {Step} step @param {boolean} dragged */
  #take(step, dragged) {
    const { turn } = this;
    if (!turn) return;
    this.#choice = null;
    turn.take(step);
    if (step.action !== 'attack') this.room.board.show(turn.scene(), { steps: [step], animate: !dragged });
    if (turn.finished) this.done();
    else this.render();
  }

  /** Ends the turn with the steps taken. */
  done() {
    const { turn } = this;
    const moves = turn?.complete() ?? [];
    if (!turn || moves.length === 0) return;
    if (moves.length === 1 && moves[0]) {
      void this.#play(moves[0]);
      return;
    }
    const ransom = moves.every((move) => /#[A-Z]$/.test(move.native));
    const choices = moves.map((move) => {
      const kind = KINDS[/#([A-Z])$/.exec(move.native)?.[1] ?? ''] ?? null;
      return { words: kind ? kindName(kind) : move.native, kind, pick: () => void this.#play(move) };
    });
    this.#choice = { words: t(ransom ? 'turn.ransom' : 'turn.which'), choices };
    this.render();
  }

  /** @param {Move} move */
  async #play(move) {
    const { session, toast } = this.room;
    if (this.#sent) return;
    this.#sent = true;
    this.#choice = null;
    this.render();
    try {
      await session.play(move);
    } catch (error) {
      toast(t('error.title', { words: error instanceof Error ? error.message : String(error) }));
      this.reset();
      if (session.view) this.room.board.show(session.view.scene);
    }
  }

  /** Takes the last half turn back, or lets go of what is selected. */
  back() {
    const { turn } = this;
    if (this.#choice) {
      this.#choice = null;
      if (turn && turn.finished && turn.taken.length) this.#retreat(turn);
    } else if (turn && turn.taken.length > 0) {
      this.#retreat(turn);
    } else if (turn) {
      turn.selection = null;
    }
    this.render();
  }

  /** @param {Turn} turn */
  #retreat(turn) {
    turn.back();
    this.room.board.show(turn.scene());
  }

  /** Chooses a kind of the reserve. @param {string} letter */
  takeReserve(letter) {
    const { turn } = this;
    if (!turn) return;
    const { selection } = turn;
    if (selection && 'reserve' in selection && selection.reserve === letter) turn.selection = null;
    else turn.selectReserve(letter);
    this.render();
  }

  /** A piece of the reserve is pressed, perhaps to be dragged. @param {PointerEvent} event @param {number} player @param {import('./types.js').Kind} kind */
  carryReserve(event, player, kind) {
    this.room.board.carry(event, player, kind, () => {
      this.turn?.selectReserve(kind.letter);
      this.render();
    });
  }

  /** The next kind of the reserve, for the keyboard. */
  nextReserve() {
    const kinds = [...(this.turn?.reserve() ?? [])];
    if (!this.turn || kinds.length === 0) return;
    const { selection } = this.turn;
    const now = selection && 'reserve' in selection ? kinds.indexOf(selection.reserve) : -1;
    const next = kinds[now + 1];
    if (next) this.turn.selectReserve(next);
    else this.turn.selection = null;
    this.render();
  }

  /** The whole stack or its top. */
  toggleWhole() {
    const { turn } = this;
    const selection = turn?.selection;
    if (!turn || !selection || !('cell' in selection)) return;
    turn.setWhole(!selection.whole);
    this.render();
  }

  /** Says why something cannot go somewhere. @param {string} cell */
  async #explain(cell) {
    const { turn, room } = this;
    const selection = turn?.selection;
    if (!turn || !selection) return;
    if (turn.taken.length === 0) turn.selection = null;
    this.render();
    if (turn.taken.length > 0 || !('cell' in selection)) return;
    const move = `${selection.cell}${selection.whole ? '=' : '-'}${cell}`;
    const { session } = room;
    if (session.view?.variant === 'bloch') return;
    try {
      const reply = await session.engine.ask('explain', { ...session.where(session.current), move });
      if (reply.words) room.toast(reply.words);
    } catch {
      // Then nobody explains.
    }
  }

  /** Shows what can be done, on the board and in the bar. */
  render() {
    const { room, turn, secret } = this;
    const { board, session } = room;
    const last = this.busy ? turn?.taken.flatMap((step) => [step.from ?? step.to, step.to]) : session.current.move?.steps.flatMap((step) => [step.from ?? step.to, step.to]);
    const selection = turn?.selection ?? null;
    if (secret) {
      const view = session.view;
      if (view) board.show(secret.scene(view.scene), { animate: false });
      board.mark({ last: [], selected: secret.selectedCell, sources: new Set() });
    } else {
      board.mark({
        last: [...new Set(last ?? [])],
        selected: selection && 'cell' in selection ? selection.cell : null,
        targets: this.#sent ? new Map() : this.#targets(),
        sources: turn && !this.#sent && turn.taken.length === 0 ? turn.sources() : selection && 'cell' in selection ? new Set([selection.cell]) : new Set(),
      });
    }
    board.root.dataset.taken = String(turn?.taken.length ?? 0);
    room.bar.replaceChildren(...this.#bar());
    const form = secret && !this.#sent ? [secret.render()] : [];
    room.overlay.hidden = form.length === 0;
    room.overlay.replaceChildren(...form);
    room.changed();
  }

  #targets() {
    const { turn } = this;
    /** @type {Map<string, import('./board.js').Target>} */
    const found = new Map();
    if (!turn || this.#choice) return found;
    const scene = turn.scene();
    for (const [cell, steps] of turn.targets()) {
      const step = steps[0];
      if (!step) continue;
      const enemy = scene.pieces.some((one) => one.cell === cell && one.player !== turn.mover && one.kind.name !== 'mountain');
      const king = steps.find((one) => one.action === 'place' && one.piece?.name === 'king');
      if (king?.piece) found.set(cell, { kind: 'put', ghost: { player: 3 - turn.mover, kind: king.piece } });
      else if (step.action === 'attack' || enemy || step.action === 'remove') found.set(cell, { kind: 'take' });
      else found.set(cell, { kind: turn.isAside(step) ? 'faint' : 'go' });
    }
    return found;
  }

  /** @returns {Node[]} */
  #bar() {
    const { turn, secret } = this;
    if (secret) return [html('p', { class: 'message strong', 'data-testid': 'message', role: 'status' }, t('secret.title'))];
    const message = this.#message();
    const strong = (this.room.session.mayMove && !this.#sent) || Boolean(this.room.session.finish);
    const nodes = /** @type {Node[]} */ ([html('p', { class: `message${strong ? ' strong' : ''}`, 'data-testid': 'message', role: 'status' }, message)]);
    if (!turn || this.#sent) return nodes;
    if (this.#choice) return [...nodes, this.#chooser(this.#choice), this.#button('turn.back', 'back', 'undo', () => this.back())];
    const { selection } = turn;
    if (selection && 'cell' in selection && turn.taken.length === 0) {
      const { whole, top } = turn.modes(selection.cell);
      if (whole && top) nodes.push(this.#segment(selection.whole));
    }
    if (turn.taken.length > 0) nodes.push(this.#button('turn.back', 'take-back', 'undo', () => this.back()));
    const complete = turn.complete();
    if (turn.taken.length > 0 && complete.length > 0) nodes.push(this.#button('turn.done', 'done', '', () => this.done()));
    if (turn.taken.length === 0 && complete.length > 0) nodes.push(this.#button('turn.pass', 'pass', '', () => this.done()));
    return nodes;
  }

  /** @param {{choices: Choice[]}} choice */
  #chooser({ choices }) {
    const player = this.turn?.mover ?? 1;
    const button = (/** @type {Choice} */ { words, kind, pick }, /** @type {number} */ i) => {
      // Kings that come back and ransoms are the other player's.
      const owner = 3 - player;
      return html('button', { type: 'button', class: 'plain', 'data-testid': `choice-${i}`, onclick: pick }, kind ? pieceIcon(owner, kind) : null, words);
    };
    return html('div', { class: 'chooser', role: 'group' }, ...choices.map(button));
  }

  /** @param {boolean} whole */
  #segment(whole) {
    const button = (/** @type {string} */ key, /** @type {boolean} */ value) => html('button', {
      type: 'button', 'aria-pressed': String(whole === value), 'data-testid': value ? 'whole-stack' : 'top-only',
      onclick: () => { this.turn?.setWhole(value); this.render(); },
    }, t(key));
    return html('div', { class: 'segment', role: 'group' }, button('turn.whole', true), button('turn.top', false));
  }

  /** @param {string} key @param {string} id @param {string} name @param {() => void} action */
  #button(key, id, name, action) {
    const path = name === 'undo' ? icon(ICONS.undo) : null;
    return html('button', { type: 'button', class: id === 'done' || id === 'pass' ? 'primary' : 'plain', 'data-testid': id, onclick: action }, path, t(key));
  }

  #message() {
    const { turn, room } = this;
    const { session } = room;
    const { view } = session;
    if (!view) return t('status.loading');
    if (session.finish) return finishWords(session.finish);
    if (!turn || this.#sent) {
      if (session.state === 'thinking') return t('status.thinking', { player: playerName(view.mover) });
      return session.game.table && session.current.children.length > 0 ? t('status.browse') : t('status.turn', { player: playerName(view.mover) });
    }
    if (this.#choice) return this.#choice.words;
    const next = turn.next();
    const king = next.some((step) => step.action === 'place' && step.piece?.name === 'king');
    if (next.some((step) => step.action === 'remove')) return t('turn.give');
    if (king) return t(next.some((step) => step.from) ? 'turn.king.or' : 'turn.king');
    const { selection } = turn;
    if (turn.taken.length > 0) return t(this.#second(next, turn.complete().length > 0));
    if (selection && 'reserve' in selection) return t(view.variant === 'bloch' ? 'turn.barter' : 'turn.drop', { kind: kindName(KINDS[selection.reserve] ?? { name: '' }) });
    if (selection) return t('turn.target');
    const two = session.game.mode === 'analysis' || session.game.seats.every((seat) => seat.kind === 'person');
    return `${two ? t('status.turn', { player: playerName(view.mover) }) : t('status.you')} – ${t('turn.choose').toLowerCase()}`;
  }

  /** @param {Step[]} next @param {boolean} complete */
  #second(next, complete) {
    if (!complete) return 'turn.must';
    if (next.some((step) => step.action === 'place')) return 'turn.drop.second';
    return next.every((step) => step.action === 'attack') ? 'turn.attack' : 'turn.second';
  }
}
