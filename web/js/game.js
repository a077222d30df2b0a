// A game as the page keeps it: a tree of moves with the place where the reader is. Games without
// secrets live here and in the browser's storage; of games with secrets the page has the name of
// the server's table, and what its viewer may know.

/** @typedef {import('./types.js').Move} Move */
/** @typedef {import('./types.js').View} View */
/** @typedef {import('./types.js').Seat} Seat */
/** @typedef {import('./types.js').Player} Player */
/** @typedef {import('./types.js').TurnReview} TurnReview */

const STORE = 'sisku-game-';
const INDEX = 'sisku-games';
/** How many games the browser keeps. */
const KEPT = 24;

/** A position of the tree, with the move that led to it. */
export class GameNode {
  /** @type {GameNode[]} */
  children = [];
  /** @type {View|null} */
  view = null;
  /** Expected points of player one, 0 to 1, as far as anything was searched. @type {number|null} */
  value = null;
  /** @type {TurnReview|null} */
  review = null;
  /** The move as it was chosen, before what became known by it. */
  chosen = '';
  /** Who is to move at the root. @type {Player} */
  first = 1;
  /** How many moves lead here. @type {number} */
  depth = 0;

  /** @param {GameNode|null} parent @param {Move|null} move */
  constructor(parent, move) {
    this.parent = parent;
    this.move = move;
    this.chosen = move?.ugi ?? '';
    if (parent) this.depth = parent.depth + 1;
  }

  /** The nodes from the root to here, without the root. @returns {GameNode[]} */
  path() {
    /** @type {GameNode[]} */
    const found = [];
    for (let node = /** @type {GameNode} */ (this); node.parent; node = node.parent) found.unshift(node);
    return found;
  }

  /** The moves from the root, in UGI notation. */
  line() {
    return this.path().map((node) => node.move?.ugi ?? '');
  }

  /** The node after a move, if it is known. @param {string} ugi */
  child(ugi) {
    return this.children.find((node) => node.move?.ugi === ugi || node.chosen === ugi) ?? null;
  }

  /** The end of the first line from here. @returns {GameNode} */
  end() {
    let node = /** @type {GameNode} */ (this);
    while (node.children[0]) node = node.children[0];
    return node;
  }

  /** Who made the move that led here. @returns {Player} */
  get player() {
    let root = /** @type {GameNode} */ (this);
    while (root.parent) root = root.parent;
    return /** @type {Player} */ ((this.depth % 2 === 1) === (root.first === 1) ? 1 : 2);
  }
}

/** The player to move in a FEN. @param {string} fen @param {string} variant @returns {Player} */
function moverOf(fen, variant) {
  const side = fen.split(' ')[variant === 'bloch' ? 2 : 1];
  return side === 'b' || side === '2' ? 2 : 1;
}

export class Game {
  root = new GameNode(null, null);
  current = this.root;
  /** @type {[Seat, Seat]} */
  seats = [{ kind: 'person', level: 5 }, { kind: 'person', level: 5 }];
  /** @type {'play'|'analysis'} */
  mode = 'play';
  /** An end that the rules do not know. @type {import('./types.js').Finish|null} */
  finish = null;
  /** @type {import('./types.js').TimeControl|null} */
  control = null;
  /** @type {[number, number]|null} remaining milliseconds */
  clock = null;
  /** The name of the server's table, in games with secrets. @type {string|null} */
  table = null;
  /** @type {Player} */
  bottom = 1;
  /** @type {[number|null, number|null]|null} */
  accuracy = null;
  /** The names of the players, in a game of a match. @type {[string, string]|null} */
  names = null;

  /** @param {string} variant @param {Record<string, any>} [rules] @param {string} [position] @param {string} [id] */
  constructor(variant, rules = {}, position = 'startpos', id = Math.random().toString(36).slice(2, 10)) {
    this.variant = variant;
    this.rules = rules;
    this.position = position;
    this.id = id;
  }

  /**
   * Adds a move after a node, or finds it there.
   * @param {GameNode} node @param {Move} move
   */
  add(node, move) {
    const known = node.child(move.ugi);
    if (known) return known;
    const child = new GameNode(node, move);
    node.children.push(child);
    return child;
  }

  /** Takes a node and all after it away. @param {GameNode} node */
  remove(node) {
    const { parent } = node;
    if (!parent) return;
    parent.children = parent.children.filter((child) => child !== node);
    if (this.current === node || this.current.path().includes(node)) this.current = parent;
  }

  /** Makes the line to a node the main line. @param {GameNode} node */
  promote(node) {
    for (const one of node.path()) {
      const siblings = one.parent?.children ?? [];
      siblings.splice(siblings.indexOf(one), 1);
      siblings.unshift(one);
    }
  }

  /** Who is to move at the start. */
  get firstMover() {
    return this.root.first;
  }

  /** The nodes of the main line, as it goes through the current one. */
  mainLine() {
    return this.current.end().path();
  }

  /** All nodes. @returns {GameNode[]} */
  nodes() {
    const found = [this.root];
    for (let i = 0; i < found.length; i += 1) found.push(...(found[i]?.children ?? []));
    return found;
  }

  /** What the server is to be told to find a node. @param {GameNode} node */
  where(node) {
    return { variant: this.variant, rules: this.rules, position: this.position, moves: node.line() };
  }

  /** Learns what a view says of a node, and of the moves on the way to the end of a line. @param {GameNode} node @param {View} view @param {GameNode} [end] */
  learn(node, view, end = node) {
    node.view = view;
    this.root.first = moverOf(view.start, this.variant);
    end.path().forEach((one, i) => {
      const move = view.moves[i];
      if (move) one.move = move;
    });
  }

