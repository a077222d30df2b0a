// The board as SVG: cells, pieces, marks, arrows; pointer and keyboard. It knows no rules: what a
// cell means is the turn builder's business.

import { Stage, transform } from './motion.js';
import { arrowShape } from './arrows.js';
import { piece as figure } from './glyphs.js';
import { svg } from './dom.js';

/** @typedef {import('./types.js').Scene} Scene */
/** @typedef {import('./types.js').SceneCell} SceneCell */
/** @typedef {import('./types.js').Step} Step */
/** @typedef {import('./types.js').Arrow} Arrow */
/** @typedef {{kind: 'go'|'take'|'put'|'faint', ghost?: {player: number, kind: import('./types.js').Kind}}} Target */
/**
 * @typedef {object} Marks
 * @property {string[]} [last]  cells of the last move
 * @property {string|null} [selected]
 * @property {Map<string, Target>} [targets]
 * @property {Set<string>} [sources]  cells that can be grabbed
 */
/**
 * @typedef {object} Hooks
 * @property {(cell: string) => void} down  a cell is pressed
 * @property {(cell: string) => void} click  it is let go again
 * @property {(cell: string) => number} lift  how many pieces a drag takes along, from the top
 * @property {(cell: string|null) => boolean} drop  something was dragged here; whether that is a move
 * @property {() => void} cancel
 * @property {(scene: Scene, cell: string) => string} label  a cell in words
 */

/** The distance between neighbouring centres, in units of the drawing. */
const UNIT = 100;
const SINGLE = 1;
const STACKED = 0.71;

