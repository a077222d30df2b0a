// What must not cost a game: a reload, a second tab, a connection that is lost, a server that is
// killed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, board, newGame, open, ready, state } from './lib/browser.js';
import { Player } from './lib/player.js';
import { context, stage } from './lib/stage.js';

const here = stage();

/** @param {import('playwright-core').Page} page */
const moves = (page) => page.locator('.move[data-depth] > span:first-child').allInnerTexts();
/** @param {import('playwright-core').Page} page */
const fen = (page) => page.evaluate(() => document.querySelector('[data-testid="fen"]')?.textContent);
/** @param {import('playwright-core').Page} page @param {string} wanted */
const connection = (page, wanted) => page.waitForSelector(`html[data-connection="${wanted}"]`, { state: 'attached' });

/** Plays some turns, up to a position where the person is to move. @param {import('playwright-core').Page} page @param {Player} player @param {number} turns */
async function some(page, player, turns) {
  for (let i = 0; i < turns; i += 1) {
    await state(page, 'idle', 'over');
    await player.turn();
  }
  await state(page, 'idle', 'over');
}

for (const variant of ['jersi', 'bloch']) {
  test(`a reload in the middle of a game of ${variant}`, async () => {
    const own = await context(here);
    const page = await open(own, here.server);
    await newGame(page, { variant });
    const player = new Player(page, { seed: 3 });
    await some(page, player, 3);
    const [list, position] = [await moves(page), await fen(page)];
    const { turn } = await board(page);
    await page.reload();
    await ready(page);
    await state(page, 'idle', 'over');
    assert.equal((await board(page)).turn, turn);
    assert.deepEqual(await moves(page), list);
    assert.equal(await fen(page), position);
    await some(page, player, 1);
    assert.ok((await board(page)).turn > turn, 'the game goes on');
    assert.deepEqual((await moves(page)).slice(0, list.length), list);
    assert.deepEqual(page.errors, []);
    await own.close();
  });
}

/**
 * Makes a turn, and has seen that the engine thinks about its answer: who looks only after the turn may come too late on a
 * busy machine.
 * @param {import('playwright-core').Page} page @param {Player} player
 */
async function turnUntilThinking(page, player) {
  await Promise.all([state(page, 'thinking'), player.turn()]);
}

test('a reload while the engine thinks', async () => {
  const own = await context(here);
  const page = await open(own, here.server);
  await newGame(page, { variant: 'pijersi', level: 10 });
  await turnUntilThinking(page, new Player(page, { seed: 4 }));
  await page.reload();
  await ready(page);
  await state(page, 'idle');
  assert.equal((await board(page)).turn, 2, 'the engine has thought again');
  await own.close();
});

test('two tabs with games of their own, and two with the same game', async () => {
  const own = await context(here);
  const first = await open(own, here.server);
  await newGame(first, { variant: 'pijersi' });
  const one = new Player(first, { seed: 5 });
  await some(first, one, 2);
  const list = await moves(first);
  const second = await open(own, here.server);
  await newGame(second, { variant: 'jersi' });
  await some(second, new Player(second, { seed: 6 }), 2);
  assert.deepEqual(await moves(first), list, 'the other game does not come in here');
  assert.equal((await board(first)).variant, 'pijersi');
  await second.close();
  // A duplicate of a tab has a copy of its session storage, and so the same game.
  const id = await first.evaluate(() => sessionStorage.getItem('sisku-tab'));
  const twin = await own.newPage();
  await twin.addInitScript((value) => { if (value && location.protocol === 'http:') sessionStorage.setItem('sisku-tab', value); }, id);
  await twin.goto(first.url());
  await ready(twin);
  assert.deepEqual(await moves(twin), list);
  await some(first, one, 1);
  const longer = await moves(first);
  assert.ok(longer.length > list.length);
  await twin.waitForFunction((count) => document.querySelectorAll('.move[data-depth]').length === count, longer.length);
  assert.deepEqual(await moves(twin), longer, 'what is played in one tab is seen in the other');
  await twin.bringToFront();
  await some(twin, new Player(twin, { seed: 8 }), 1);
  const longest = await moves(twin);
  await first.waitForFunction((count) => document.querySelectorAll('.move[data-depth]').length === count, longest.length);
  assert.deepEqual(await moves(first), longest);
  assert.deepEqual(longest.slice(0, longer.length), longer);
  assert.deepEqual(first.errors, []);
  await own.close();
});

