// The dialog for a new game: variant, set-up, opponent, level, side, clock, rules.

import { html, icon, ICONS } from './dom.js';
import { Game, store } from './game.js';
import { pieceIcon } from './glyphs.js';
import { maybe, playerName, t } from './i18n.js';

/** @typedef {import('./types.js').Variant} Variant */
/**
 * What is chosen; kept for the next time.
 * @typedef {object} Choice
 * @property {string} variant
 * @property {string} setup
 * @property {'engine'|'person'|'watch'} opponent
 * @property {number} level
 * @property {number} second
 * @property {'1'|'2'|'random'} colour
 * @property {string} clock
 */
/** @type {Choice} */
const USUAL = { variant: 'pijersi', setup: 'classic', opponent: 'engine', level: 3, second: 3, colour: '1', clock: '' };
const CLOCKS = ['', '3+2', '5+3', '10+5', '15+10', '30+20'];

/**
 * @typedef {object} NewRoom
 * @property {import('./session.js').Session} session
 * @property {HTMLDialogElement} dialog
 * @property {Variant[]} variants
 * @property {(game: Game) => void} open
 * @property {(words: string) => void} toast
 */

/** The head of a dialog, with the button that closes it. @param {HTMLDialogElement} dialog @param {string} title */
export function dialogHead(dialog, title) {
  return html('div', { class: 'dialog-head' }, html('h2', { id: 'dialog-title' }, title),
    html('button', { type: 'button', class: 'tool', 'aria-label': t('dialog.close'), title: t('dialog.close'), 'data-testid': 'dialog-close', onclick: () => dialog.close() }, icon(ICONS.close)));
}

export class NewGame {
  /** @param {NewRoom} room */
  constructor(room) {
    this.room = room;
    /** @type {Choice} */
    this.choice = { ...USUAL };
    /** @type {Record<string, any>} */
    this.rules = {};
    try {
      Object.assign(this.choice, JSON.parse(store.setting('choice') ?? '{}'));
    } catch {
      // What was kept cannot be read: the usual then.
    }
  }

  show() {
    const { dialog } = this.room;
    this.#render();
    if (!dialog.open) dialog.showModal();
    const checked = dialog.querySelector('input:checked');
    if (checked instanceof HTMLElement) checked.focus();
  }

