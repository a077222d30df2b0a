// A player who knows no rules: it does what the page offers, by mouse or by keyboard alone.

import { at, board, PATIENCE } from './browser.js';

/** @typedef {import('playwright-core').Page} Page */
/**
 * What the page offers now.
 * @typedef {object} Offer
 * @property {string} state
 * @property {number} turn
 * @property {number} taken
 * @property {string[]} grabs  cells where a turn can begin
 * @property {{cell: string, take: boolean}[]} targets
 * @property {string|null} selected
 * @property {string[]} reserve  kinds that can be taken from beside the board
 * @property {string[]} buttons  of the bar under the board
 */
/** @typedef {{cell: (page: Page, name: string) => Promise<void>, button: (page: Page, id: string) => Promise<void>, reserve: (page: Page, letter: string) => Promise<void>, done: (page: Page) => Promise<void>}} Hand */

/** Random numbers that can be had again. @param {number} seed */
export function dice(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const pick = (/** @type {any[]} */ list) => list[Math.floor(next() * list.length)];
  return { next, pick };
}

/** @param {Page} page @returns {Promise<Offer>} */
export function offer(page) {
  return page.evaluate(() => {
    const root = /** @type {SVGElement} */ (/** @type {unknown} */ (document.getElementById('board')));
    const { state = '', turn = '0', taken = '0' } = root.dataset;
    const cells = /** @type {SVGElement[]} */ ([...root.querySelectorAll('[data-cell]')]);
    const name = (/** @type {SVGElement} */ cell) => cell.dataset.cell ?? '';
    const rings = [...root.querySelectorAll('.targets .take')].map((ring) => ring.getAttribute('transform'));
    const place = (/** @type {string|null} */ transform) => (transform ?? '').match(/-?[\d.]+/g)?.map(Number) ?? [];
    const isTake = (/** @type {SVGElement} */ cell) => {
      const [x = 0, y = 0] = place(cell.getAttribute('transform'));
      return rings.some((ring) => { const [rx = 0, ry = 0] = place(ring); return Math.hypot(rx - x, ry - y) < 1; });
    };
    const seen = (/** @type {Element} */ one) => one instanceof HTMLElement && one.offsetParent !== null && !one.matches(':disabled');
    const ids = ['done', 'pass', 'take-back', 'back', 'whole-stack', 'top-only', 'ready', 'unveil'];
    const all = [...document.querySelectorAll('[data-testid]')].filter(seen).map((one) => one.getAttribute('data-testid') ?? '');
    return {
      state, turn: Number(turn), taken: Number(taken),
      grabs: cells.filter((cell) => cell.classList.contains('grab')).map(name),
      targets: cells.filter((cell) => cell.hasAttribute('data-target')).map((cell) => ({ cell: name(cell), take: isTake(cell) })),
      selected: cells.filter((cell) => cell.getAttribute('aria-pressed') === 'true').map(name)[0] ?? null,
      reserve: [...document.querySelectorAll('[data-reserve]')].filter(seen).map((one) => one.getAttribute('data-reserve') ?? ''),
      buttons: all.filter((id) => ids.includes(id) || /^choice-\d+$/.test(id)),
    };
  });
}

/** The middle of a cell on the screen. @param {Page} page @param {string} name */
export async function middle(page, name) {
  const box = await page.locator(`#board [data-cell="${name}"] .ground`).boundingBox();
  if (!box) throw new Error(`no cell ${name} on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @type {Hand} */
export const mouse = {
  async cell(page, name) {
    const { x, y } = await middle(page, name);
    await page.mouse.click(x, y);
  },
  button: (page, id) => at(page, id).click(),
  reserve: (page, letter) => page.locator(`[data-reserve="${letter}"]:not(:disabled)`).click(),
  done: (page) => at(page, 'done').click(),
};

/** @param {Page} page @param {string} selector */
async function tabTo(page, selector) {
  for (let i = 0; i < 250; i += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to ${selector}`);
}

