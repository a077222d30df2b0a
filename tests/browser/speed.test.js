// How fast it feels. The figures are told; what fails is only what is far off, since the machines
// of tests are busy.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, newGame, open, ready, state } from './lib/browser.js';
import { context, stage } from './lib/stage.js';

const here = stage();

test('the first paint', async (t) => {
  const own = await context(here);
  await open(own, here.server);
  /** @type {number[]} */
  const times = [];
  /** @type {number[]} */
  const boards = [];
  for (let i = 0; i < 5; i += 1) {
    const page = await own.newPage();
    await page.addInitScript(() => {
      const watch = () => {
        if (document.querySelector('#board .piece')) /** @type {any} */ (window).drawn = performance.now();
        else requestAnimationFrame(watch);
      };
      watch();
    });
    await page.goto(`${here.server.origin}/`);
    await ready(page);
    times.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN));
    boards.push(await page.evaluate(() => /** @type {any} */ (window).drawn));
    await page.close();
  }
  const middle = (/** @type {number[]} */ list) => [...list].sort((a, b) => a - b)[2] ?? NaN;
  t.diagnostic(`first contentful paint: ${times.map((one) => one.toFixed(0)).join(', ')} ms (median ${middle(times).toFixed(0)}; wanted: under 300); pieces on the board: median ${middle(boards).toFixed(0)} ms`);
  assert.ok(middle(times) < 3000);
  await own.close();
});

test('frames while pieces move', async (t) => {
  const own = await context(here);
  const page = await open(own, here.server, { hurry: false });
  await newGame(page, { variant: 'jersi', opponent: 'watch', level: 1 });
  await state(page, 'thinking');
  const frames = await page.evaluate(() => new Promise((done) => {
    /** @type {number[]} */
    const gaps = [];
    let last = performance.now();
    const end = last + 4000;
    const frame = (/** @type {number} */ now) => {
      if (document.getAnimations().length > 0) gaps.push(now - last);
      last = now;
      if (now < end) requestAnimationFrame(frame);
      else done(gaps);
    };
    requestAnimationFrame(frame);
  }));
  const gaps = /** @type {number[]} */ (frames).sort((a, b) => a - b);
  const at95 = gaps[Math.floor(gaps.length * 0.95)] ?? 0;
  const mean = gaps.reduce((sum, one) => sum + one, 0) / gaps.length;
  t.diagnostic(`${gaps.length} frames with pieces under way: ${(1000 / mean).toFixed(0)} a second, 95 % within ${at95.toFixed(0)} ms (wanted: 60 a second)`);
  assert.ok(gaps.length > 20, 'pieces move');
  assert.ok(mean < 100);
  await at(page, 'flip').click();
  await own.close();
});
