// Every main view: axe-core finds nothing serious, in light and dark, English and French; nothing
// sticks out of a window of any size; and, if SISKU_SHOTS names a folder, pictures to look at.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { open } from './lib/browser.js';
import { BINARY } from './lib/server.js';
import { context, stage } from './lib/stage.js';
import { close, VIEWS } from './lib/views.js';

/** @typedef {import('playwright-core').Page} Page */

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SHOTS = process.env.SISKU_SHOTS ?? '';
const SIZES = [[360, 740], [820, 1180], [1440, 900]].map(([width = 0, height = 0]) => ({ width, height }));
const LAST = { width: 1440, height: 900 };
if (SHOTS) mkdirSync(SHOTS, { recursive: true });

const folder = mkdtempSync(join(tmpdir(), 'sisku-looks-'));
const games = join(folder, 'club.jsonl');
execFileSync(BINARY, ['match', '--engine', 'name=strong', '--engine', 'name=weak,option.Level=1', '--nodes', '20', '--games', '4', '--out', games], { stdio: 'ignore' });
after(() => rmSync(folder, { recursive: true, force: true }));
const here = stage(['--watch', games]);

/** What axe finds that is serious. @param {Page} page */
async function faults(page) {
  const { violations } = await page.evaluate(() => /** @type {any} */ (window).axe.run(document, { resultTypes: ['violations'] }));
  return violations.filter((/** @type {any} */ one) => ['serious', 'critical'].includes(one.impact))
    .map((/** @type {any} */ one) => `${one.id}: ${one.nodes.slice(0, 4).map((/** @type {any} */ node) => `${node.target} ${node.any[0]?.message ?? ''}`).join(' | ')}`);
}

/** What sticks out of the window, or is cut off in its box. @param {Page} page */
const tooWide = (page) => page.evaluate(() => {
  const wide = document.documentElement.clientWidth;
  const out = [...document.querySelectorAll('body *')].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width > 0 && box.right > wide + 1 && getComputedStyle(one).position !== 'absolute' && !one.closest('.sr, .lines, svg');
  });
  const cut = [...document.querySelectorAll('button, .tabs button, .message, .status')].filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0);
  return [...out.map((one) => `out: ${one.tagName}.${one.className}`), ...cut.map((one) => `cut: ${one.getAttribute('data-testid') ?? one.className} ${one.textContent}`)].slice(0, 6);
});

/** @param {Page} page @param {string} theme */
async function wear(page, theme) {
  await page.evaluate((name) => { document.documentElement.dataset.theme = name; }, theme);
}

/** Changes the language. @param {Page} page @param {string} code */
async function speak(page, code) {
  await page.$eval('#language', (select, value) => {
    /** @type {HTMLSelectElement} */ (select).value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }, code);
}

/** A view in a language; what lies over the page is opened again, since it keeps its words. @param {Page} page @param {(page: Page) => Promise<void>} go @param {string} code */
async function inLanguage(page, go, code) {
  const over = await page.locator('dialog[open]').count();
  if (over) await close(page);
  await speak(page, code);
  if (over) await go(page);
}

/** What a combination of colours and language may break, it breaks on these. */
const ALL_FOUR = ['start', 'analysis', 'dialog'];

test('every main view: nothing serious for axe-core, nothing out of the window', { timeout: 300_000 }, async (t) => {
  const own = await context(here, { reducedMotion: 'reduce' });
  const page = await open(own, here.server);
  await page.evaluate(AXE);
  let checked = 0;
  /** @type {string[]} */
  const found = [];
  for (const [name, go] of Object.entries(VIEWS)) {
    await go(page);
    const others = ALL_FOUR.includes(name) ? [['light', 'fr'], ['dark', 'en']] : [];
    for (const [theme = '', language = ''] of [...others, ['dark', 'fr'], ['light', 'en']]) {
      await wear(page, theme);
      await inLanguage(page, go, language);
      for (const fault of await faults(page)) found.push(`${name}, ${theme}, ${language}: ${fault}`);
      checked += 1;
      for (const size of [...SIZES, LAST]) {
        await page.setViewportSize(size);
        await page.evaluate(() => new Promise(requestAnimationFrame));
        for (const fault of await tooWide(page)) found.push(`${name}, ${size.width} by ${size.height}, ${language}: ${fault}`);
        if (SHOTS && size !== LAST) {
          await page.evaluate(() => scrollTo(0, 0));
          await page.screenshot({ path: join(SHOTS, `${size.width}-${name}-${theme}-${language}.png`) });
        }
      }
    }
  }
  t.diagnostic(`${Object.keys(VIEWS).length} views, ${checked} times by axe-core`);
  await close(page);
  assert.deepEqual(found, []);
  assert.deepEqual(page.errors, []);
  await own.close();
});
