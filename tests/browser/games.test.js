// A whole game of every variant against the engine. The person's moves are partly what the page
// offers, at random, and partly what a strong engine would do, so that games come to an end on the
// board; all of them are made by mouse or by keyboard.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, newGame, open } from './lib/browser.js';
import { keyboard, mouse, Player } from './lib/player.js';
import { context, stage } from './lib/stage.js';

const here = stage();

const GAMES = [
  { variant: 'pijersi', hand: keyboard, colour: '1', trust: 0.7 },
  { variant: 'pijersi51', hand: mouse, colour: '2', trust: 0.7 },
  { variant: 'jersi', hand: mouse, colour: '1', trust: 0.6 },
  { variant: 'jersi-nodrop', hand: mouse, colour: '2', trust: 0.7 },
  { variant: 'jersi-ransom', hand: mouse, colour: '1', trust: 0.7 },
  { variant: 'bloch', hand: mouse, colour: '1', trust: 0.8 },
];

/** What the engine would do in the game on the screen: known to the test by the address alone. @param {import('playwright-core').Page} page */
async function advice(page) {
  const fields = new URLSearchParams(new URL(page.url()).hash.slice(1));
  const table = fields.get('table');
  const where = table ? { table, viewer: 1 } : { variant: fields.get('v'), moves: (fields.get('m') ?? '').split(' ').filter(Boolean) };
  return (await here.wire.ask('think', { ...where, level: 10, nodes: 300 })).move;
}

for (const { variant, hand, colour, trust } of GAMES) {
  test(`a whole game of ${variant}, by ${hand === mouse ? 'mouse' : 'keyboard'} as player ${colour}`, async (t) => {
    const own = await context(here);
    const page = await open(own, here.server);
    await newGame(page, { variant, colour });
    const player = new Player(page, { hand, seed: 7, advice: () => advice(page), trust });
    const begun = Date.now();
    const turns = await player.game();
    const result = (await at(page, 'result').innerText()).replace(/\s+/g, ' ');
    t.diagnostic(`${turns} turns in ${((Date.now() - begun) / 1000).toFixed(1)} s: ${result}; ${JSON.stringify(player.did)}`);
    assert.match(result, /^(1 – 0|0 – 1|½ – ½)/);
    assert.equal(await page.locator('.move[data-depth]').count(), turns, 'the list has every move');
    assert.deepEqual(page.errors, []);
    await own.close();
  });
}
