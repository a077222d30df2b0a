// `sisku serve` as a child process of a test.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../../..');
export const BINARY = process.env.SISKU ?? join(ROOT, 'target/debug/sisku');

/** A port that nobody listens on. @returns {Promise<number>} */
function freePort() {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = address && typeof address === 'object' ? address.port : 0;
      probe.close(() => done(port));
    });
  });
}

/** A server with a state directory of its own; it can be killed and started again on the same port. */
export class Server {
  /** @type {import('node:child_process').ChildProcess|null} */
  #child = null;
  port = 0;
  /** The address that it printed, with the token. */
  address = '';
  /** What it wrote to stderr. */
  errors = '';
  state = mkdtempSync(join(tmpdir(), 'sisku-browser-'));

  /** @param {string[]} [flags] */
  constructor(flags = []) {
    this.flags = flags;
  }

  /** @param {string[]} [flags] */
  static async start(flags) {
    const server = new Server(flags);
    server.port = await freePort();
    await server.start();
    return server;
  }

  get origin() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts it, and waits for the address. */
  async start() {
    const assets = process.env.SISKU_ASSETS ? ['--assets', process.env.SISKU_ASSETS] : [];
    const flags = ['serve', '--no-open', '--port', String(this.port), '--state', this.state, ...assets, ...this.flags];
    const child = spawn(BINARY, flags, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    child.stderr?.on('data', (data) => { this.errors += data; });
    await new Promise((done, fail) => {
      let text = '';
      child.stdout?.on('data', (data) => {
        text += data;
        const found = /http:\/\/\S+token=\S+/.exec(text);
        if (found) done(this.address = found[0]);
      });
      child.once('error', fail);
      child.once('exit', (code) => fail(new Error(`sisku serve ended with ${code}: ${this.errors}`)));
    });
  }

  /** The processors that it uses, over some time; null where the system does not tell. @param {number} time milliseconds */
  async load(time) {
    const file = `/proc/${this.#child?.pid}/stat`;
    if (!existsSync(file)) return null;
    // User and system time are the 14th and 15th field, in hundredths of a second.
    const used = () => readFileSync(file, 'utf8').split(') ')[1]?.split(' ').slice(11, 13).reduce((sum, one) => sum + Number(one), 0) ?? 0;
    const before = used();
    await new Promise((done) => setTimeout(done, time));
    return ((used() - before) * 10) / time;
  }

  /** Kills it, as a power cut would. */
  async kill() {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await gone;
  }

  /** Ends it, and takes away what it kept. */
  async stop() {
    await this.kill();
    rmSync(this.state, { recursive: true, force: true });
  }
}
