// No hidden kind in any traffic: all messages of whole games of Bloch's are kept and read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, board, newGame, open, ready, state } from './lib/browser.js';
import { Player } from './lib/player.js';
import { check, record } from './lib/secrets.js';
import { context, stage } from './lib/stage.js';

const here = stage();

/** @param {import('playwright-core').Page} page */
const tableOf = (page) => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('table');

/** @param {import('playwright-core').Page} page @param {number} viewer */
const advice = async (page, viewer) => (await here.wire.ask('think', { table: tableOf(page), viewer, level: 10, nodes: 200 })).move;

/** Everything that the browser keeps of its own accord. @param {import('playwright-core').Page} page */
const kept = (page) => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]));

for (const colour of ['1', '2']) {
  test(`a whole game as player ${colour}, with a reload, hints and clicks on everything`, async (t) => {
    const own = await context(here);
    const page = await open(own, here.server, { before: record });
    const { received } = /** @type {ReturnType<typeof record>} */ (page.recorded);
    await newGame(page, { variant: 'bloch', colour });
    const player = new Player(page, { seed: 21, advice: () => advice(page, Number(colour)), trust: 0.8 });
    let reloaded = false;
    const turns = await player.game({ each: async (turn) => {
      if (turn > 4 && !reloaded) {
        reloaded = true;
        await state(page, 'idle', 'over');
        await at(page, 'hint').click();
        await at(page, 'tab-share').click();
        await at(page, 'share-text').click();
        for (const key of ['back', 'first', 'last']) await at(page, key).click();
        await page.reload();
        await ready(page);
      }
      assert.doesNotMatch(await kept(page), /=[RPS]{6}/, 'the browser keeps the name of the table only');
    } });
    const { views, secrets } = check(received);
    t.diagnostic(`${turns} turns, ${received.length} messages, ${views} views with ${secrets} hidden pieces`);
    assert.ok(views >= turns / 2 && secrets > views, 'the check has seen something');
    const last = JSON.parse(received.filter((frame) => frame.includes('"finish":{')).at(-1) ?? '{}').view;
    assert.match(last.moves.map((/** @type {any} */ move) => move.ugi).slice(0, 2).join(' '), /^=[RPS]{6} =[RPS]{6}$/, 'after the end all is told');
    assert.deepEqual(page.errors, []);
    await own.close();
  });
}

test('two persons who pass the screen', async (t) => {
  const own = await context(here);
  const page = await open(own, here.server, { before: record });
  const { received } = /** @type {ReturnType<typeof record>} */ (page.recorded);
  await newGame(page, { variant: 'bloch', opponent: 'person' });
  let viewer = 1;
  const player = new Player(page, { seed: 22, advice: () => advice(page, viewer), trust: 0.85 });
  let from = received.length;
  let veils = 0;
  for (let i = 0; i < 400; i += 1) {
    await state(page, 'veiled', 'over', 'idle');
    const now = await board(page);
    if (now.state === 'over') break;
    if (now.state === 'veiled') {
      veils += 1;
      assert.equal(await page.locator('#board .piece').count(), 0, 'no piece stands on the board between two persons');
      assert.doesNotMatch(await page.locator('#live').innerText(), /[RPS]{6}/);
      from = received.length;
      await at(page, 'unveil').click();
      await state(page, 'idle', 'over');
      viewer = now.mover;
    } else {
      await player.turn();
      // Until the next one looks, nothing that only the other may know has come.
      const viewers = received.slice(from).flatMap((frame) => JSON.parse(frame).view ?? []).filter((view) => !view.finish).map((view) => view.viewer);
      assert.deepEqual(viewers.filter((one) => one !== viewer && one !== null), []);
    }
    assert.doesNotMatch(await kept(page), /=[RPS]{6}/);
  }
  const { turn } = await board(page);
  const { views, secrets } = check(received);
  t.diagnostic(`${turn} turns, ${veils} times passed on, ${received.length} messages, ${views} views with ${secrets} hidden pieces`);
  assert.ok(veils >= turn - 1);
  assert.match(await at(page, 'result').innerText(), /–/);
  assert.deepEqual(page.errors, []);
  await own.close();
});

test('a page that asks for what it may not know is refused', async () => {
  const { table } = await here.wire.ask('table-new', { variant: 'bloch', seats: ['person', 'engine'], level: 1, movetime: 20 });
  await here.wire.ask('table-play', { table, viewer: 1, move: '=RRPPSS' });
  await assert.rejects(here.wire.ask('view', { table, viewer: 2 }));
  await assert.rejects(here.wire.ask('think', { table, viewer: 2, nodes: 10 }));
  await assert.rejects(here.wire.ask('review', { table, nodes: 10 }));
  for (const format of ['native', 'ugi', 'json', 'fen', 'text', 'svg']) {
    const { text } = await here.wire.ask('write', { table, format });
    assert.doesNotMatch(text, /=[RPS]{6}/, format);
    assert.doesNotMatch((await here.wire.ask('write', { table, viewer: 1, format })).text.replaceAll('=RRPPSS', ''), /=[RPS]{6}/, format);
  }
  await here.wire.ask('table-drop', { table });
});
