// A whole game of every variant against the engine, by what the page offers.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { at, launch, newGame, open } from './lib/browser.js';
import { keyboard, mouse, Player } from './lib/player.js';
import { Server } from './lib/server.js';

/** @type {Server} */
let server;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const GAMES = [
  { variant: 'pijersi', hand: keyboard, colour: '1' },
  { variant: 'pijersi-certu', hand: mouse, colour: '2' },
  { variant: 'jersi', hand: mouse, colour: '1' },
  { variant: 'jersi-cube', hand: mouse, colour: '2' },
  { variant: 'jersi-ransom', hand: mouse, colour: '1' },
  { variant: 'bloch', hand: mouse, colour: '1' },
];

for (const { variant, hand, colour } of GAMES) {
  test(`a whole game of ${variant}, by ${hand === mouse ? 'mouse' : 'keyboard'} as player ${colour}`, async (t) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await open(context, server);
    await newGame(page, { variant, colour });
    const player = new Player(page, { hand, seed: 7 });
    const begun = Date.now();
    const turns = await player.game();
    t.diagnostic(`${turns} turns in ${((Date.now() - begun) / 1000).toFixed(1)} s: ${await at(page, 'result').innerText()}; ${JSON.stringify(player.did)}`);
    assert.match(await at(page, 'result').innerText(), /^(1 – 0|0 – 1|½ – ½)/);
    assert.deepEqual(page.errors, []);
    await context.close();
  });
}