/** Every key is a key that a person presses; where the focus is, the page says. @type {Hand} */
export const keyboard = {
  async cell(page, name) {
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-cell') ?? '');
    if (!await focused()) await page.keyboard.press('b');
    const goal = await middle(page, name);
    for (let i = 0; i < 40; i += 1) {
      const here = await focused();
      if (here === name) {
        await page.keyboard.press('Enter');
        return;
      }
      const now = await middle(page, here);
      const [dx, dy] = [goal.x - now.x, goal.y - now.y];
      await page.keyboard.press(Math.abs(dy) > 4 ? (dy < 0 ? 'ArrowUp' : 'ArrowDown') : dx < 0 ? 'ArrowLeft' : 'ArrowRight');
    }
    throw new Error(`the arrow keys do not lead to ${name}`);
  },
  async button(page, id) {
    await tabTo(page, `[data-testid="${id}"]`);
    await page.keyboard.press('Enter');
  },
  async reserve(page, letter) {
    for (let i = 0; i < 6; i += 1) {
      await page.keyboard.press('r');
      if (await page.locator(`[data-reserve="${letter}"][aria-pressed="true"]`).count()) return;
    }
    throw new Error(`R never chooses ${letter}`);
  },
  done: (page) => page.keyboard.press('d'),
};

/**
 * A move as the engine writes it, made step by step on the page.
 * @typedef {{native: string, steps: {action: string, from: string|null, to: string, piece?: {letter: string, name: string}}[]}} Move
 */

/** Plays by what the page offers. */
export class Player {
  /** How often each kind of thing was done. @type {Record<string, number>} */
  did = {};

  /**
   * @param {Page} page
   * @param {{seed?: number, hand?: Hand, drops?: number, advice?: () => Promise<Move|null>, trust?: number}} [how]  `advice` tells a move to
   *   make, which is followed as often as `trust` says
   */
  constructor(page, how = {}) {
    this.page = page;
    this.advice = how.advice ?? null;
    this.trust = how.trust ?? 1;
    this.hand = how.hand ?? mouse;
    this.dice = dice(how.seed ?? 1);
    this.drops = how.drops ?? 0.3;
  }

