// The one small interface to the engine: a request goes out, answers with its id come back. Today
// it is a WebSocket to `sisku serve`; a worker with the engine in WebAssembly could take its place.

/** @typedef {{action: string, [field: string]: any}} Request */
/**
 * @typedef {object} Pending
 * @property {Request & {id: string}} request
 * @property {(reply: any) => void} resolve
 * @property {(error: Error) => void} reject
 * @property {((reply: any) => void)|null} each  told of every answer; the last one resolves
 * @property {(reply: any) => boolean} isLast
 * @property {boolean} again  whether it may be asked again after the connection was lost
 */

/** What the engine could not understand. */
export class EngineError extends Error {
  /** @param {string} message @param {string|null} field */
  constructor(message, field) {
    super(message);
    this.field = field;
  }
}

/** Waits between attempts to connect, in milliseconds. */
const WAITS = [200, 500, 1000, 2000, 3000];

export class Engine extends EventTarget {
  /** @type {WebSocket|null} */
  #socket = null;
  /** @type {Map<string, Pending>} */
  #pending = new Map();
  #next = 1;
  #attempts = 0;
  /** Ids differ between tabs and reloads, so that answers to an earlier page are not taken for ours. */
  #prefix = Math.random().toString(36).slice(2, 8);
  /** @type {'connecting'|'open'|'lost'|'refused'} */
  state = 'connecting';

  constructor() {
    super();
    this.#connect();
    addEventListener('online', () => this.#hurry());
    document.addEventListener('visibilitychange', () => this.#hurry());
  }

  /**
   * Asks; the answer comes once.
   * @param {string} action
   * @param {Record<string, any>} [fields]
   * @param {{again?: boolean, progress?: (reply: any) => void}} [how]
   * @returns {Promise<any>}
   */
  ask(action, fields = {}, how = {}) {
    const isLast = (/** @type {any} */ reply) => !('progress' in reply);
    return this.#send({ action, ...fields }, how.progress ?? null, isLast, how.again ?? true).promise;
  }

  /**
   * Starts a search that answers again and again; `stop` ends it.
   * @param {Record<string, any>} query
   * @param {(answer: any) => void} each
   * @returns {{stop: () => void, done: Promise<any>}}
   */
  watch(query, each) {
    const { id, promise } = this.#send({ action: 'query', ...query }, each, (reply) => !reply.during_search, true);
    promise.catch(() => {});
    const stop = () => {
      if (!this.#pending.delete(id)) return;
      this.#write({ id: `${id}-stop`, action: 'terminate', terminate_id: id });
    };
    return { stop, done: promise };
  }

  /**
   * Asks for something that takes a while and can be given up.
   * @param {string} action
   * @param {Record<string, any>} fields
   * @param {(reply: any) => void} [progress]
   * @returns {{stop: () => void, promise: Promise<any>}}
   */
  begin(action, fields, progress) {
    const isLast = (/** @type {any} */ reply) => !('progress' in reply);
    const { id, promise } = this.#send({ action, ...fields }, progress ?? null, isLast, true);
    const stop = () => {
      const pending = this.#pending.get(id);
      if (!pending) return;
      this.#pending.delete(id);
      this.#write({ id: `${id}-stop`, action: 'stop', stop_id: id });
      pending.reject(new EngineError('stopped', null));
    };
    return { stop, promise };
  }

  /**
   * Asks for something that is told again whenever it has changed, until `stop`.
   * @param {string} action
   * @param {Record<string, any>} fields
   * @param {(reply: any) => void} each
   * @returns {{stop: () => void}}
   */
  follow(action, fields, each) {
    const { id, promise } = this.#send({ action, ...fields }, each, () => false, true);
    promise.catch(() => {});
    return { stop: () => { if (this.#pending.delete(id)) this.#write({ id: `${id}-stop`, action: 'stop', stop_id: id }); } };
  }

  /**
   * @param {Request} request
   * @param {((reply: any) => void)|null} each
   * @param {(reply: any) => boolean} isLast
   * @param {boolean} again
   */
  #send(request, each, isLast, again) {
    const id = `${this.#prefix}-${this.#next++}`;
    const whole = { id, ...request };
    const promise = new Promise((resolve, reject) => {
      this.#pending.set(id, { request: whole, resolve, reject, each, isLast, again });
    });
    this.#write(whole);
    return { id, promise };
  }

  /** @param {object} message */
  #write(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #connect() {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#attempts = 0;
      this.#become('open');
      for (const pending of this.#pending.values()) this.#write(pending.request);
    });
    socket.addEventListener('message', (event) => this.#receive(String(event.data)));
    socket.addEventListener('close', () => this.#lost());
  }

  #lost() {
    this.#socket = null;
    for (const [id, pending] of this.#pending) {
      if (pending.again) continue;
      this.#pending.delete(id);
      pending.reject(new EngineError('connection lost', null));
    }
    this.#become('lost');
    const wait = WAITS[Math.min(this.#attempts++, WAITS.length - 1)];
    setTimeout(() => this.#socket || this.#connect(), wait);
  }

  #hurry() {
    if (this.state !== 'open' && !this.#socket && document.visibilityState === 'visible') this.#connect();
  }

  /** @param {'connecting'|'open'|'lost'|'refused'} state */
  #become(state) {
    if (this.state === state) return;
    this.state = state;
    this.dispatchEvent(new CustomEvent('state', { detail: state }));
  }

  /** @param {string} text */
  #receive(text) {
    const reply = JSON.parse(text);
    if (reply.id === undefined || reply.id === null) {
      if (reply.table) this.dispatchEvent(new CustomEvent('table', { detail: reply }));
      return;
    }
    const pending = this.#pending.get(reply.id);
    if (!pending) return;
    if (reply.error !== undefined) {
      this.#pending.delete(reply.id);
      pending.reject(new EngineError(reply.error, reply.field ?? null));
      return;
    }
    pending.each?.(reply);
    if (!pending.isLast(reply)) return;
    this.#pending.delete(reply.id);
    pending.resolve(reply);
  }
}
