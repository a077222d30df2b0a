// Arrows from cell to cell, and rings where something is put on the board.

import { svg } from './dom.js';

/**
 * @param {{x: number, y: number}|null} from
 * @param {{x: number, y: number}} to
 * @param {import('./types.js').Arrow} arrow
 * @returns {SVGElement[]}
 */
export function arrowShape(from, to, arrow) {
  const style = `${arrow.tone} ${arrow.action}`;
  if (!from) return [svg('circle', { class: `ring-mark ${style}`, cx: to.x, cy: to.y, r: 42 })];
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < 1) return [];
  const width = (arrow.width ?? 1) * (arrow.action === 'stack' ? 15 : 9);
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  // A little to the right, so that there and back are two arrows.
  const at = (/** @type {number} */ along, /** @type {number} */ aside) =>
    `${(from.x + dx * along - dy * (aside + 5)).toFixed(1)},${(from.y + dy * along + dx * (aside + 5)).toFixed(1)}`;
  const head = Math.max(26, width * 2.1);
  const tip = length - 14;
  const neck = tip - head;
  const points = [at(16, width / 2), at(neck, width / 2), at(neck, head * 0.62), at(tip, 0), at(neck, -head * 0.62), at(neck, -width / 2), at(16, -width / 2)];
  return [svg('polygon', { class: `arrow ${style}`, points: points.join(' ') })];
}

/**
 * The arrows of a move.
 * @param {import('./types.js').Step[]} steps
 * @param {string} tone
 * @param {number} [width]
 * @returns {import('./types.js').Arrow[]}
 */
export const arrowsOf = (steps, tone, width = 1) =>
  steps.map((step) => ({ from: step.from ?? null, to: step.to, action: step.action, tone, width }));