test('two tabs at the same table of a game with secrets', async () => {
  const own = await context(here);
  const first = await open(own, here.server);
  await newGame(first, { variant: 'bloch' });
  const one = new Player(first, { seed: 9 });
  await some(first, one, 1);
  const second = await open(own, here.server, { fragment: new URL(first.url()).hash.slice(1) });
  await state(second, 'idle', 'over');
  assert.deepEqual(await moves(second), await moves(first));
  await first.bringToFront();
  await some(first, one, 2);
  const { turn } = await board(first);
  await second.waitForFunction((wanted) => document.getElementById('board')?.dataset.turn === String(wanted), turn);
  assert.deepEqual(await moves(second), await moves(first));
  assert.deepEqual([...first.errors, ...second.errors], []);
  await own.close();
});

test('a connection that is lost and comes back', async () => {
  const own = await context(here);
  const page = await own.newPage();
  /** @type {Set<import('playwright-core').WebSocketRoute>} */
  const sockets = new Set();
  let cut = false;
  await page.routeWebSocket(/\/ws$/, (socket) => {
    if (cut) {
      void socket.close();
      return;
    }
    sockets.add(socket);
    socket.connectToServer();
  });
  await page.goto(here.server.address);
  await ready(page);
  const lose = async () => {
    cut = true;
    await Promise.all([...sockets].map((socket) => socket.close()));
    sockets.clear();
    await connection(page, 'lost');
  };
  await newGame(page, { variant: 'pijersi' });
  const player = new Player(page, { seed: 10 });
  await some(page, player, 1);
  await lose();
  assert.equal(await page.locator('#connection').isVisible(), true, 'the page says so');
  // A move that is made without a connection is not lost.
  const { turn } = await board(page);
  await page.locator('#board .cell.grab').first().click();
  await page.locator('#board [data-target]').first().click();
  if (await at(page, 'done').isVisible()) await at(page, 'done').click();
  cut = false;
  await connection(page, 'open');
  await state(page, 'idle', 'over');
  assert.ok((await board(page)).turn > turn, 'the move was made');
  assert.equal(await page.locator('#connection').isVisible(), false);
  // While the engine thinks.
  await newGame(page, { variant: 'pijersi', level: 10 });
  await turnUntilThinking(page, player);
  await lose();
  cut = false;
  await connection(page, 'open');
  await state(page, 'idle');
  assert.equal((await board(page)).turn, 2);
  await own.close();
});

for (const variant of ['jersi', 'bloch']) {
  test(`a server that is killed in the middle of a game of ${variant}, and started again`, async () => {
    const own = await context(here);
    const page = await open(own, here.server);
    await newGame(page, { variant });
    const player = new Player(page, { seed: 12 });
    await some(page, player, 3);
    const list = await moves(page);
    await here.server.kill();
    await connection(page, 'lost');
    assert.deepEqual(await moves(page), list, 'the game stays on the screen');
    await here.server.start();
    await connection(page, 'open');
    await state(page, 'idle', 'over');
    await some(page, player, 2);
    const longer = await moves(page);
    assert.deepEqual(longer.slice(0, list.length), list);
    assert.ok(longer.length > list.length, 'the game goes on');
    await page.reload();
    await ready(page);
    assert.deepEqual(await moves(page), longer);
    await own.close();
  });
}

test('a server that is killed while the engine thinks at a table', async () => {
  const own = await context(here);
  const page = await open(own, here.server);
  await newGame(page, { variant: 'bloch', level: 10 });
  const player = new Player(page, { seed: 13 });
  await player.turn();
  await state(page, 'idle');
  const { turn } = await board(page);
  await turnUntilThinking(page, player);
  await here.server.kill();
  await connection(page, 'lost');
  await here.server.start();
  await connection(page, 'open');
  await state(page, 'idle', 'over');
  assert.ok((await board(page)).turn > turn + 1, 'the engine thinks again');
  await own.close();
});
