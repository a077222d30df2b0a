// The main views of the page, each with the way to it: for axe, and for pictures to look at.

import { at, board, newGame, state } from './browser.js';
import { Player } from './player.js';

/** @typedef {import('playwright-core').Page} Page */

const PIJERSI = 'v=pijersi&m=b7b6d5+g4f5e5+a4b5b7+e5d5e4+b7b7c6+g6f7d6';
/** A game with mistakes, to look back at. */
const GAME = 'v=pijersi&m=b7b6d5+g4f5e5+a4b5b7+e5d5e4+b7b7c6+g6f7d6+b4b4b5+f3g2e3+a5b5d6+e4d5d6+c6d6+e3c4c5+d6c5+g5f6d7+a6b7c6+f4e4f5+a3b4c4+g1f1e1+c4c5b6+e1c2c3+b2a1c2+c3b4+b3b4+d7f6e6+c6d6e6+f5e4d4+c2e3f4+d4f5g5+e3f4g4';

/** Closes what lies over the page. @param {Page} page */
export const close = async (page) => {
  if (await page.locator('dialog[open]').count()) await at(page, 'dialog-close').click();
};

/** @param {Page} page @param {string} fragment */
async function show(page, fragment) {
  await page.evaluate((text) => { location.hash = text; }, fragment);
  const moves = new URLSearchParams(fragment).get('m')?.split(' ').length ?? 0;
  await page.waitForFunction(([variant, turn]) => {
    const { variant: now, turn: depth } = document.getElementById('board')?.dataset ?? {};
    return now === variant && depth === turn;
  }, [new URLSearchParams(fragment).get('v'), String(moves)]);
}

/**
 * A new game, some turns on. The lowest level plays by chance, so that a game may be over by then: then another one.
 * @param {Page} page
 * @param {Parameters<typeof newGame>[1]} choice
 * @param {{turns: number, seed: number, drops?: number}} how
 */
async function underWay(page, choice, { turns, seed, drops }) {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await newGame(page, choice);
    const player = new Player(page, { seed: seed + 100 * attempt, drops });
    await state(page, 'idle', 'over');
    for (let i = 0; i < turns && (await board(page)).state !== 'over'; i += 1) {
      await player.turn();
      await state(page, 'idle', 'over');
    }
    if ((await board(page)).state === 'idle') return;
  }
  throw new Error('ten games were over too soon');
}

/** @type {Record<string, (page: Page) => Promise<void>>} */
export const VIEWS = {
  async start(page) {
    await newGame(page, { variant: 'pijersi', level: 3 });
    await state(page, 'idle');
  },
  async selected(page) {
    await underWay(page, { variant: 'pijersi', level: 1, setup: 'classic' }, { turns: 4, seed: 2 });
    await page.locator('#board .cell.grab').nth(5).click();
  },
  async drops(page) {
    await underWay(page, { variant: 'jersi', level: 1, clock: '5+3' }, { turns: 8, seed: 5, drops: 0.5 });
    await page.locator('[data-reserve]:not(:disabled)').first().click();
  },
  async analysis(page) {
    await show(page, PIJERSI);
    await page.waitForSelector('[data-testid="line-2"]');
    await page.waitForFunction(() => document.querySelectorAll('.arrow').length > 2);
  },
  async dialog(page) {
    await at(page, 'new-game').click();
    await at(page, 'variant-jersi').check({ force: true });
    await at(page, 'opponent-engine').check({ force: true });
  },
  async rules(page) {
    await close(page);
    await at(page, 'tab-rules').click();
    await page.waitForSelector('.rules .small-board');
  },
  async share(page) {
    await at(page, 'tab-share').click();
  },
  async keys(page) {
    await at(page, 'tab-game').click();
    await page.keyboard.press('?');
    await page.waitForSelector('dialog[open] .key-list');
  },
  async matches(page) {
    await close(page);
    await at(page, 'matches').click();
    await page.waitForSelector('dialog[open]');
  },
  async secret(page) {
    await close(page);
    await newGame(page, { variant: 'bloch', level: 1 });
    await page.waitForSelector('[data-testid="secret"]');
    await at(page, 'place-1').click();
  },
  async hidden(page) {
    const player = new Player(page, { seed: 4 });
    for (let i = 0; i < 7; i += 1) {
      await state(page, 'idle', 'over');
      await player.turn();
    }
    await state(page, 'idle', 'over');
    const grab = page.locator('#board .cell.grab').first();
    if (await grab.count()) await grab.click();
  },
  async over(page) {
    await at(page, 'resign').click();
    await at(page, 'yes').click();
    await state(page, 'over');
  },
  async belief(page) {
    await at(page, 'analyse').click();
    await state(page, 'idle');
    await at(page, 'back').click();
    await page.waitForSelector('[data-testid="belief"]');
    await at(page, 'belief').locator('summary').click();
  },
  async review(page) {
    await show(page, GAME);
    await at(page, 'review-start').click();
    await page.waitForSelector('[data-testid="accuracy"]', { timeout: 60_000 });
    await at(page, 'live-toggle').uncheck({ force: true });
    await page.locator('.move[data-depth="9"]').click();
  },
  async veil(page) {
    await newGame(page, { variant: 'bloch', opponent: 'person' });
    await state(page, 'veiled');
  },
};
