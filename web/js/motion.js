// Which piece goes where from one position to the next (as src/draw/actors.rs does it), and the
// animation of that: transforms only, by the browser's own animations.

import { piece } from './glyphs.js';
import { still, svg } from './dom.js';

/** @typedef {import('./types.js').Scene} Scene */
/** @typedef {import('./types.js').Step} Step */
/** @typedef {import('./types.js').ScenePiece} ScenePiece */
/** @typedef {{player: number, kind: import('./types.js').Kind, secret: boolean, element: SVGGElement, spot: Spot}} Actor */
/** @typedef {{x: number, y: number, scale: number}} Spot */
/** @typedef {Map<string, Actor[]>} Cast */

/** The time of one part of a move, in milliseconds. */
const PART = 190;

/** @param {Spot} spot */
export const transform = (spot) => `translate(${spot.x.toFixed(2)}px, ${spot.y.toFixed(2)}px) scale(${spot.scale.toFixed(3)})`;

/** @param {Actor} actor @param {ScenePiece} one */
const alike = (actor, one) =>
  actor.player === one.player && actor.kind.name === one.kind.name && actor.secret === one.secret;

/** @param {Cast} cast @param {string} cell @returns {Actor[]} */
function at(cast, cell) {
  const here = cast.get(cell);
  if (here) return here;
  /** @type {Actor[]} */
  const none = [];
  cast.set(cell, none);
  return none;
}

/** @param {Cast} cast @returns {Cast} */
const copy = (cast) => new Map([...cast].map(([cell, actors]) => [cell, [...actors]]));

/** The pieces on the board, each with its element. */
export class Stage {
  /** @type {Cast} */
  #cast = new Map();
  /** @type {SVGGElement} */
  #layer;
  /** @type {(cell: string, level: number, count: number) => Spot} */
  #spot;

  /**
   * @param {SVGGElement} layer
   * @param {(cell: string, level: number, count: number) => Spot} spot  where a piece of a cell stands
   */
  constructor(layer, spot) {
    this.#layer = layer;
    this.#spot = spot;
  }

  /** The elements of the pieces of a cell, from below. @param {string} cell */
  elements(cell) {
    return (this.#cast.get(cell) ?? []).map((actor) => actor.element);
  }

  /** Where the pieces of a cell are, from below. @param {string} cell */
  spots(cell) {
    return (this.#cast.get(cell) ?? []).map((actor) => actor.spot);
  }

  clear() {
    this.#layer.replaceChildren();
    this.#cast = new Map();
  }

  /** Puts everybody back where they belong, after a drag. @param {boolean} smooth */
  settle(smooth) {
    for (const actors of this.#cast.values()) {
      for (const actor of actors) {
        const now = actor.element.style.transform;
        const then = transform(actor.spot);
        if (now === then) continue;
        actor.element.style.transform = then;
        if (smooth && !still()) actor.element.animate({ transform: [now, then] }, { duration: 120, easing: 'ease-out' });
      }
    }
  }

  /**
   * Follows a move to the next scene.
   * @param {Scene} next
   * @param {Step[]} steps
   * @param {boolean} animate
   */
  follow(next, steps, animate) {
    const before = this.#cast;
    /** @type {Cast[]} */
    const stages = [];
    let cast = copy(before);
    for (const step of steps) {
      cast = copy(cast);
      this.#go(cast, step, next);
      stages.push(cast);
    }
    const last = this.#match(cast, next);
    const present = new Set([...last.values()].flat());
    this.#leave(before, present, animate);
    this.#arrive(last, before, stages.slice(0, -1), animate);
    this.#cast = last;
  }

  /** Moves those whom a part of a move names. @param {Cast} cast @param {Step} step @param {Scene} next */
  #go(cast, step, next) {
    if (!step.from) return;
    let [from, to] = [step.from, step.to];
    if (step.action === 'attack') {
      const then = (/** @type {string} */ cell) => next.pieces.find((one) => one.cell === cell)?.player;
      const now = (/** @type {string} */ cell) => at(cast, cell).at(-1)?.player;
      if (then(to) && then(to) === now(from)) [from, to] = [from, to];
      else if (then(from) && then(from) === now(to)) [from, to] = [to, from];
      else return;
    }
    const here = at(cast, from);
    const moved = here.splice(Math.max(0, here.length - (step.action === 'stack' ? 2 : 1)));
    at(cast, to).push(...moved);
  }

  /**
   * The cast of the next scene: who is there already where they look right, then whoever looks
   * right and has no place yet (steps back, jumps), then new ones.
   * @param {Cast} cast @param {Scene} next @returns {Cast}
   */
  #match(cast, next) {
    const left = copy(cast);
    /** @type {(Actor|null)[]} */
    const found = next.pieces.map((one) => {
      const here = left.get(one.cell) ?? [];
      let index = here.findIndex((actor) => alike(actor, one));
      // A kind that became known, or hidden: the same piece shows another face.
      if (index < 0) index = here.findIndex((actor) => actor.player === one.player && mayBe(actor, one));
      return index < 0 ? null : here.splice(index, 1)[0] ?? null;
    });
    const free = [...left.values()].flat();
    /** @type {Cast} */
    const settled = new Map();
    next.pieces.forEach((one, i) => {
      let actor = found[i] ?? null;
      if (!actor) {
        const index = free.findIndex((other) => alike(other, one));
        if (index >= 0) actor = free.splice(index, 1)[0] ?? null;
      }
      if (!actor) actor = this.#hire(one);
      else if (!alike(actor, one)) this.#turn(actor, one);
      at(settled, one.cell).push(actor);
    });
    return settled;
  }

