// The expected points of player one over the game; a click goes to the turn.

import { svg } from './dom.js';
import { t } from './i18n.js';

const [WIDE, HIGH] = [1000, 100];
/** Over and under the curve, so that nothing of it is cut off. */
const EDGE = 6;

export class Graph {
  /** @param {import('./session.js').Session} session @param {HTMLElement} host */
  constructor(session, host) {
    this.session = session;
    this.host = host;
  }

  render() {
    const { session, host } = this;
    const line = [session.game.root, ...session.game.mainLine()];
    const known = line.filter((node) => node.value !== null).length;
    host.hidden = known < 3 || line.length < 4;
    if (host.hidden) return;
    const x = (/** @type {number} */ i) => (i / Math.max(1, line.length - 1)) * WIDE;
    const y = (/** @type {number} */ value) => EDGE + (1 - value) * (HIGH - 2 * EDGE);
    const points = line.flatMap((node, i) => (node.value === null ? [] : [[x(i), y(node.value)]]));
    const text = points.map(([a = 0, b = 0]) => `${a.toFixed(1)},${b.toFixed(1)}`);
    const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? WIDE];
    const picture = svg('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': t('graph.label') },
      svg('polygon', { class: 'graph-area', points: [`${first},${HIGH}`, ...text, `${last},${HIGH}`].join(' ') }),
      svg('line', { class: 'graph-middle', x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2 }),
      svg('polyline', { class: 'graph-curve', points: text.join(' ') }));
    line.forEach((node, i) => {
      const verdict = node.review?.verdict;
      if (node.value === null || !verdict || verdict === 'best' || verdict === 'good') return;
      const at = `M${x(i).toFixed(1)},${y(node.value).toFixed(1)}h0.01`;
      picture.append(svg('path', { class: `graph-dot ${verdict}`, d: at }));
    });
    const here = line.indexOf(session.current);
    if (here >= 0) picture.append(svg('line', { class: 'graph-cursor', x1: x(here), x2: x(here), y1: 0, y2: HIGH }));
    picture.addEventListener('click', (event) => {
      const box = picture.getBoundingClientRect();
      const index = Math.round(((event.clientX - box.left) / box.width) * (line.length - 1));
      const node = line[index];
      if (node) void session.go(node);
    });
    host.replaceChildren(picture);
  }
}
