// The strips over and under the board: who plays, what waits in reserve, what was lost, the clock.

import { html } from './dom.js';
import { pieceIcon } from './glyphs.js';
import { kindName, playerName, t } from './i18n.js';
import { timeText } from './clock.js';

/** @typedef {import('./types.js').Player} Player */

/**
 * @typedef {object} SidesRoom
 * @property {import('./session.js').Session} session
 * @property {import('./control.js').TurnControl} control
 * @property {HTMLElement} top
 * @property {HTMLElement} bottom
 * @property {() => boolean} flipped
 */

export class Sides {
  /** @type {{element: HTMLElement, player: Player}[]} */
  #clocks = [];

  /** @param {SidesRoom} room */
  constructor(room) {
    this.room = room;
    setInterval(() => this.tick(), 100);
  }

  render() {
    const { top, bottom, flipped } = this.room;
    this.#clocks = [];
    this.#strip(top, flipped() ? 1 : 2);
    this.#strip(bottom, flipped() ? 2 : 1);
    this.tick();
  }

  /** Writes the times; cheap, since it is done often. */
  tick() {
    const { session } = this.room;
    session.tick();
    for (const { element, player } of this.#clocks) {
      const left = session.clock ? session.clock.left(player) : tableTime(session.latest, player);
      const text = timeText(left);
      if (element.textContent !== text) element.textContent = text;
      const running = session.clock ? session.clock.running === player : session.latest?.clock?.running === player;
      element.classList.toggle('running', running);
      element.classList.toggle('low', left < 20_000);
    }
  }

  /** @param {HTMLElement} strip @param {Player} player */
  #strip(strip, player) {
    const { session, control } = this.room;
    const { view, game } = session;
    const seat = game.seats[player - 1];
    const engine = game.mode === 'play' && seat?.kind === 'engine';
    const toMove = view?.mover === player && !session.finish;
    strip.classList.toggle('to-move', toMove);
    strip.dataset.player = String(player);
    const alone = game.mode === 'play' && seat?.kind === 'person' && game.seats[2 - player]?.kind === 'engine';
    const who = engine ? t('player.engine', { level: seat?.level ?? 10 }) : alone ? t('player.you') : game.names?.[player - 1] ?? '';
    const token = pieceIcon(player, { letter: '', name: 'none' });
    const name = html('div', { class: 'who' },
      html('span', { class: `dot${toMove && session.thinking ? ' busy' : ''}` }), token,
      html('span', {}, playerName(player), who ? html('small', {}, ` · ${who}`) : null));
    const scene = control.busy && control.turn ? control.turn.scene() : view?.scene;
    const reserves = (scene?.reserves ?? []).filter((some) => some.player === player);
    const captured = (scene?.captured ?? []).filter((some) => some.player === player);
    const supplies = html('div', { class: 'supplies' });
    strip.replaceChildren(name, supplies);
    if (reserves.length && !control.secret) supplies.append(this.#reserve(reserves, player));
    if (captured.length) supplies.append(lost(captured));
    if (session.clock || session.latest?.clock) {
      const element = html('div', { class: 'clock', 'data-testid': `clock-${player}`, role: 'timer', 'aria-label': playerName(player) });
      strip.append(element);
      this.#clocks.push({ element, player });
    }
  }

  /** @param {import('./types.js').Supply[]} supplies @param {Player} player */
  #reserve(supplies, player) {
    const { control } = this.room;
    const { turn } = control;
    const usable = turn && turn.mover === player ? turn.reserve() : new Set();
    const selection = turn?.selection;
    const box = html('div', { class: 'supply reserve' }, html('span', { class: 'label' }, t('side.reserve')));
    for (const { kind, count } of supplies) {
      const pressed = Boolean(selection && 'reserve' in selection && selection.reserve === kind.letter && turn?.mover === player);
      box.append(html('button', {
        type: 'button', disabled: !usable.has(kind.letter), 'aria-pressed': String(pressed), 'data-reserve': kind.letter, 'data-player': player,
        'aria-label': t('side.take', { kind: kindName(kind), count }), title: kindName(kind), onclick: () => control.takeReserve(kind.letter), onpointerdown: (/** @type {PointerEvent} */ event) => control.carryReserve(event, player, kind),
      }, pieceIcon(player, kind), String(count)));
    }
    return box;
  }
}

/** @param {import('./types.js').Supply[]} supplies */
function lost(supplies) {
  const box = html('div', { class: 'supply lost' }, html('span', { class: 'label' }, t('side.captured')));
  for (const { player, kind, count } of supplies) {
    const words = t('side.count', { count, kind: kindName(kind) });
    box.append(html('span', { title: words, role: 'img', 'aria-label': words }, pieceIcon(player, kind)), html('b', { 'aria-hidden': 'true' }, String(count)));
  }
  return box;
}

/** What the server's clock has left, in milliseconds. @param {import('./types.js').View|null} view @param {Player} player */
function tableTime(view, player) {
  const clock = view?.clock;
  if (!clock) return 0;
  const used = clock.running === player && clock.at !== undefined ? performance.now() - clock.at : 0;
  return Math.max(0, (clock.left[player - 1] ?? 0) - used);
}
