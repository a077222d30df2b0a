// Who may not come in: wrong tokens, hosts, origins; and what a browser may do with the page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './lib/browser.js';
import { context, stage } from './lib/stage.js';
import { cookieOf, get, upgrade } from './lib/wire.js';

const here = stage();

test('wrong tokens, hosts and origins are refused', async () => {
  const { port, origin, address } = here.server;
  const cookie = await cookieOf(here.server);
  assert.match(cookie, new RegExp(`^sisku-${port}=[0-9a-f]{64}$`));
  const good = { Cookie: cookie, Origin: origin };
  const wrong = `sisku-${port}=${'0'.repeat(64)}`;
  const status = async (/** @type {string} */ path, /** @type {Record<string, string>} */ headers) => (await get(port, path, headers)).status;
  assert.equal(await status('/', good), 200);
  assert.equal(await status('/', { Cookie: cookie, Host: `localhost:${port}` }), 200);
  assert.equal((await get(port, address.slice(origin.length))).status, 303);
  for (const path of ['/', '/js/main.js', '/css/base.css', '/?token=', '/?token=1234', `/?token=${'0'.repeat(64)}`, `/js/main.js?${address.split('?')[1]}`]) {
    assert.equal(await status(path, {}), 403, `${path} without a cookie`);
    assert.equal(await status(path, { Cookie: wrong }), 403, `${path} with a wrong cookie`);
  }
  for (const Host of ['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1:${port + 1}`, `127.0.0.1.evil.example:${port}`]) {
    assert.equal(await status('/', { ...good, Host }), 403, `Host ${Host}`);
    assert.equal((await upgrade(port, { ...good, Host })).status, 403, `WebSocket, Host ${Host}`);
  }
  const strangers = ['http://evil.example', 'null', `https://127.0.0.1:${port}`, `http://127.0.0.1:${port + 1}`, `http://127.0.0.1:${port}.evil.example`];
  for (const Origin of strangers) assert.equal((await upgrade(port, { Cookie: cookie, Origin })).status, 403, `Origin ${Origin}`);
  assert.equal((await upgrade(port, { Cookie: cookie })).status, 403, 'no Origin');
  assert.equal((await upgrade(port, { Origin: origin })).status, 403, 'no cookie');
  assert.equal((await upgrade(port, { Cookie: wrong, Origin: origin })).status, 403, 'a wrong cookie');
  const { status: fine, socket } = await upgrade(port, good);
  assert.equal(fine, 101);
  socket?.destroy();
  for (const path of ['/../Cargo.toml', '/%2e%2e/Cargo.toml', '/js/../../Cargo.toml', '//etc/passwd', ...(process.env.SISKU_ASSETS ? [] : ['/README.md', '/jsconfig.json'])]) {
    assert.equal(await status(path, good), 404, path);
  }
});

test('a page of another site gets nothing, with the cookie of a person who has the board open', async () => {
  const own = await context(here);
  await open(own, here.server);
  const page = await own.newPage();
  const other = `http://localhost:${here.server.port}`;
  // The same server under its other name is another site for the browser: the cookie is not sent there.
  const reply = await page.goto(`${other}/`);
  assert.equal(reply?.status(), 403);
  assert.match(await page.innerText('body'), /address/i);
  await page.goto('about:blank');
  const state = await page.evaluate((address) => new Promise((done) => {
    const socket = new WebSocket(address);
    socket.onopen = () => done('open');
    socket.onerror = () => done('refused');
  }), `ws://127.0.0.1:${here.server.port}/ws`);
  assert.equal(state, 'refused');
  await own.close();
});

test('the token leaves the address, and the page loads nothing from elsewhere', async () => {
  const own = await context(here);
  /** @type {string[]} */
  const asked = [];
  own.on('request', (one) => asked.push(one.url()));
  const page = await open(own, here.server);
  assert.equal(new URL(page.url()).search, '');
  assert.deepEqual(asked.filter((url) => !url.startsWith(here.server.origin)), []);
  const blocked = await page.evaluate(() => new Promise((done) => {
    document.addEventListener('securitypolicyviolation', (event) => done(event.effectiveDirective));
    const script = document.createElement('script');
    script.textContent = 'window.inline = true';
    document.body.append(script);
  }));
  assert.match(String(blocked), /^script-src/);
  assert.equal(await page.evaluate(() => 'inline' in window), false);
  assert.equal(await page.evaluate(() => document.cookie), '', 'no script sees the cookie');
  const framed = await page.evaluate(() => document.querySelectorAll('iframe, [style*="url"]').length);
  assert.equal(framed, 0);
  await own.close();
});
