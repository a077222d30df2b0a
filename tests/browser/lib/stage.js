// What most test files need: one server and one browser, put up once and taken down at the end.

import { after, before } from 'node:test';
import { launch } from './browser.js';
import { Server } from './server.js';
import { Wire } from './wire.js';

/** @typedef {{server: Server, browser: import('playwright-core').Browser, wire: Wire}} Stage  `wire` is a connection of the test's own */

/** @param {string[]} [flags] flags of the server @returns {Stage} filled in before the first test */
export function stage(flags) {
  const stage = /** @type {Stage} */ ({});
  before(async () => {
    [stage.server, stage.browser] = await Promise.all([Server.start(flags), launch()]);
    stage.wire = await Wire.to(stage.server);
  });
  after(async () => {
    stage.wire?.close();
    await stage.browser?.close();
    await stage.server?.stop();
  });
  return stage;
}

/** A window of its own, with storage of its own. @param {Stage} stage @param {import('playwright-core').BrowserContextOptions} [how] */
export function context({ browser }, how = {}) {
  return browser.newContext({ viewport: { width: 1440, height: 900 }, ...how });
}
