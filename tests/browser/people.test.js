// Keyboard, screen reader, finger; sharing and copying; languages.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { at, board, newGame, open, ready, state } from './lib/browser.js';
import { keyboard, middle, Player } from './lib/player.js';
import { context, stage } from './lib/stage.js';

const here = stage();
const GAME = 'v=pijersi&m=b7b6d5+g4f5e5+a4b5b7+e5d5e4+b7b7c6+g6f7d6';

test('by keyboard alone: a new game, a whole turn, half a turn taken back, undo, the rules', async () => {
  const own = await context(here);
  const page = await open(own, here.server);
  await page.mouse.move(0, 0);
  const { press } = { press: (/** @type {string} */ key) => page.keyboard.press(key) };
  await press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'skip', 'the first key leads past the menus');
  await press('Enter');
  assert.ok(await page.evaluate(() => document.activeElement?.hasAttribute('data-cell')));
  await press('n');
  await page.waitForSelector('dialog[open]');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-testid')), 'variant-pijersi');
  await press('Enter');
  await page.waitForFunction(() => !document.querySelector('dialog[open]'));
  await state(page, 'idle');
  // b4 holds two wise: the whole stack goes first, then its top comes down.
  await keyboard.cell(page, 'b4');
  assert.equal(await page.locator('[data-cell="b4"]').getAttribute('aria-pressed'), 'true');
  await keyboard.cell(page, 'c4');
  assert.equal((await board(page)).taken, 1);
  await press('Escape');
  assert.equal((await board(page)).taken, 0, 'the half turn is taken back');
  await keyboard.cell(page, 'c4');
  await keyboard.cell(page, 'd4');
  await page.waitForFunction(() => Number(document.getElementById('board')?.dataset.turn) >= 1);
  await state(page, 'idle');
  assert.equal(await page.locator('.move[data-depth="1"]').innerText(), 'b4=c4-d4');
  await press('u');
  await page.waitForFunction(() => document.getElementById('board')?.dataset.turn === '0');
  await page.locator('#tab-game').focus();
  await press('ArrowRight');
  assert.equal(await at(page, 'page-rules').isVisible(), true);
  assert.deepEqual(page.errors, []);
  await own.close();
});

test('what a screen reader hears', async () => {
  const own = await context(here);
  const page = await open(own, here.server);
  await newGame(page, { variant: 'pijersi' });
  await state(page, 'idle');
  const labels = await page.locator('#board [data-cell]').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label') ?? ''));
  assert.equal(labels.length, 45);
  for (const label of labels) assert.match(label, /^[a-g][1-7]/);
  assert.match(labels.join('\n'), /b4.*wise.*wise/i, 'both pieces of a stack are named');
  await new Player(page, { seed: 1 }).turn();
  await page.waitForFunction(() => document.getElementById('live')?.textContent?.includes('White'));
  await state(page, 'idle');
  assert.match(await page.locator('#live').innerText(), /Black.*[a-g]\d/, 'every move is told');
  const nameless = await page.evaluate(() => [...document.querySelectorAll('button, select, input, [role="button"], [role="img"], textarea')]
    .filter((one) => one instanceof HTMLElement || one instanceof SVGElement)
    .filter((one) => !(one.getAttribute('aria-label') || one.textContent?.trim() || one.getAttribute('title') || one.getAttribute('placeholder') || one.closest('label') || /** @type {any} */ (one).labels?.length))
    .map((one) => one.outerHTML.slice(0, 80)));
  assert.deepEqual(nameless, []);
  await at(page, 'language').selectOption('fr');
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'fr');
  const french = await page.locator('#board [data-cell="b4"]').getAttribute('aria-label');
  assert.notEqual(french, labels.find((label) => label.startsWith('b4')));
  await page.reload();
  await ready(page);
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'fr', 'the language is kept');
  await own.close();
});

