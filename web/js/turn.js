// The turn builder: a turn is one, two or three steps; the player makes them one after the other.
// It knows no rules: all it has are the legal moves with their steps.

/** @typedef {import('./types.js').Scene} Scene */
/** @typedef {import('./types.js').Step} Step */
/** @typedef {import('./types.js').Move} Move */
/** @typedef {import('./types.js').Kind} Kind */
/** @typedef {{move: Move, steps: Step[]}} Plan  a legal move, with its steps in one of their orders */
/** @typedef {{cell: string, whole: boolean}|{reserve: string}} Selection */

/** What tells steps apart for the player; a ransom that is named with one is asked for at the end. @param {Step} step */
const key = (step) => `${step.action} ${step.from ?? ''} ${step.to} ${step.action === 'place' ? step.piece?.letter ?? '' : ''}`;

/** Whether a step is made by choosing its cell alone. @param {Step} step */
const isFree = (step) => step.action === 'remove' || (step.action === 'place' && (!step.piece || step.piece.name === 'king'));

/** Whether a step takes a piece from beside the board. @param {Step} step */
const isDrop = (step) => step.action === 'place' && !isFree(step);

export class Turn {
  /** @type {Step[]} */
  taken = [];
  /** @type {Selection|null} */
  selection = null;
  /** @type {Plan[]} */
  #plans;
  /** @type {{name: string, plans: Plan[]}|null} */
  #kept = null;

  /** @param {Scene} scene @param {Move[]} legal @param {import('./types.js').Player} mover */
  constructor(scene, legal, mover) {
    this.start = scene;
    this.mover = mover;
    this.legal = legal;
    this.#plans = legal.flatMap(plans);
  }

  /** Whether there is anything to choose. */
  get open() {
    return this.legal.length > 0;
  }

  /** What fits the steps that were taken. A position of Jersi has a thousand plans, so it is kept. */
  #fitting() {
    const taken = this.taken.map(key);
    const name = taken.join('|');
    if (this.#kept?.name !== name) {
      const plans = this.#plans.filter(({ steps }) => taken.every((one, i) => steps[i] !== undefined && key(steps[i]) === one));
      this.#kept = { name, plans };
    }
    return this.#kept.plans;
  }

  /** The steps that can come next, each once. @returns {Step[]} */
  next() {
    /** @type {Map<string, Step>} */
    const found = new Map();
    for (const { steps } of this.#fitting()) {
      const step = steps[this.taken.length];
      if (step) found.set(key(step), step);
    }
    return [...found.values()];
  }

  /** The moves that are complete with the steps taken. @returns {Move[]} */
  complete() {
    const whole = this.#fitting().filter(({ steps }) => steps.length === this.taken.length);
    return [...new Map(whole.map(({ move }) => [move.ugi, move])).values()];
  }

  /** Cells of which something can go. */
  sources() {
    return new Set(this.next().flatMap((step) => (step.from ? [step.from] : [])));
  }

  /** Letters of the kinds that can be taken from the reserve. */
  reserve() {
    return new Set(this.next().filter(isDrop).flatMap((step) => (step.piece ? [step.piece.letter] : [])));
  }

  /** Whether a cell can go as a whole stack, and whether its top can go alone. @param {string} cell */
  modes(cell) {
    const own = this.next().filter((step) => step.from === cell);
    return { whole: own.some((step) => step.action === 'stack'), top: own.some((step) => step.action !== 'stack') };
  }

  /** The steps that lead to each cell, those of the selected mode first. @returns {Map<string, Step[]>} */
  targets() {
    const { selection } = this;
    /** @type {Map<string, Step[]>} */
    const found = new Map();
    const add = (/** @type {Step} */ step) => found.set(step.to, [...(found.get(step.to) ?? []), step]);
    const next = this.next();
    if (selection && 'cell' in selection) {
      const own = next.filter((step) => step.from === selection.cell);
      const fits = (/** @type {Step} */ step) => (step.action === 'stack') === selection.whole;
      own.filter(fits).forEach(add);
      // What the other mode can do is offered too, but never where one may mean to choose another piece.
      const scene = this.scene();
      const isOwn = (/** @type {string} */ cell) => scene.pieces.some((one) => one.cell === cell && one.player === this.mover);
      own.filter((step) => !fits(step) && !found.has(step.to) && !isOwn(step.to)).forEach(add);
    } else if (selection) {
      next.filter((step) => isDrop(step) && step.piece?.letter === selection.reserve).forEach(add);
    }
    next.filter(isFree).forEach(add);
    return found;
  }

  /** Whether a target is of the mode that is not selected. @param {Step} step */
  isAside(step) {
    const { selection } = this;
    return selection !== null && 'cell' in selection && step.from === selection.cell && (step.action === 'stack') !== selection.whole;
  }

  /** Selects what stands on a cell: a stack as a whole first. @param {string} cell @returns {boolean} */
  select(cell) {
    const { whole, top } = this.modes(cell);
    if (!whole && !top) return false;
    this.selection = { cell, whole };
    return true;
  }

  /** Selects a kind of the reserve. @param {string} letter */
  selectReserve(letter) {
    if (this.reserve().has(letter)) this.selection = { reserve: letter };
  }

  /** Chooses between the whole stack and its top. @param {boolean} whole */
  setWhole(whole) {
    const { selection } = this;
    if (selection && 'cell' in selection) this.selection = { cell: selection.cell, whole };
  }

  /** The other mode of the selected stack, or nothing selected. */
  toggle() {
    const { selection } = this;
    if (!selection || !('cell' in selection)) return;
    const { whole, top } = this.modes(selection.cell);
    if (this.taken.length === 0 && whole && top && selection.whole) this.selection = { cell: selection.cell, whole: false };
    else if (this.taken.length === 0) this.selection = null;
  }

  /** Takes a step. What can go on from there is selected. @param {Step} step */
  take(step) {
    const before = this.selection;
    this.taken.push(step);
    this.selection = null;
    const next = this.next();
    const from = [...this.sources()];
    if (from.length === 1 && from[0]) {
      this.select(from[0]);
    } else if (before && 'reserve' in before) {
      const kinds = this.reserve();
      const kind = kinds.has(before.reserve) ? before.reserve : [...kinds][0];
      if (kind && next.some(isDrop)) this.selection = { reserve: kind };
    }
  }

  /** Whether the steps taken can only be one thing: nothing more can follow. */
  get finished() {
    return this.next().length === 0;
  }

  /** Takes the last step back. @returns {boolean} */
  back() {
    const step = this.taken.pop();
    this.selection = null;
    if (!step) return false;
    if (step.from) {
      this.select(step.from);
      this.setWhole(step.action === 'stack');
    } else if (step.piece) {
      this.selectReserve(step.piece.letter);
    }
    return true;
  }

  /** The position after the steps taken, as far as a page can tell it. @returns {Scene} */
  scene() {
    return this.taken.reduce((scene, step) => apply(scene, step, this.mover), this.start);
  }
}

