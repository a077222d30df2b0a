// HTTP and WebSocket by hand, so that a test can say what no browser would: any host, any origin,
// any cookie. It is also the way by which a test asks the server something beside the page.

import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';

/**
 * One GET.
 * @param {number} port @param {string} path @param {Record<string, string>} [headers]
 * @returns {Promise<{status: number, headers: import('node:http').IncomingHttpHeaders, body: string}>}
 */
export function get(port, path, headers = {}) {
  return new Promise((done, fail) => {
    const asked = request({ host: '127.0.0.1', port, path, headers: { Connection: 'close', ...headers } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (data) => { body += data; });
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body }));
    });
    asked.on('error', fail).end();
  });
}

/** The cookie that a server gives for its token. @param {import('./server.js').Server} server */
export async function cookieOf(server) {
  const reply = await get(server.port, server.address.slice(server.origin.length));
  return (reply.headers['set-cookie']?.[0] ?? '').split(';')[0] ?? '';
}

/**
 * Asks for a WebSocket; the status is 101 if the server agrees.
 * @param {number} port @param {Record<string, string>} headers
 * @returns {Promise<{status: number, socket: import('node:net').Socket|null}>}
 */
export function upgrade(port, headers) {
  const key = randomBytes(16).toString('base64');
  return new Promise((done, fail) => {
    const asked = request({
      host: '127.0.0.1', port, path: '/ws',
      headers: { Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': key, ...headers },
    });
    asked.on('response', (response) => { response.resume(); done({ status: response.statusCode ?? 0, socket: null }); });
    asked.on('upgrade', (response, socket) => {
      const expected = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
      if (response.headers['sec-websocket-accept'] !== expected) fail(new Error('a wrong Sec-WebSocket-Accept'));
      else done({ status: 101, socket: /** @type {import('node:net').Socket} */ (socket) });
    });
    asked.on('error', fail).end();
  });
}

/** A connection of its own to a server: requests in, replies out. */
export class Wire {
  #next = 1;
  #data = Buffer.alloc(0);
  /** @type {Map<string, {done: (reply: any) => void, fail: (error: Error) => void}>} */
  #waiting = new Map();

  /** @param {import('node:net').Socket} socket */
  constructor(socket) {
    this.socket = socket;
    socket.on('data', (data) => this.#read(data));
    socket.on('error', () => {});
    socket.on('close', () => { for (const { fail } of this.#waiting.values()) fail(new Error('the connection was closed')); });
  }

  /** @param {import('./server.js').Server} server */
  static async to(server) {
    const { status, socket } = await upgrade(server.port, { Cookie: await cookieOf(server), Origin: server.origin });
    if (!socket) throw new Error(`no WebSocket: ${status}`);
    return new Wire(socket);
  }

  /** @param {string} action @param {object} [fields] @returns {Promise<any>} */
  ask(action, fields = {}) {
    const id = `w${this.#next++}`;
    const body = Buffer.from(JSON.stringify({ id, action, ...fields }));
    const mask = randomBytes(4);
    const size = body.length < 126 ? Buffer.from([0x80 | body.length]) : body.length < 65536
      ? Buffer.from([0x80 | 126, body.length >> 8, body.length & 255]) : Buffer.concat([Buffer.from([0x80 | 127, 0, 0, 0, 0]), be32(body.length)]);
    this.socket.write(Buffer.concat([Buffer.from([0x81]), size, mask, body.map((byte, i) => byte ^ (mask[i % 4] ?? 0))]));
    return new Promise((done, fail) => this.#waiting.set(id, { done, fail }));
  }

  /** @param {Buffer} data */
  #read(data) {
    this.#data = Buffer.concat([this.#data, data]);
    for (;;) {
      const now = this.#data;
      if (now.length < 2) return;
      const short = (now[1] ?? 0) & 127;
      const head = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (now.length < head) return;
      const size = short < 126 ? short : short === 126 ? now.readUInt16BE(2) : Number(now.readBigUInt64BE(2));
      if (now.length < head + size) return;
      this.#data = now.subarray(head + size);
      // Whole texts only: the server does not divide its messages.
      if (((now[0] ?? 0) & 15) === 1) this.#receive(now.toString('utf8', head, head + size));
    }
  }

  /** @param {string} text */
  #receive(text) {
    const reply = JSON.parse(text);
    const waiting = this.#waiting.get(reply.id);
    if (!waiting || reply.progress) return;
    this.#waiting.delete(reply.id);
    if (reply.error) waiting.fail(new Error(reply.error));
    else waiting.done(reply);
  }

  close() {
    this.socket.destroy();
  }
}

/** @param {number} n */
function be32(n) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(n);
  return bytes;
}