export class Board {
  /** @type {Scene|null} */
  scene = null;
  flipped = false;
  /** @type {Map<string, SVGGElement>} */
  #cells = new Map();
  #layers = {
    cells: svg('g', { class: 'cells' }),
    last: svg('g', { class: 'last-move' }),
    names: svg('g', { class: 'names', 'aria-hidden': 'true' }),
    under: svg('g', { class: 'arrows under' }),
    pieces: svg('g', { class: 'pieces' }),
    targets: svg('g', { class: 'targets' }),
    notes: svg('g', { class: 'notes' }),
    arrows: svg('g', { class: 'arrows' }),
  };
  /** @type {Marks} */
  #marks = {};
  /** @type {Arrow[]} */
  #arrows = [];
  #ends = { west: 0, east: 0, south: 0, north: 0 };
  #focus = '';
  #column = 0;
  /** @type {{cell: string, x: number, y: number, dragging: boolean, lifted: {element: SVGGElement, dy: number, scale: number}[], frame: number}|null} */
  #press = null;

  /**
   * @param {SVGSVGElement} root
   * @param {Partial<Hooks>} [hooks]  without them the board is a picture
   */
  constructor(root, hooks = {}) {
    this.root = root;
    this.hooks = hooks;
    const { cells, last, names, under, pieces, targets, notes, arrows } = this.#layers;
    root.replaceChildren(cells, last, names, under, pieces, targets, notes, arrows);
    this.stage = new Stage(pieces, (cell, level, count) => this.#spot(cell, level, count));
    if (!hooks.click) return;
    root.addEventListener('pointerdown', (event) => this.#down(event));
    root.addEventListener('pointermove', (event) => this.#move(event));
    root.addEventListener('pointerup', (event) => this.#up(event));
    root.addEventListener('pointercancel', () => this.#letGo());
    root.addEventListener('keydown', (event) => this.#key(event));
    root.addEventListener('contextmenu', (event) => event.preventDefault());
  }

  /**
   * Shows a position.
   * @param {Scene} scene
   * @param {{steps?: Step[], animate?: boolean}} [how]
   */
  show(scene, how = {}) {
    const fresh = !this.scene || shape(this.scene) !== shape(scene);
    this.scene = scene;
    if (fresh) this.#build(scene);
    this.stage.follow(scene, how.steps ?? [], !fresh && (how.animate ?? true));
    this.#label();
  }

  /** @param {boolean} flipped */
  flip(flipped) {
    if (this.flipped === flipped) return;
    this.flipped = flipped;
    const scene = this.scene;
    if (!scene) return;
    this.#build(scene);
    this.stage.follow(scene, [], false);
    this.#label();
    this.mark(this.#marks);
    this.point(this.#arrows);
  }

  /** Says again what is on the cells, after a change of language. */
  relabel() {
    this.#label();
  }

  /** @param {Marks} marks */
  mark(marks) {
    this.#marks = marks;
    const { last, targets } = this.#layers;
    last.replaceChildren(...(marks.last ?? []).flatMap((name) => this.#shape(name, 'mark-last')));
    if (marks.selected) last.append(...this.#shape(marks.selected, 'mark-selected'));
    targets.replaceChildren();
    for (const [name, target] of marks.targets ?? []) this.#target(name, target);
    for (const [name, cell] of this.#cells) {
      cell.classList.toggle('grab', marks.sources?.has(name) ?? false);
      const target = marks.targets?.has(name) ?? false;
      cell.classList.toggle('target', target);
      cell.toggleAttribute('data-target', target);
      if (this.hooks.click) cell.setAttribute('aria-pressed', String(marks.selected === name));
    }
  }

  /** @param {Arrow[]} arrows */
  point(arrows) {
    this.#arrows = arrows;
    this.#layers.arrows.replaceChildren(...arrows.flatMap((arrow) => {
      const to = this.centre(arrow.to);
      if (!to) return [];
      return arrowShape(arrow.from ? this.centre(arrow.from) : null, to, arrow);
    }));
  }

  /** Puts something over cells, at their centres. @param {{cell: string, element: SVGElement}[]} notes */
  annotate(notes) {
    this.#layers.notes.replaceChildren(...notes.flatMap(({ cell, element }) => {
      const place = this.centre(cell);
      if (!place) return [];
      return [svg('g', { transform: `translate(${place.x},${place.y})` }, element)];
    }));
  }

  /** The centre of a cell in units of the drawing. @param {string} name */
  centre(name) {
    const cell = this.scene?.cells.find((one) => one.name === name);
    return cell ? this.#place(cell) : null;
  }

  /** Moves the keyboard's focus to a cell. @param {string} name */
  focus(name) {
    this.#rove(name);
    this.#cells.get(name)?.focus();
  }

  /** @param {SceneCell} cell */
  #place(cell) {
    const { west, east, south, north } = this.#ends;
    return this.flipped
      ? { x: (east - cell.x) * UNIT, y: (cell.y - south) * UNIT }
      : { x: (cell.x - west) * UNIT, y: (north - cell.y) * UNIT };
  }

  /** @param {string} name @param {number} level @param {number} count */
  #spot(name, level, count) {
    const place = this.centre(name) ?? { x: 0, y: 0 };
    const lift = this.scene?.cells[0]?.shape === 'square' ? 0 : -3;
    if (count < 2) return { ...place, y: place.y + lift, scale: SINGLE };
    const high = level - (count - 1) / 2;
    return { x: place.x, y: place.y + lift - 1 - 36 * high, scale: STACKED };
  }

  /** Draws the cells. @param {Scene} scene */
  #build(scene) {
    const xs = scene.cells.map((cell) => cell.x);
    const ys = scene.cells.map((cell) => cell.y);
    this.#ends = { west: Math.min(...xs), east: Math.max(...xs), south: Math.min(...ys), north: Math.max(...ys) };
    const { west, east, south, north } = this.#ends;
    const hexagons = scene.cells[0]?.shape !== 'square';
    const [wide, high] = [54, hexagons ? 62 : 54];
    const box = [-wide, -high, (east - west) * UNIT + 2 * wide, (north - south) * UNIT + 2 * high];
    this.root.setAttribute('viewBox', box.map((n) => n.toFixed(1)).join(' '));
    this.root.style.setProperty('--ratio', ((box[2] ?? 1) / (box[3] ?? 1)).toFixed(4));
    this.root.dataset.shape = hexagons ? 'hexagon' : 'square';
    this.#cells.clear();
    this.stage.clear();
    this.#layers.cells.replaceChildren(...scene.cells.map((cell) => this.#cell(cell)));
    // Over the marks of the last move, under the pieces.
    this.#layers.names.replaceChildren(...scene.cells.map((cell) => this.#name(cell)));
    if (!this.#cells.has(this.#focus)) this.#focus = scene.cells[0]?.name ?? '';
    this.#rove(this.#focus);
    this.#marks = {};
    this.mark({});
    this.annotate([]);
  }

  /** @param {SceneCell} cell */
  #cell(cell) {
    const { x, y } = this.#place(cell);
    const goal = cell.goal ? ` goal-${cell.goal === 1 ? 'one' : 'two'}` : '';
    const dark = cell.shape === 'square' && (Math.round(cell.x) + Math.round(cell.y)) % 2 === 0 ? ' dark' : '';
    const group = svg(
      'g',
      { class: `cell${goal}${dark}`, transform: `translate(${x.toFixed(2)},${y.toFixed(2)})` },
      svg('polygon', { class: 'ground', points: corners(cell.shape, 0.975) }),
    );
    if (this.hooks.click) {
      group.dataset.cell = cell.name;
      group.setAttribute('role', 'button');
      group.setAttribute('tabindex', '-1');
    }
    this.#cells.set(cell.name, group);
    return group;
  }

  /** @param {SceneCell} cell */
  #name(cell) {
    const { x, y } = this.#place(cell);
    const [aside, below] = cell.shape === 'square' ? [-44, 45] : [0, 49];
    return svg('text', { class: `name ${cell.shape}`, x: (x + aside).toFixed(2), y: (y + below).toFixed(2) }, cell.name);
  }

  /** @param {string} name @param {string} style */
  #shape(name, style) {
    const cell = this.scene?.cells.find((one) => one.name === name);
    if (!cell) return [];
    const { x, y } = this.#place(cell);
    return [svg('polygon', { class: style, points: corners(cell.shape, 0.975), transform: `translate(${x},${y})` })];
  }

  /** @param {string} name @param {Target} target */
  #target(name, target) {
    const place = this.centre(name);
    if (!place) return;
    const at = { transform: `translate(${place.x},${place.y})` };
    const taken = this.stage.elements(name).length > 0;
    if (target.ghost) {
      const ghost = svg('g', { class: 'ghost', transform: `translate(${place.x},${place.y}) scale(0.6)` });
      ghost.append(figure(target.ghost.player, target.ghost.kind));
      this.#layers.targets.append(svg('circle', { class: 'target put', r: 43, ...at }), ghost);
    } else if (taken) {
      this.#layers.targets.append(...this.#shape(name, `target-ring ${target.kind}`));
    } else {
      this.#layers.targets.append(svg('circle', { class: `target dot ${target.kind}`, r: target.kind === 'faint' ? 9 : 15, ...at }));
    }
  }

  #label() {
    const { scene } = this;
    if (!scene || !this.hooks.label) return;
    for (const [name, cell] of this.#cells) cell.setAttribute('aria-label', this.hooks.label(scene, name));
  }

  /** Which cell the keyboard comes to. @param {string} name */
  #rove(name) {
    if (!this.hooks.click) return;
    this.#cells.get(this.#focus)?.setAttribute('tabindex', '-1');
    this.#focus = name;
    this.#cells.get(name)?.setAttribute('tabindex', '0');
  }

  /** The cell at a place on the screen. @param {{clientX: number, clientY: number}} event */
  #cellAt(event) {
    const point = this.#point(event);
    if (!point || !this.scene) return null;
    let [best, least] = [/** @type {string|null} */ (null), 60];
    for (const cell of this.scene.cells) {
      const { x, y } = this.#place(cell);
      const distance = Math.hypot(point.x - x, point.y - y);
      if (distance < least) [best, least] = [cell.name, distance];
    }
    return best;
  }

  /** @param {{clientX: number, clientY: number}} event */
  #point(event) {
    const matrix = this.root.getScreenCTM();
    return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0) {
      this.hooks.cancel?.();
      return;
    }
    const cell = this.#cellAt(event);
    if (!cell || this.#press) return;
    this.#rove(cell);
    this.#press = { cell, x: event.clientX, y: event.clientY, dragging: false, lifted: [], frame: 0 };
    this.hooks.down?.(cell);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    if (!press) return;
    if (!press.dragging) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < 5) return;
      const count = this.hooks.lift?.(press.cell) ?? 0;
      if (count === 0) return;
      press.dragging = true;
      this.root.setPointerCapture(event.pointerId);
      this.root.classList.add('dragging');
      const elements = this.stage.elements(press.cell).slice(-count);
      const spots = this.stage.spots(press.cell).slice(-count);
      const top = spots.at(-1)?.y ?? 0;
      press.lifted = elements.map((element, i) => {
        element.classList.add('lifted');
        element.parentNode?.append(element);
        return { element, dy: (spots[i]?.y ?? 0) - top, scale: spots[i]?.scale ?? 1 };
      });
    }
    const point = this.#point(event);
    if (!point) return;
    cancelAnimationFrame(press.frame);
    press.frame = requestAnimationFrame(() => {
      const middle = (press.lifted[0]?.dy ?? 0) / 2;
      for (const { element, dy, scale } of press.lifted) {
        element.style.transform = transform({ x: point.x, y: point.y + dy - middle, scale: scale * 1.08 });
      }
      this.#hover(this.#cellAt(event));
    });
  }

  /** @param {string|null} name */
  #hover(name) {
    for (const [other, cell] of this.#cells) cell.classList.toggle('over', other === name && (this.#marks.targets?.has(other) ?? false));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press;
    if (!press) return;
    const cell = this.#cellAt(event);
    const { dragging } = press;
    const start = press.cell;
    this.#letGo();
    if (dragging) {
      if (cell !== start && this.hooks.drop?.(cell)) this.stage.settle(false);
      else this.stage.settle(true);
    } else if (cell === start) {
      this.hooks.click?.(cell);
    }
  }

  /**
   * Drags a piece in from beside the board.
   * @param {PointerEvent} event @param {number} player @param {import('./types.js').Kind} kind @param {() => void} begin  told when the drag begins
   */
  carry(event, player, kind, begin) {
    if (event.button !== 0) return;
    /** @type {SVGGElement|null} */
    let ghost = null;
    const move = (/** @type {PointerEvent} */ now) => {
      if (!ghost && Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) < 6) return;
      if (!ghost) {
        begin();
        ghost = svg('g', { class: 'piece lifted' }, figure(player, kind));
        this.#layers.arrows.after(ghost);
        ghost.style.pointerEvents = 'none';
      }
      const point = this.#point(now);
      if (point) ghost.style.transform = transform({ x: point.x, y: point.y, scale: 1.08 });
      this.#hover(this.#cellAt(now));
    };
    const end = (/** @type {PointerEvent} */ now) => {
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', end);
      removeEventListener('pointercancel', end);
      this.#hover(null);
      if (!ghost) return;
      ghost.remove();
      if (now.type === 'pointerup') this.hooks.drop?.(this.#cellAt(now));
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', end);
    addEventListener('pointercancel', end);
  }

  #letGo() {
    const press = this.#press;
    if (!press) return;
    this.#press = null;
    cancelAnimationFrame(press.frame);
    for (const { element } of press.lifted) element.classList.remove('lifted');
    this.root.classList.remove('dragging');
    this.#hover(null);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const ways = /** @type {Record<string, [number, number]>} */ ({
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
    });
    const way = ways[event.key];
    if (way) {
      const next = this.#neighbour(this.#focus, way);
      if (next) this.focus(next);
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.hooks.down?.(this.#focus);
      this.hooks.click?.(this.#focus);
    } else if (event.key === 'Escape') {
      this.hooks.cancel?.();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** The next cell in a direction: in the same row, or in the next row the nearest to where one came from. @param {string} name @param {[number, number]} way */
  #neighbour(name, [dx, dy]) {
    const here = this.centre(name);
    if (!here || !this.scene) return null;
    const places = this.scene.cells.map((cell) => ({ name: cell.name, ...this.#place(cell) }));
    if (dx) {
      const row = places.filter((place) => Math.abs(place.y - here.y) < 10 && (place.x - here.x) * dx > 0);
      row.sort((a, b) => Math.abs(a.x - here.x) - Math.abs(b.x - here.x));
      this.#column = row[0]?.x ?? here.x;
      return row[0]?.name ?? null;
    }
    const aim = Math.abs(this.#column - here.x) <= 51 ? this.#column : here.x;
    const far = places.filter((place) => (place.y - here.y) * dy > 10 && (place.y - here.y) * dy < 110);
    far.sort((a, b) => Math.abs(a.x - aim) - Math.abs(b.x - aim));
    this.#column = aim;
    return far[0]?.name ?? null;
  }
}

/** What tells whether two scenes have the same board. @param {Scene} scene */
const shape = (scene) => `${scene.cells.length} ${scene.cells[0]?.shape} ${scene.cells.map((cell) => cell.goal ?? '-').join('')}`;

/** @param {'hexagon'|'square'} shape @param {number} scale */
function corners(shape, scale) {
  const [long, half] = [57.735, 28.868];
  const hexagon = [[0, -long], [50, -half], [50, half], [0, long], [-50, half], [-50, -half]];
  const square = [[-50, -50], [50, -50], [50, 50], [-50, 50]];
  const points = shape === 'hexagon' ? hexagon : square;
  return points.map((point) => point.map((n) => (n * scale).toFixed(2)).join(',')).join(' ');
}