test('every word of the page is there in both languages', async () => {
  const folder = new URL('../../web/js/', import.meta.url);
  const words = await Promise.all(['en', 'fr'].map(async (code) => Object.values(await import(`${folder}words-${code}.js`))[0]));
  const [en, fr] = words.map((one) => Object.keys(/** @type {object} */ (one)).sort());
  assert.deepEqual(fr, en);
});

test('a drag with the mouse, and taps with a finger', async () => {
  const own = await context(here);
  const page = await open(own, here.server);
  await newGame(page, { variant: 'pijersi', opponent: 'person' });
  await state(page, 'idle');
  const drag = async (/** @type {string} */ from, /** @type {string} */ to) => {
    const [a, b] = [await middle(page, from), await middle(page, to)];
    await page.mouse.move(a.x, a.y);
    await page.mouse.down();
    await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
    await page.mouse.move(b.x, b.y, { steps: 4 });
    await page.mouse.up();
  };
  await drag('b4', 'c4');
  assert.equal((await board(page)).taken, 1);
  await drag('c4', 'd4');
  await page.waitForFunction(() => document.getElementById('board')?.dataset.turn === '1');
  await drag('g1', 'a1');
  assert.equal((await board(page)).turn, 1, 'a drag to where nothing can go is none');
  // The engine says why.
  await page.locator('#toast').waitFor({ state: 'visible', timeout: 5000 });
  await own.close();
  const phone = await context(here, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  const small = await open(phone, here.server);
  await newGame(small, { variant: 'jersi', level: 1 });
  await state(small, 'idle');
  const tap = { ...keyboard, cell: async (/** @type {import('playwright-core').Page} */ one, /** @type {string} */ name) => {
    const { x, y } = await middle(one, name);
    await one.touchscreen.tap(x, y);
  }, button: (/** @type {import('playwright-core').Page} */ one, /** @type {string} */ id) => at(one, id).tap(),
  reserve: (/** @type {import('playwright-core').Page} */ one, /** @type {string} */ letter) => one.locator(`[data-reserve="${letter}"]:not(:disabled)`).tap(),
  done: (/** @type {import('playwright-core').Page} */ one) => at(one, 'done').tap() };
  const player = new Player(small, { seed: 3, hand: tap });
  for (let i = 0; i < 4; i += 1) {
    await state(small, 'idle', 'over');
    await player.turn();
  }
  assert.ok((await board(small)).turn >= 7);
  assert.equal(await small.evaluate(() => document.documentElement.scrollWidth), 360);
  assert.deepEqual(small.errors, []);
  await phone.close();
});

test('a link opens the game again; texts, FEN and picture are what the engine writes', async () => {
  const own = await context(here, { permissions: ['clipboard-read', 'clipboard-write'], acceptDownloads: true });
  const page = await open(own, here.server, { fragment: GAME });
  await state(page, 'idle');
  assert.equal((await board(page)).turn, 6);
  await at(page, 'tab-share').click();
  const copied = async (/** @type {string} */ id) => {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await at(page, id).click();
    await page.waitForFunction(async () => await navigator.clipboard.readText() !== '');
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const moves = GAME.split('m=')[1]?.split('+') ?? [];
  const written = async (/** @type {string} */ format) => (await here.wire.ask('write', { variant: 'pijersi', moves, format })).text;
  assert.equal(await copied('share-native'), await written('native'));
  assert.equal(await copied('share-text'), await written('text'));
  assert.equal(await copied('share-fen'), (await written('fen')).trim());
  const saved = async (/** @type {string} */ id) => {
    const [download] = await Promise.all([page.waitForEvent('download'), at(page, id).click()]);
    return readFileSync(await download.path(), 'utf8');
  };
  assert.equal(await copied('share-svg-copy'), await written('svg'));
  assert.equal(await saved('share-svg'), await written('svg'));
  assert.deepEqual(JSON.parse(await saved('share-json')), JSON.parse(await written('json')));
  await page.keyboard.press('ArrowLeft');
  await at(page, 'back').click();
  await page.waitForFunction(() => document.getElementById('board')?.dataset.turn === '4');
  const { turn } = await board(page);
  const link = await copied('share-link');
  const other = await context(here);
  const guest = await open(other, here.server, { fragment: new URL(link).hash.slice(1) });
  await state(guest, 'idle');
  assert.equal((await board(guest)).turn, turn, 'the place in the game is in the link, too');
  assert.equal(await guest.locator('.move[data-depth]').count(), 6);
  // What was copied can be pasted.
  await at(guest, 'tab-share').click();
  for (const text of [link, await written('native'), await written('ugi'), await written('fen'), await written('json')]) {
    await at(guest, 'import-text').fill('1 b4=c4-d4');
    await at(guest, 'import-go').click();
    await guest.waitForFunction(() => document.querySelectorAll('.move[data-depth]').length === 1);
    await at(guest, 'import-text').fill(text);
    await at(guest, 'import-go').click();
    await guest.waitForFunction(() => document.querySelectorAll('.move[data-depth]').length !== 1);
  }
  await at(guest, 'import-text').fill('nonsense');
  await at(guest, 'import-go').click();
  await guest.waitForSelector('#toast:not([hidden])');
  assert.deepEqual([...page.errors, ...guest.errors], []);
  await own.close();
  await other.close();
});

test('an address that names no game leaves the page as it is', async () => {
  const own = await context(here);
  const page = await open(own, here.server, { fragment: GAME });
  await state(page, 'idle');
  await page.evaluate(() => { location.hash = 'v=pijersi&m=a1a2+zz'; });
  await page.waitForSelector('#toast:not([hidden])');
  await state(page, 'idle');
  assert.equal((await board(page)).turn, 6);
  await own.close();
  const fresh = await context(here);
  const other = await open(fresh, here.server, { fragment: 'v=nothing&m=zz' });
  await state(other, 'idle');
  assert.equal((await board(other)).variant, 'pijersi');
  await fresh.close();
});

test('live analysis: lines can be clicked, lists stay open, a closed tab ends the search', async (t) => {
  const own = await context(here);
  const page = await open(own, here.server, { fragment: GAME });
  await page.waitForSelector('[data-testid="line-2"]');
  await page.$eval('[data-testid="live-lines"]', (select) => { /** @type {any} */ (window).kept = select; });
  const visits = () => page.locator('.engine .details').innerText();
  const before = await visits();
  await page.waitForFunction((old) => document.querySelector('.engine .details')?.textContent !== old, before);
  assert.ok(await page.$eval('[data-testid="live-lines"]', (select) => select === /** @type {any} */ (window).kept), 'the list is not replaced while the engine thinks');
  const line = at(page, 'line-0');
  await line.hover();
  await page.mouse.down();
  await page.waitForTimeout(700);
  await page.mouse.up();
  await page.waitForFunction(() => document.getElementById('board')?.dataset.turn === '7');
  await at(page, 'live-lines').selectOption('1');
  await page.waitForFunction(() => document.querySelectorAll('.lines li').length === 1);
  // From a position that is far from solved: a search that has ended by itself would prove nothing.
  await at(page, 'first').click();
  await page.waitForFunction(() => document.getElementById('board')?.dataset.turn === '0' && document.querySelectorAll('.lines li').length === 1);
  assert.deepEqual(page.errors, []);
  // On a machine that does other things the search may have to wait for its share.
  let busy = await here.server.load(400);
  for (let tries = 0; tries < 20 && busy !== null && busy <= 0.2; tries += 1) busy = await here.server.load(400);
  await own.close();
  await new Promise((done) => setTimeout(done, 300));
  const idle = await here.server.load(400);
  t.diagnostic(`processor time of the server: ${busy?.toFixed(2)} while it thinks, ${idle?.toFixed(2)} after the tab was closed`);
  if (busy === null || idle === null) return;
  assert.ok(busy > 0.2, 'somebody watches: something is searched');
  assert.ok(idle < 0.1, 'nobody watches: nothing is searched');
});
