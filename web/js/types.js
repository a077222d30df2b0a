// Shapes of what the server says (docs/analyze.md, docs/serve.md) and of what the modules share.
// Only comments: nothing here runs.

/** @typedef {1|2} Player */
/** @typedef {{letter: string, name: string}} Kind */
/** @typedef {{name: string, x: number, y: number, shape: 'hexagon'|'square', goal: Player|null}} SceneCell */
/** @typedef {{cell: string, level: number, player: Player, kind: Kind, secret: boolean}} ScenePiece */
/** @typedef {{player: Player, kind: Kind, count: number}} Supply */
/** @typedef {{name: string, value: string}} Counter */
/** @typedef {'p1win'|'p2win'|'draw'} Outcome */
/**
 * @typedef {object} Scene
 * @property {SceneCell[]} cells
 * @property {ScenePiece[]} pieces
 * @property {Supply[]} reserves
 * @property {Supply[]} captured
 * @property {Player} mover
 * @property {Outcome|null} outcome
 * @property {string|null} ending
 * @property {Counter[]} counters
 */
/**
 * @typedef {object} Step
 * @property {'move'|'stack'|'attack'|'place'|'remove'} action
 * @property {string|null} [from]
 * @property {string} to
 * @property {Kind|null} [piece]  what is placed; the attacker's kind; a ransom that is asked for
 * @property {Kind|null} [against]  the attacked one's kind
 */
/** @typedef {{ugi: string, native: string, steps: Step[]}} Move */
/** @typedef {{outcome: Outcome, reason: string}} Finish */
/** @typedef {{control: string, left: [number, number], running: Player|null, at?: number}} TableClock  `at`: when the page was told */
/**
 * @typedef {object} View
 * @property {string} variant
 * @property {number} turn
 * @property {number} turns
 * @property {Move[]} moves
 * @property {string} fen
 * @property {Scene} scene
 * @property {Move[]} legal
 * @property {Finish|null} finish
 * @property {Player} mover
 * @property {boolean} [thinking]
 * @property {TableClock|null} [clock]
 * @property {Player|null} [viewer]
 * @property {string} start  the position of turn 0
 * @property {{name: string, seats: ('person'|'engine')[], level: number, offer: Player|null}|null} [table]
 * @property {{cells: string[], kinds: Kind[], choices: Record<string, string>}} [placement]  the secret set-up
 */
/** @typedef {{win: number, draw: number, loss: number}} Value */
/** @typedef {{result: 'win'|'loss'|'draw', plies?: number}|null} Proof */
/**
 * @typedef {object} MoveAnswer
 * @property {number} order
 * @property {string} move
 * @property {string} native
 * @property {number} visits
 * @property {number} win
 * @property {number} draw
 * @property {number} loss
 * @property {Proof} proof
 * @property {string[]} pv
 */
/**
 * @typedef {object} Answer
 * @property {number} turn
 * @property {boolean} [during_search]
 * @property {Player} mover
 * @property {Outcome} [outcome]
 * @property {{win: number, draw: number, loss: number, visits: number, proof: Proof}} root
 * @property {MoveAnswer[]} moves
 * @property {number} nodes
 * @property {{cell: string, kinds: {kind?: any, name?: string, letter?: string, probability: number}[]}[]} [belief]
 */
/** @typedef {{name: string, kind: string, default: any, min?: number, max?: number}} RuleOption */
/** @typedef {{name: string, title: string, hidden: boolean, setups: string[], rules: RuleOption[], levels: number}} Variant */
/** @typedef {{kind: 'person'|'engine', level: number}} Seat */
/** @typedef {{minutes: number, seconds: number}} TimeControl */
/** @typedef {'best'|'good'|'inaccuracy'|'mistake'|'blunder'} Verdict */
/**
 * @typedef {object} TurnReview
 * @property {number} turn
 * @property {Player} player
 * @property {string} ugi
 * @property {string} native
 * @property {number} expected_best
 * @property {number} expected
 * @property {number} loss
 * @property {Verdict} verdict
 * @property {{ugi: string, native: string, steps: Step[], pv: string[]}|null} better
 * @property {string|null} missed
 * @property {number} accuracy
 */
/**
 * @typedef {object} Review
 * @property {TurnReview[]} turns
 * @property {[number|null, number|null]} accuracy
 * @property {number[]} turning_points
 */
/** @typedef {{from: string|null, to: string, action: string, tone: string, width?: number}} Arrow */

export {};
