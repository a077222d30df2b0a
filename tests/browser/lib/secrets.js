// What a viewer of Bloch's game may know, worked out from the moves as that viewer was told them:
// the kinds that were announced in attacks. Everything else of the other side must be unknown.

import assert from 'node:assert/strict';

const BEATS = ['RS', 'SP', 'PR'];

/** Cells of a player's pieces whose kinds were announced. @param {any[]} moves @param {number} player */
export function announced(moves, player) {
  /** @type {Map<string, {player: number, known: boolean}>} */
  const pieces = new Map();
  moves.forEach((move, index) => {
    const mover = index % 2 === 0 ? 1 : 2;
    for (const step of move.steps) {
      if (step.action === 'place') pieces.set(step.to, { player: mover, known: false });
      else if (step.action === 'move') carry(pieces, step.from, step.to);
      else if (step.action === 'attack') attack(pieces, step);
    }
  });
  return new Set([...pieces].filter(([, one]) => one.player === player && one.known).map(([cell]) => cell));
}

/** @param {Map<string, any>} pieces @param {string} from @param {string} to */
function carry(pieces, from, to) {
  const one = pieces.get(from);
  pieces.delete(from);
  if (one) pieces.set(to, one);
}

/** The stronger one takes the place of the weaker one; equal ones stay. @param {Map<string, any>} pieces @param {any} step */
function attack(pieces, step) {
  for (const cell of [step.from, step.to]) pieces.set(cell, { ...pieces.get(cell), known: true });
  const kinds = `${step.piece?.letter}${step.against?.letter}`;
  if (BEATS.includes(kinds)) carry(pieces, step.from, step.to);
  else if (kinds[0] !== kinds[1]) carry(pieces, step.to, step.from);
}

/** Nothing in a view of a running game may tell a kind of this player that was not announced. @param {any} view @param {number} player */
function hides(view, player) {
  const say = `viewer ${view.viewer}, turn ${view.turn} of ${view.turns}: ${view.fen}`;
  const known = announced(view.moves.slice(0, view.turn), player);
  const own = view.scene.pieces.filter((/** @type {any} */ one) => one.player === player);
  for (const one of own) {
    if (one.kind.name !== 'unknown') assert.ok(known.has(one.cell), `${one.cell} ${one.kind.name} was not announced; ${say}`);
  }
  // Before the set-up everybody has the same nine pieces beside the board.
  const placed = view.moves.slice(0, view.turn).length >= player;
  for (const some of view.scene.reserves) {
    // What was announced and then bartered away lies in the reserve for everybody to see.
    const open = `${view.fen}`.split(' ')[1]?.split('/')[player - 1]?.match(/\+/g)?.length ?? 0;
    if (some.player === player && placed && some.kind.name !== 'unknown') assert.ok(some.count <= open, `reserve of ${some.kind.name}; ${say}`);
  }
  view.moves.forEach((/** @type {any} */ move, /** @type {number} */ index) => {
    if ((index % 2 === 0 ? 1 : 2) !== player) return;
    assert.doesNotMatch(move.ugi, /=.*[RPS]/, say);
    assert.doesNotMatch(move.native, /=.*[RPS]/, say);
    for (const step of move.steps) if (step.action === 'place') assert.equal(step.piece.name, 'unknown', say);
  });
  const [ranks = '', reserves = ''] = String(view.fen).split(' ');
  const letters = player === 1 ? /(?<!\+)[RPS]/ : /(?<!\+)[rps]/;
  assert.doesNotMatch(ranks, letters, say);
  if (placed) assert.doesNotMatch(reserves, letters, say);
  if (view.mover === player) {
    assert.equal(view.legal.length, 0, `moves of the other side; ${say}`);
    assert.equal(view.placement ?? null, null, say);
  }
}

/**
 * Checks all messages that a page got: no view of a running game tells a hidden kind to its viewer.
 * @param {string[]} frames @returns {{views: number, secrets: number}} how many views of running games, and hidden pieces in them
 */
export function check(frames) {
  let [views, secrets] = [0, 0];
  for (const frame of frames) {
    const { view } = JSON.parse(frame);
    if (!view || view.variant !== 'bloch' || view.finish || !view.table) continue;
    views += 1;
    for (const player of [1, 2]) {
      if (view.viewer === player) continue;
      hides(view, player);
      secrets += view.scene.pieces.filter((/** @type {any} */ one) => one.player === player && one.kind.name === 'unknown').length;
    }
  }
  return { views, secrets };
}

/** Keeps every message that a page gets and sends. @param {import('playwright-core').Page} page */
export function record(page) {
  const [received, sent] = [/** @type {string[]} */ ([]), /** @type {string[]} */ ([])];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => received.push(String(payload)));
    socket.on('framesent', ({ payload }) => sent.push(String(payload)));
  });
  return { received, sent };
}
