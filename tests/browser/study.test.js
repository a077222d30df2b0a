// Looking at games: a match while it is played, branches, hints, undo, and what a review shows.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { at, board, newGame, open, state } from './lib/browser.js';
import { Player } from './lib/player.js';
import { BINARY } from './lib/server.js';
import { context, stage } from './lib/stage.js';

const folder = mkdtempSync(join(tmpdir(), 'sisku-study-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const [whole, games] = [join(folder, 'whole.jsonl'), join(folder, 'club.jsonl')];
execFileSync(BINARY, ['match', '--engine', 'name=strong', '--engine', 'name=weak,option.Level=1', '--nodes', '30', '--games', '4', '--out', whole], { stdio: 'ignore' });
const lines = readFileSync(whole, 'utf8').split(/(?<=\n)/);
const here = stage(['--watch', games]);

test('a match is seen while it is played', async () => {
  const own = await context(here);
  const page = await open(own, here.server);
  await at(page, 'matches').click();
  // The file of a match as it grows; the dialog was open before there was any.
  const listed = (/** @type {number} */ count) => page.waitForFunction((wanted) => document.querySelectorAll('.match-games li').length === wanted, count);
  for (const [i, line] of lines.entries()) {
    appendFileSync(games, line);
    if (i % 2 === 1) await listed(lines.slice(0, i + 1).filter((one) => one.includes('"moves":')).length);
  }
  await listed(4);
  await at(page, 'match-game-1').click();
  await page.waitForFunction((count) => document.querySelectorAll('.move[data-depth]').length === count, JSON.parse(lines[0] ?? '').moves.length);
  assert.match(await at(page, 'side-bottom').innerText(), /strong|weak/);
  await page.waitForFunction(() => /[-=]/.test(document.querySelector('.move[data-depth]')?.textContent ?? ''));
  assert.deepEqual(page.errors, []);
  await own.close();
});

test('hint, undo, a branch, back and forth', async () => {
  const own = await context(here);
  const page = await open(own, here.server);
  await newGame(page, { variant: 'pijersi', opponent: 'person' });
  await state(page, 'idle');
  await at(page, 'hint').click();
  await page.waitForSelector('.arrow.hint');
  const player = new Player(page, { seed: 31 });
  for (let i = 0; i < 4; i += 1) await player.turn();
  assert.equal((await board(page)).turn, 4);
  await at(page, 'undo').click();
  await page.waitForFunction(() => document.getElementById('board')?.dataset.turn === '3');
  await at(page, 'analyse').click();
  await state(page, 'idle');
  const main = await page.locator('.move[data-depth]').allInnerTexts();
  await at(page, 'first').click();
  await page.waitForFunction(() => document.getElementById('board')?.dataset.turn === '0');
  // Another first move, by the engine's choice or the next one: whichever was not played.
  await page.waitForSelector('[data-testid="line-1"]');
  const lines = await Promise.all(['line-0', 'line-1'].map((id) => at(page, id).innerText()));
  await at(page, lines[0] === main[0] ? 'line-1' : 'line-0').click();
  await page.waitForSelector('.branch .move[aria-current="true"]');
  assert.deepEqual(await page.locator('.move-row > .move').allInnerTexts(), main, 'the main line stays');
  await at(page, 'promote').click();
  await page.waitForFunction((old) => document.querySelector('.move-row > .move')?.textContent !== old, main[0]);
  await at(page, 'back').click();
  await page.waitForFunction(() => document.getElementById('board')?.dataset.turn === '0');
  await at(page, 'forward').click();
  await page.waitForFunction(() => document.getElementById('board')?.dataset.turn === '1');
  await page.locator('.branch .move').first().click();
  await page.waitForSelector('.branch .move[aria-current="true"]');
  await at(page, 'delete').click();
  await page.waitForFunction(() => !document.querySelector('.branch'));
  assert.deepEqual(page.errors, []);
  await own.close();
});

test('the score, its bar and win/draw/loss are of one player', async () => {
  const own = await context(here);
  // Black is to move, and much better: all figures are White's all the same.
  const page = await open(own, here.server, { fragment: 'v=pijersi&m=b7b6d5+g4f5e5+a4b5b7+e5d5e4+b7b7c6+g6f7d6+b4b5' });
  await page.waitForSelector('[data-testid="wdl"]');
  await at(page, 'live-toggle').waitFor({ state: 'attached' });
  const shares = await page.evaluate(() => {
    const width = (/** @type {string} */ name) => parseFloat(/** @type {HTMLElement} */ (document.querySelector(`.wdl .${name}`)).style.width);
    const fill = parseFloat(/** @type {HTMLElement} */ (document.querySelector('.gauge-fill')).style.height);
    return { bar: fill, wdl: width('one') + width('draw') / 2 };
  });
  assert.ok(Math.abs(shares.bar - shares.wdl) < 0.5, JSON.stringify(shares));
  assert.ok(shares.bar < 50);
  assert.deepEqual(page.errors, []);
  await own.close();
});