  /** @param {ScenePiece} one @returns {Actor} */
  #hire(one) {
    const element = svg('g', { class: 'piece' }, piece(one.player, one.kind, one.secret));
    return { player: one.player, kind: one.kind, secret: one.secret, element, spot: { x: 0, y: 0, scale: 1 } };
  }

  /** Shows another face. @param {Actor} actor @param {ScenePiece} one */
  #turn(actor, one) {
    Object.assign(actor, { kind: one.kind, secret: one.secret });
    const face = piece(one.player, one.kind, one.secret);
    actor.element.replaceChildren(face);
    if (!still()) face.animate({ opacity: [0.2, 1] }, { duration: 350 });
  }

  /** Takes those away who are gone. @param {Cast} before @param {Set<Actor>} present @param {boolean} animate */
  #leave(before, present, animate) {
    for (const actor of [...before.values()].flat()) {
      if (present.has(actor)) continue;
      const { element } = actor;
      if (!animate || still()) {
        element.remove();
        continue;
      }
      const small = transform({ ...actor.spot, scale: actor.spot.scale * 0.4 });
      const gone = element.animate({ transform: [transform(actor.spot), small], opacity: [1, 0] }, { duration: PART, delay: PART * 0.4, fill: 'both' });
      gone.onfinish = () => element.remove();
    }
  }

  /**
   * Brings everybody to the place where the next scene has them.
   * @param {Cast} last @param {Cast} before @param {Cast[]} between @param {boolean} animate
   */
  #arrive(last, before, between, animate) {
    const known = new Set([...before.values()].flat());
    const ways = between.map((cast) => this.#places(cast));
    // From below, so that the upper one of a stack is drawn over the lower one.
    const order = [...last].flatMap(([cell, actors]) => actors.map((actor, level) => ({ cell, actor, level, count: actors.length })));
    for (const { cell, actor, level, count } of order) {
      const old = actor.spot;
      actor.spot = this.#spot(cell, level, count);
      const then = transform(actor.spot);
      const moved = known.has(actor) && transform(old) !== then;
      actor.element.style.transform = then;
      if (!known.has(actor) || moved || actor.element.parentNode !== this.#layer) this.#layer.append(actor.element);
      if (!animate || still()) continue;
      if (moved) {
        const path = [transform(old), ...ways.map((way) => transform(way.get(actor) ?? old)), then];
        actor.element.animate({ transform: path }, { duration: PART * (path.length - 1), easing: 'ease-in-out' });
      } else if (!known.has(actor)) {
        const large = transform({ ...actor.spot, scale: actor.spot.scale * 1.5 });
        actor.element.animate({ transform: [large, then], opacity: [0, 1] }, { duration: PART, easing: 'ease-out' });
      }
    }
    // Stacks are in their order again.
    for (const actors of last.values()) if (actors.length > 1) for (const actor of actors) this.#layer.append(actor.element);
  }

  /** @param {Cast} cast @returns {Map<Actor, Spot>} */
  #places(cast) {
    /** @type {Map<Actor, Spot>} */
    const places = new Map();
    for (const [cell, actors] of cast) {
      // Whoever is about to be captured does not count for the height.
      const owner = actors.at(-1)?.player;
      const standing = actors.filter((actor) => actor.player === owner).slice(-2);
      standing.forEach((actor, level) => places.set(actor, this.#spot(cell, level, standing.length)));
    }
    return places;
  }
}

/** Whether a piece that was shown otherwise may be this one. @param {Actor} actor @param {ScenePiece} one */
function mayBe(actor, one) {
  const unknown = actor.kind.name === 'unknown' || one.kind.name === 'unknown';
  return unknown || (actor.kind.name === one.kind.name && actor.secret !== one.secret);
}