  get #variant() {
    return this.room.variants.find((one) => one.name === this.choice.variant) ?? this.room.variants[0];
  }

  /** @param {Partial<Choice>} change */
  #set(change) {
    Object.assign(this.choice, change);
    const focused = document.activeElement?.getAttribute('data-testid');
    if (change.variant) this.rules = {};
    const { scrollTop } = this.room.dialog;
    this.#render();
    this.room.dialog.scrollTop = scrollTop;
    if (focused) /** @type {HTMLElement|null} */ (this.room.dialog.querySelector(`[data-testid="${focused}"]`))?.focus();
  }

  #render() {
    const { dialog, variants } = this.room;
    const { choice } = this;
    const variant = this.#variant;
    if (!variant) return;
    if (!variant.setups.includes(choice.setup)) choice.setup = variant.setups[0] ?? 'classic';
    const form = html('form', { class: 'dialog-body', onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void this.#start(); } },
      html('fieldset', {}, html('legend', {}, t('new.variant')), html('div', { class: 'variants' }, ...variants.map((one) => this.#radio('variant', one.name,
        html('span', { class: 'face' }, html('b', {}, t(`variant.${one.name}`)), html('small', {}, maybe(`about.${one.name}`) ?? '')))))),
      html('fieldset', {}, html('legend', {}, t('new.opponent')), this.#choices('opponent', { engine: t('new.engine'), person: t('new.person'), watch: t('new.watch') })),
      choice.opponent === 'person' ? null : this.#level('level', t('new.level')),
      choice.opponent === 'watch' ? this.#level('second', t('new.level.second')) : null,
      html('div', { class: 'form-columns' },
        choice.opponent === 'engine' ? html('fieldset', {}, html('legend', {}, t('new.colour')), this.#colours()) : null,
        variant.setups.length > 1 && !variant.hidden ? html('fieldset', {}, html('legend', {}, t('new.setup')),
          this.#choices('setup', Object.fromEntries(variant.setups.map((name) => [name, maybe(`setup.${name}`) ?? name])))) : null,
        html('div', { class: 'form-row' }, html('label', { for: 'new-clock' }, t('new.clock')), this.#clock())),
      this.#ruleOptions(variant),
      this.#recent(),
      html('div', { class: 'form-end' },
        html('button', { type: 'button', class: 'plain', onclick: () => dialog.close() }, t('new.cancel')),
        html('button', { type: 'submit', class: 'primary', 'data-testid': 'start-game' }, t('new.start'))));
    dialog.replaceChildren(dialogHead(dialog, t('new.title')), form);
  }

  /** @param {keyof Choice} field @param {string} value @param {HTMLElement} face */
  #radio(field, value, face) {
    const input = html('input', { type: 'radio', name: field, value, 'data-testid': `${field}-${value}`, onchange: () => this.#set(/** @type {any} */ ({ [field]: value })) });
    input.checked = String(this.choice[field]) === value;
    return html('label', { class: 'choice' }, input, face);
  }

  /** @param {keyof Choice} field @param {Record<string, string>} words */
  #choices(field, words) {
    return html('div', { class: 'choices' }, ...Object.entries(words).map(([value, name]) => this.#radio(field, value, html('span', { class: 'face' }, name))));
  }

  #colours() {
    const none = { letter: '', name: 'none' };
    return html('div', { class: 'choices' },
      this.#radio('colour', '1', html('span', { class: 'face' }, pieceIcon(1, none), playerName(1))),
      this.#radio('colour', '2', html('span', { class: 'face' }, pieceIcon(2, none), playerName(2))),
      this.#radio('colour', 'random', html('span', { class: 'face' }, icon(ICONS.shuffle), t('new.random'))));
  }

  /** @param {'level'|'second'} field @param {string} title */
  #level(field, title) {
    const value = this.choice[field];
    const words = (/** @type {number} */ level) => t('new.level.word', { level, word: t(`level.${level}`) });
    const output = html('output', { for: `new-${field}` }, words(value));
    const input = html('input', {
      type: 'range', id: `new-${field}`, min: 1, max: this.#variant?.levels ?? 10, step: 1, 'data-testid': field, 'aria-valuetext': words(value),
      oninput: () => {
        this.choice[field] = Number(input.value);
        output.textContent = words(this.choice[field]);
        input.setAttribute('aria-valuetext', words(this.choice[field]));
      },
    });
    input.value = String(value);
    return html('div', { class: 'form-row' }, html('label', { for: `new-${field}` }, title), html('div', { class: 'level-line' }, input, output));
  }

  #clock() {
    const name = (/** @type {string} */ value) => {
      const [minutes = '', seconds = ''] = value.split('+');
      return value ? t('new.clock.value', { minutes, seconds }) : t('new.clock.none');
    };
    const select = html('select', { id: 'new-clock', 'data-testid': 'clock', onchange: () => { this.choice.clock = select.value; } },
      ...CLOCKS.map((value) => html('option', { value }, name(value))));
    select.value = this.choice.clock;
    return select;
  }

  /** @param {Variant} variant */
  #ruleOptions(variant) {
    const line = (/** @type {import('./types.js').RuleOption} */ rule) => {
      const value = this.rules[rule.name] ?? rule.default;
      const check = typeof rule.default === 'boolean';
      const input = html('input', { type: check ? 'checkbox' : 'number', id: `rule-${rule.name}`, min: rule.min, max: rule.max, onchange: () => {
        this.rules[rule.name] = check ? input.checked : Number(input.value);
      } });
      if (check) input.checked = Boolean(value);
      else input.value = String(value);
      return html('div', { class: 'option-line' }, html('label', { for: `rule-${rule.name}` }, maybe(`rule.${rule.name}`) ?? rule.name), input);
    };
    if (!variant.rules.length) return null;
    return html('details', {}, html('summary', {}, t('new.rules')), ...variant.rules.map(line));
  }

  #recent() {
    const games = store.list().filter((one) => one.turns > 0).slice(0, 6);
    if (!games.length) return null;
    const open = (/** @type {string} */ id) => {
      const game = store.load(id);
      if (!game) return;
      this.room.dialog.close();
      this.room.open(game);
    };
    const item = (/** @type {{id: string, variant: string, turns: number, when: number}} */ one) => html('li', {},
      html('button', { type: 'button', onclick: () => open(one.id) }, html('span', {}, t(`variant.${one.variant}`)),
        html('span', { class: 'soft' }, `${t('new.recent.turns', { turns: one.turns })} · ${new Date(one.when).toLocaleString([], { dateStyle: 'short', timeStyle: 'short' })}`)));
    return html('details', {}, html('summary', {}, t('new.recent')), html('ul', { class: 'recent' }, ...games.map(item)));
  }

  /** The rules that differ from the usual ones. */
  #changedRules() {
    const usual = new Map((this.#variant?.rules ?? []).map((rule) => [rule.name, rule.default]));
    return Object.fromEntries(Object.entries(this.rules).filter(([name, value]) => usual.get(name) !== value));
  }

  async #start() {
    const { choice, room } = this;
    const variant = this.#variant;
    if (!variant) return;
    store.setting('choice', JSON.stringify(choice));
    try {
      const game = await this.make(choice, this.#changedRules(), variant);
      room.dialog.close();
      room.open(game);
    } catch (error) {
      room.toast(t('error.title', { words: error instanceof Error ? error.message : String(error) }));
    }
  }

  /** The same game once more, with the sides changed. @param {Game} game */
  async rematch(game) {
    const variant = this.room.variants.find((one) => one.name === game.variant);
    if (!variant) return;
    const { seats } = game;
    const engine = seats.find((seat) => seat.kind === 'engine');
    const opponent = seats.every((seat) => seat.kind === 'engine') ? 'watch' : engine ? 'engine' : 'person';
    const [level, second] = opponent === 'watch' ? [seats[1].level, seats[0].level] : [engine?.level ?? this.choice.level, this.choice.second];
    const clock = game.control ? `${game.control.minutes}+${game.control.seconds}` : '';
    const colour = seats[0].kind === 'person' ? '2' : '1';
    const setup = game.position === 'startpos' ? 'classic' : this.choice.setup;
    this.room.open(await this.make({ ...this.choice, variant: game.variant, opponent, level, second, clock, colour, setup }, game.rules, variant));
  }

  /** The game that was chosen. @param {Choice} choice @param {Record<string, any>} rules @param {Variant} variant */
  async make(choice, rules, variant) {
    const { engine } = this.room.session;
    const own = choice.opponent !== 'engine' ? 1 : choice.colour === 'random' ? (Math.random() < 0.5 ? 1 : 2) : Number(choice.colour);
    const engineSeat = (/** @type {number} */ level) => ({ kind: /** @type {const} */ ('engine'), level });
    const personSeat = { kind: /** @type {const} */ ('person'), level: choice.level };
    /** @type {[import('./types.js').Seat, import('./types.js').Seat]} */
    let seats = [personSeat, personSeat];
    if (choice.opponent === 'watch') seats = [engineSeat(choice.level), engineSeat(choice.second)];
    else if (choice.opponent === 'engine') seats = own === 1 ? [personSeat, engineSeat(choice.level)] : [engineSeat(choice.level), personSeat];
    const [minutes, seconds] = choice.clock.split('+').map(Number);
    const control = choice.clock ? { minutes: minutes ?? 5, seconds: seconds ?? 0 } : null;
    if (variant.hidden && choice.opponent !== 'watch') return this.#table(variant.name, rules, seats, control, own === 2 ? 2 : 1);
    let position = 'startpos';
    if (choice.setup !== 'classic' && !variant.hidden) position = (await engine.ask('setup', { variant: variant.name, rules, kind: choice.setup })).position;
    const game = new Game(variant.name, rules, position);
    Object.assign(game, { seats, control, bottom: own });
    return game;
  }

  /**
   * A table of the server, for a game with secrets.
   * @param {string} variant @param {Record<string, any>} rules @param {[import('./types.js').Seat, import('./types.js').Seat]} seats
   * @param {import('./types.js').TimeControl|null} control @param {1|2} bottom
   */
  async #table(variant, rules, seats, control, bottom) {
    const level = seats.find((seat) => seat.kind === 'engine')?.level ?? 10;
    const clock = control ? { clock: `${control.minutes}+${control.seconds}` } : {};
    const reply = await this.room.session.engine.ask('table-new', { variant, rules, seats: seats.map((seat) => seat.kind), level, ...clock }, { again: false });
    const game = new Game(variant, rules);
    Object.assign(game, { seats, bottom, table: reply.table });
    return game;
  }
}
