// Sharing: the address, texts to copy, files to save, and the way back: opening what was pasted.

import { html } from './dom.js';
import { Game } from './game.js';
import { t } from './i18n.js';

/**
 * @typedef {object} ShareRoom
 * @property {import('./session.js').Session} session
 * @property {HTMLElement} host
 * @property {(words: string) => void} toast
 * @property {(game: Game) => void} open
 */

export class Share {
  /** @param {ShareRoom} room */
  constructor(room) {
    this.room = room;
  }

  render() {
    const { host, session } = this.room;
    const { view } = session;
    const draft = host.querySelector('textarea')?.value ?? '';
    const button = (/** @type {string} */ key, /** @type {() => void} */ action) =>
      html('button', { type: 'button', class: 'plain', 'data-testid': `share-${key}`, onclick: action }, t(`share.${key}`));
    const text = html('textarea', { 'aria-label': t('share.import'), placeholder: t('share.import.help'), 'data-testid': 'import-text', spellcheck: 'false' });
    text.value = draft;
    const secret = session.game.table && !session.finish;
    host.replaceChildren(
      html('h2', {}, t('share.title')),
      html('div', { class: 'share-buttons' },
        secret ? null : button('link', () => void this.#copy(this.link())),
        button('native', () => void this.#copyWritten('native')), button('text', () => void this.#copyWritten('text')),
        button('fen', () => void this.#copy(view?.fen ?? '')), button('svg-copy', () => void this.#copyWritten('svg')),
        button('svg', () => void this.#save('svg', 'image/svg+xml')),
        button('json', () => void this.#save('json', 'application/json'))),
      html('h3', {}, t('share.position')), html('p', { class: 'share-fen', 'data-testid': 'fen' }, view?.fen ?? ''),
      html('h3', {}, t('share.import')), text,
      html('button', { type: 'button', class: 'plain', 'data-testid': 'import-go', onclick: () => void this.#open(text.value) }, t('share.import.go')),
    );
  }

  link() {
    return `${location.origin}${location.pathname}#${this.room.session.game.fragment()}`;
  }

  /** @param {string} format */
  async #written(format) {
    const { session } = this.room;
    const node = format === 'svg' || format === 'text' || format === 'fen' ? session.current : session.current.end();
    const reply = await session.engine.ask('write', { ...session.where(node), format });
    return /** @type {string} */ (reply.text);
  }

  /** @param {string} format */
  async #copyWritten(format) {
    try {
      await this.#copy(await this.#written(format));
    } catch (error) {
      this.room.toast(t('error.title', { words: error instanceof Error ? error.message : String(error) }));
    }
  }

  /** @param {string} text */
  async #copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.room.toast(t('share.copied'));
    } catch {
      this.room.toast(copyByHand(text) ? t('share.copied') : t('share.failed'));
    }
  }

  /** @param {string} format @param {string} type */
  async #save(format, type) {
    const { session, toast } = this.room;
    try {
      const blob = new Blob([await this.#written(format)], { type });
      const link = html('a', { href: URL.createObjectURL(blob), download: `${session.game.variant}-${session.current.depth}.${format}` });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    } catch (error) {
      toast(t('error.title', { words: error instanceof Error ? error.message : String(error) }));
    }
  }

  /** Opens what was pasted: an address of this page, or anything that the engine reads. @param {string} text */
  async #open(text) {
    const { session, toast, open } = this.room;
    const fragment = /#(v=.*)$/.exec(text.trim());
    const linked = fragment ? Game.fromFragment(fragment[1] ?? '') : null;
    if (linked) {
      open(linked);
      return;
    }
    try {
      const ask = (/** @type {object} */ more) => session.engine.ask('read', { text, ...more });
      // As the game on the screen first: a list of moves may fit several.
      const reply = await ask({ variant: session.game.variant }).catch(() => ask({}));
      const { variant, rules, position, moves } = reply.game;
      const game = new Game(variant, rules ?? {}, position ?? 'startpos');
      game.mode = 'analysis';
      let node = game.root;
      for (const move of moves) node = game.add(node, typeof move === 'string' ? { ugi: move, native: move, steps: [] } : move);
      game.current = node;
      open(game);
    } catch (error) {
      toast(t('error.title', { words: error instanceof Error ? error.message : String(error) }));
    }
  }
}

/** The old way, where the clipboard is not offered. @param {string} text */
function copyByHand(text) {
  const area = html('textarea', { class: 'sr' });
  area.value = text;
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
}