  /** @param {string} what */
  #note(what) {
    this.did[what] = (this.did[what] ?? 0) + 1;
  }

  /** Makes one turn: until the page shows another position, or the game is over. */
  async turn() {
    const { page } = this;
    const before = await board(page);
    const first = await offer(page);
    if (this.advice && !first.buttons.includes('ready') && this.dice.next() < this.trust) {
      const move = await this.advice();
      if (move) {
        await this.make(move);
        await this.page.waitForFunction((old) => {
          const { turn, state } = document.getElementById('board')?.dataset ?? {};
          return turn !== old || state !== 'idle';
        }, String(before.turn), { timeout: PATIENCE }).catch(async () => {
          throw new Error(`${move.native} does not come about: ${JSON.stringify([move.steps, await offer(page)])}`);
        });
        return;
      }
    }
    for (let i = 0; i < 30; i += 1) {
      const now = await offer(page);
      if (now.turn !== before.turn || now.state !== 'idle') return;
      await this.#act(now);
      await this.#sent(before.turn);
    }
    throw new Error(`no turn comes about: ${JSON.stringify(await offer(page))}`);
  }

  /** Makes a given move. @param {Move} move */
  async make(move) {
    const { page, hand } = this;
    for (const step of move.steps) await this.#step(step);
    // What is still open is asked for: whether this was all, and then which kind is demanded.
    let { state, buttons } = await offer(page);
    const asks = () => buttons.some((id) => id.startsWith('choice-'));
    if (state === 'idle' && !asks() && buttons.includes('done')) {
      this.#note('done');
      await hand.done(page);
      ({ state, buttons } = await offer(page));
    }
    if (state !== 'idle') return;
    if (asks()) {
      const choices = buttons.filter((id) => id.startsWith('choice-'));
      const last = move.steps.at(-1);
      this.#note(`chooser of ${choices.length}`);
      const names = await Promise.all(choices.map((id) => at(page, id).innerText()));
      const wanted = names.findIndex((name) => name.trim() === move.native || name.trim().toLowerCase() === last?.piece?.name);
      await hand.button(page, choices[Math.max(0, wanted)] ?? 'choice-0');
    } else if (move.steps.length === 0 && buttons.includes('pass')) {
      this.#note('pass');
      await hand.button(page, 'pass');
    }
  }

  /** @param {Move['steps'][number]} step */
  async #step(step) {
    const { page, hand } = this;
    const now = await offer(page);
    const drop = step.action === 'place' && step.piece && step.piece.name !== 'king';
    if (drop && step.piece) {
      const { letter } = step.piece;
      if (!await page.locator(`[data-reserve="${letter}"][aria-pressed="true"]`).count()) await hand.reserve(page, letter);
      this.#note('from the reserve');
    } else if (step.from) {
      if (now.selected !== step.from) await hand.cell(page, step.from);
      const { buttons } = await offer(page);
      const mode = step.action === 'stack' ? 'whole-stack' : 'top-only';
      if (buttons.includes(mode) && await at(page, mode).getAttribute('aria-pressed') !== 'true') await hand.button(page, mode);
    }
    this.#note(`${step.action}${now.taken ? ' as a further step' : ''}`);
    await hand.cell(page, step.to);
    // The same cell may be reached by a piece and by what waits beside the board.
    if (step.from && (await offer(page)).taken === now.taken) {
      const { state, buttons } = await offer(page);
      if (state === 'idle' && buttons.includes('choice-0') && step.action !== 'attack') {
        const name = await at(page, 'choice-0').innerText();
        await hand.button(page, name.startsWith(step.from) ? 'choice-0' : 'choice-1');
      }
    }
  }

  /** A move that was sent is shown soon. @param {number} turn */
  async #sent(turn) {
    await this.page.waitForFunction((old) => {
      const root = /** @type {SVGElement} */ (/** @type {unknown} */ (document.getElementById('board')));
      const can = root.querySelector('.grab, [data-target]') ?? document.querySelector('[data-testid="ready"], [data-testid="done"], [data-testid="pass"], [data-testid="choice-0"]');
      return root.dataset.turn !== String(old) || root.dataset.state !== 'idle' || can;
    }, turn, { timeout: PATIENCE });
  }

  /** @param {Offer} now */
  async #act(now) {
    const { dice: { next, pick }, hand, page } = this;
    const can = (/** @type {string} */ id) => now.buttons.includes(id);
    const choices = now.buttons.filter((id) => id.startsWith('choice-'));
    if (can('ready')) {
      this.#note('secret set-up');
      await hand.button(page, 'place-0');
      await hand.button(page, 'place-7');
      await hand.button(page, 'ready');
    } else if (choices.length) {
      this.#note(`chooser of ${choices.length}`);
      await hand.button(page, pick(choices));
    } else if (now.taken > 0 && can('done') && next() < 0.2) {
      this.#note('done');
      await hand.done(page);
    } else if (now.targets.length) {
      const takes = now.targets.filter((one) => one.take);
      const target = takes.length && next() < 0.8 ? pick(takes) : pick(now.targets);
      this.#note(now.taken > 0 ? `step ${now.taken + 1}` : takes.includes(target) ? 'take' : now.selected ? 'go' : 'put');
      await hand.cell(page, target.cell);
    } else if (now.taken > 0 && can('done')) {
      this.#note('done');
      await hand.done(page);
    } else if (now.reserve.length && (next() < this.drops || now.grabs.length === 0)) {
      this.#note('reserve');
      await hand.reserve(page, pick(now.reserve));
    } else if (now.grabs.length) {
      await this.#grab(now);
    } else if (can('pass')) {
      this.#note('pass');
      await hand.button(page, 'pass');
    } else {
      throw new Error(`nothing can be done: ${JSON.stringify(now)}`);
    }
  }

  /** @param {Offer} now */
  async #grab(now) {
    const { dice: { next, pick }, hand, page } = this;
    await hand.cell(page, pick(now.grabs));
    const then = await offer(page);
    if (then.buttons.includes('top-only') && next() < 0.4) {
      this.#note('top only');
      await hand.button(page, 'top-only');
    }
  }

  /** Plays until the game is over. @param {{most?: number, each?: (turn: number) => Promise<void>}} [how] */
  async game({ most = 400, each } = {}) {
    const { page } = this;
    for (let i = 0; i < most; i += 1) {
      await page.waitForFunction(() => ['idle', 'over', 'veiled'].includes(document.getElementById('board')?.dataset.state ?? ''), null, { timeout: PATIENCE });
      const now = await board(page);
      if (now.state === 'over') return now.turn;
      if (now.state === 'veiled') {
        await this.hand.button(page, 'unveil');
        await page.waitForFunction(() => document.getElementById('board')?.dataset.state !== 'veiled');
      } else {
        await this.turn();
      }
      await each?.(now.turn);
    }
    throw new Error(`no end after ${most} turns`);
  }
}
