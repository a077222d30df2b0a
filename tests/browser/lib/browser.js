// Chromium as installed by the system, and a page on which no error may go by unseen.

import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

export const CHROMIUM = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
  .find((path) => path && existsSync(path)) ?? '';

/** How long anything on the page may take: the machines of CI are slow and shared. */
export const PATIENCE = Number(process.env.SISKU_PATIENCE ?? 30_000);

export function launch() {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
}

/**
 * Waits that only please the eye (the engine never answers at once) are left out: a whole game of
 * every variant would take minutes of them.
 */
export const HURRY = () => {
  const wait = window.setTimeout;
  // @ts-expect-error: the other signature of setTimeout is not used by the page
  window.setTimeout = (action, time, ...rest) => wait(action, time > 50 && time <= 450 ? 5 : time, ...rest);
};

/**
 * Opens the page of a server, and collects what goes wrong on it.
 * @param {import('playwright-core').BrowserContext} context
 * @param {import('./server.js').Server} server
 * @param {{fragment?: string, hurry?: boolean, before?: (page: import('playwright-core').Page) => any}} [how]  `before` is done
 *   before the page is loaded; what it gives is `recorded`
 */
export async function open(context, server, how = {}) {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  if (how.hurry ?? true) await page.addInitScript(HURRY);
  /** @type {string[]} */
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error.stack ?? error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(`${message.text()} ${message.location().url}`);
  });
  const recorded = how.before?.(page);
  await page.goto(server.address + (how.fragment ? `#${how.fragment}` : ''));
  await ready(page);
  return Object.assign(page, { errors, recorded });
}

/** @param {import('playwright-core').Page} page */
export async function ready(page) {
  await page.waitForSelector('html[data-ready="true"]', { state: 'attached' });
}

/** The board, as its hooks describe it. @param {import('playwright-core').Page} page */
export function board(page) {
  return page.$eval('#board', (root) => {
    const { state = '', turn = '', mover = '', taken = '', variant = '' } = /** @type {SVGElement} */ (root).dataset;
    return { state, turn: Number(turn), mover: Number(mover), taken: Number(taken), variant };
  });
}

/** Waits for a state of the board. @param {import('playwright-core').Page} page @param {...string} states */
export async function state(page, ...states) {
  await page.waitForFunction((wanted) => wanted.includes(document.getElementById('board')?.dataset.state ?? ''), states);
}

/** @param {import('playwright-core').Page} page @param {string} id */
export const at = (page, id) => page.getByTestId(id);

/**
 * Starts a game by the dialog.
 * @param {import('playwright-core').Page} page
 * @param {{variant: string, opponent?: string, level?: number, colour?: string, setup?: string, clock?: string}} choice
 */
export async function newGame(page, choice) {
  await at(page, 'new-game').click();
  const pick = (/** @type {string} */ id) => at(page, id).check({ force: true });
  await pick(`variant-${choice.variant}`);
  await pick(`opponent-${choice.opponent ?? 'engine'}`);
  if (choice.opponent !== 'person') await at(page, 'level').fill(String(choice.level ?? 1));
  if (choice.opponent === 'watch') await at(page, 'second').fill(String(choice.level ?? 1));
  if ((choice.opponent ?? 'engine') === 'engine') await pick(`colour-${choice.colour ?? '1'}`);
  if (choice.setup) await pick(`setup-${choice.setup}`);
  if (choice.clock) await at(page, 'clock').selectOption(choice.clock);
  await at(page, 'start-game').click();
  await page.waitForFunction((variant) => document.getElementById('board')?.dataset.variant === variant && !document.querySelector('dialog[open]'), choice.variant);
}