/** The orders in which a move can be made: two drops on two cells in either. @param {Move} move @returns {Plan[]} */
function plans(move) {
  const { steps } = move;
  const [first, second] = steps;
  const either = steps.length === 2 && first && second && isDrop(first) && isDrop(second) && first.to !== second.to;
  return either ? [{ move, steps }, { move, steps: [second, first] }] : [{ move, steps }];
}

/**
 * A step made on a scene: whatever of the other player stands where something arrives is captured,
 * mountains excepted.
 * @param {Scene} scene @param {Step} step @param {import('./types.js').Player} mover @returns {Scene}
 */
export function apply(scene, step, mover) {
  /** @type {Map<string, import('./types.js').ScenePiece[]>} */
  const cells = new Map();
  for (const one of scene.pieces) cells.set(one.cell, [...(cells.get(one.cell) ?? []), one]);
  const reserves = scene.reserves.map((some) => ({ ...some }));
  const there = cells.get(step.to) ?? [];
  const staying = there.filter((one) => one.player === mover || one.kind.name === 'mountain');
  if (step.action === 'remove') {
    cells.set(step.to, there.slice(0, -1));
  } else if (step.action === 'place' && step.piece) {
    const owner = step.piece.name === 'king' ? /** @type {1|2} */ (3 - mover) : mover;
    cells.set(step.to, [...there, { cell: step.to, level: 0, player: owner, kind: step.piece, secret: false }]);
    const some = reserves.find((one) => one.player === mover && one.kind.letter === step.piece?.letter);
    if (some) some.count -= 1;
  } else if (step.from && step.action !== 'attack') {
    const here = cells.get(step.from) ?? [];
    const count = step.action === 'stack' ? 2 : 1;
    const moved = here.slice(-count);
    cells.set(step.from, here.slice(0, Math.max(0, here.length - count)));
    cells.set(step.to, [...staying.filter((one) => !moved.includes(one)), ...moved]);
  }
  const pieces = scene.cells.flatMap(({ name }) => (cells.get(name) ?? []).map((one, level) => ({ ...one, cell: name, level })));
  return { ...scene, pieces, reserves: reserves.filter((some) => some.count > 0) };
}