  /** The game for the address: what somebody else needs to see the same. */
  fragment() {
    if (this.table) return `table=${encodeURIComponent(this.table)}`;
    const fields = new URLSearchParams({ v: this.variant });
    const rules = Object.entries(this.rules);
    if (rules.length) fields.set('r', rules.map(([name, value]) => `${name}:${value}`).join(','));
    if (this.position !== 'startpos') fields.set('p', this.position);
    const line = this.mainLine();
    if (line.length) fields.set('m', line.map((node) => node.move?.ugi ?? '').join(' '));
    if (this.current.depth !== line.length) fields.set('t', String(this.current.depth));
    if (this.bottom === 2) fields.set('b', '2');
    return `${fields}`;
  }

  /** The whole tree, for the browser's storage. */
  toJSON() {
    /** @type {(node: GameNode) => any} */
    const pack = (node) => [node.move?.ugi ?? '', node.move?.native ?? '', node.first, node.value, node.review, node.children.map(pack)];
    const current = this.current.path().map((node) => node.parent?.children.indexOf(node) ?? 0);
    const { variant, rules, position, id, seats, mode, finish, control, clock, bottom, accuracy, table, names } = this;
    // The moves of a table are the server's, who tells each viewer what that one may know.
    if (table) return { variant, rules, id, seats, bottom, table };
    return { variant, rules, position, id, seats, mode, finish, control, clock, bottom, accuracy, table, names, tree: pack(this.root), current };
  }

  /** @param {any} data @returns {Game} */
  static from(data) {
    const game = new Game(data.variant, data.rules ?? {}, data.position ?? 'startpos', data.id);
    const { seats, mode, finish, control, clock, bottom, accuracy, table, names } = data;
    Object.assign(game, { mode: mode ?? 'play', finish: finish ?? null, control: control ?? null, clock: clock ?? null });
    Object.assign(game, { bottom: bottom ?? 1, accuracy: accuracy ?? null, table: table ?? null, names: names ?? null });
    if (Array.isArray(seats) && seats.length === 2) game.seats = /** @type {[Seat, Seat]} */ (seats);
    /** @type {(node: GameNode, packed: any) => void} */
    const unpack = (node, packed) => {
      [node.first, node.value, node.review] = [packed[2] ?? 1, packed[3] ?? null, packed[4] ?? null];
      for (const child of packed[5] ?? []) {
        const next = new GameNode(node, { ugi: child[0], native: child[1], steps: [] });
        node.children.push(next);
        unpack(next, child);
      }
    };
    unpack(game.root, data.tree ?? []);
    for (const index of data.current ?? []) game.current = game.current.children[index] ?? game.current;
    return game;
  }

  /** The game of an address, or null if it names none. @param {string} fragment @returns {Game|null} */
  static fromFragment(fragment) {
    const fields = new URLSearchParams(fragment.replace(/^#/, ''));
    const variant = fields.get('v');
    if (!variant) return null;
    /** @type {Record<string, any>} */
    const rules = {};
    for (const rule of (fields.get('r') ?? '').split(',').filter(Boolean)) {
      const [name = '', value = ''] = rule.split(':');
      rules[name] = value === 'true' ? true : value === 'false' ? false : Number.isNaN(Number(value)) ? value : Number(value);
    }
    const game = new Game(variant, rules, fields.get('p') ?? 'startpos');
    game.mode = 'analysis';
    game.bottom = fields.get('b') === '2' ? 2 : 1;
    let node = game.root;
    for (const ugi of (fields.get('m') ?? '').split(' ').filter(Boolean)) node = game.add(node, { ugi, native: ugi, steps: [] });
    const turn = fields.get('t');
    game.current = (turn === null ? null : node.path()[Number(turn) - 1]) ?? (turn === '0' ? game.root : node);
    return game;
  }
}

/** The browser's storage; without it everything is kept for this page only. */
export const store = {
  /** @param {Game} game */
  save(game) {
    try {
      localStorage.setItem(STORE + game.id, JSON.stringify(game));
      const index = store.list().filter((one) => one.id !== game.id);
      index.unshift({ id: game.id, variant: game.variant, turns: game.mainLine().length, when: Date.now(), table: game.table });
      for (const old of index.splice(KEPT)) localStorage.removeItem(STORE + old.id);
      localStorage.setItem(INDEX, JSON.stringify(index));
    } catch {
      // Full or forbidden: the address still has the game.
    }
  },

  /** @param {string} id @returns {Game|null} */
  load(id) {
    try {
      const text = localStorage.getItem(STORE + id);
      return text ? Game.from(JSON.parse(text)) : null;
    } catch {
      return null;
    }
  },

  /** @returns {{id: string, variant: string, turns: number, when: number, table: string|null}[]} */
  list() {
    try {
      const list = JSON.parse(localStorage.getItem(INDEX) ?? '[]');
      return Array.isArray(list) ? list : [];
    } catch {
      return [];
    }
  },

  /** @param {string} id */
  isKey: (id) => STORE + id,

  /** @param {string} name @param {string|null} [value] */
  setting(name, value) {
    try {
      if (value === undefined) return localStorage.getItem(`sisku-${name}`);
      if (value === null) localStorage.removeItem(`sisku-${name}`);
      else localStorage.setItem(`sisku-${name}`, value);
    } catch {
      // Nothing is kept then.
    }
    return value ?? null;
  },
};
