// The rules of every game in English, in our own words.

import { BLOCH, JERSI, PIJERSI, PIJERSI51 } from './diagrams.js';

/** @typedef {import('./rules.js').Part} Part */
/** @typedef {Record<string, import('./diagrams.js').Diagram>} Diagrams */

/** @type {[string, string[]][]} */
const CYCLE = [['rock', ['scissors']], ['scissors', ['paper']], ['paper', ['rock']]];

/** @param {Diagrams} diagrams @param {string} name @param {string} caption @returns {Part} */
const board = (diagrams, name, caption) => ({ ...(diagrams[name] ?? { fen: 'startpos' }), caption });

/** @param {Diagrams} boards @returns {Part[]} */
const pijersi = (boards) => [
  { h: 'Aim' },
  { p: 'Bring a rock, a paper or a scissors to the far row: White to row g, Black to row a.' },
  board(boards, 'start', 'The start. White moves first.'),
  { h: 'Pieces' },
  { p: 'Each side has fourteen cubes: four rock, four paper, four scissors and two wise. Two cubes of a side on one space are a stack; there are never more than two. Any cube may lie on any other, but a wise lies on a wise only.' },
  { beats: CYCLE },
  { p: 'The wise captures nothing and cannot be captured. What a stack is, its upper cube says. Both cubes of a captured stack leave the game, a wise below included, and a single cube may capture a stack.' },
  board(boards, 'capture', 'A rock captures scissors by going there.'),
  { h: 'A turn' },
  { p: 'A turn is one action, or two that belong together. Nobody may pass.' },
  { ul: [
    'A cube, alone or on top of a stack, goes one space: to an empty one, onto a single cube of its own side (that builds a stack), or onto an enemy that it captures.',
    'A stack goes one or two spaces in a straight line: to an empty space or onto an enemy that it captures. The space between must be empty. It never goes onto its own side.',
  ] },
  { p: 'These pairs make a turn of two actions:' },
  { ul: ['a cube builds a stack, then this stack goes;', 'a stack goes (and may capture), then its upper cube goes on alone (and may capture, build, or step back).'] },
  board(boards, 'build', 'Build, then go: the paper climbs on the rock, and both go two spaces.'),
  board(boards, 'unfold', 'Go, then unfold: the stack goes two spaces, then the rock captures.'),
  { h: 'The end' },
  { ul: [
    'Whoever has a rock, paper or scissors on the far row at the end of the own turn wins. A wise may stand there, but wins nothing.',
    'Whoever has to move and cannot, loses.',
    'Twenty turns without a capture, ten of each side, are a draw.',
  ] },
  board(boards, 'arrive', 'White arrives and wins.'),
  { h: 'On this page' },
  { p: 'Choose a stack: it goes as a whole. Choose it again, or press “Top only”, and its upper cube goes alone. After the first action go on, or press “Done”; choosing the piece that moved does the same.' },
];

/** @param {string[]} weak @returns {[string, string[]][]} */
const strength = (weak) => [['rock', ['scissors', ...weak]], ['paper', ['rock', ...weak]], ['scissors', ['paper', ...weak]], ['fool', ['fool', 'rock', 'paper', 'scissors', 'king']]];

/** @param {boolean} drops @returns {Part[]} */
const jersiBase = (drops) => [
  { h: 'Aim' },
  { p: 'Bring your king to the far row: White to row i, Black to row a.' },
  board(JERSI, 'start', 'The start. White moves first.'),
  { h: 'Pieces' },
  { p: 'A side has a king, two fools and four each of rock, paper and scissors.' },
  { beats: strength(drops ? ['fool', 'king', 'wise'] : ['fool', 'king']) },
  { p: drops ? 'King, wise and mountain capture nothing.' : 'The king captures nothing.' },
  { p: 'Two cubes of a side may form a stack, whose upper cube says what it is; a king is never below.' },
  { h: 'A turn' },
  { ul: [
    'A cube, alone or on top, goes one space: to an empty one, onto a single cube of its own side, or onto an enemy that it captures.',
    'A stack of two own cubes goes one or two spaces straight, the space between being empty, to an empty space or onto an enemy that it captures.',
    'Two actions: build a stack and move it, or move a stack and then its upper cube.',
  ] },
  board(JERSI, 'build', 'Build, then go: the paper climbs on the rock, and both go two spaces.'),
];

/** @type {Part[]} */
const JERSI_DROPS = [
  { h: 'Reserve and mountains' },
  { p: 'Four mountains and two wise wait beside the board. Instead of moving, drop one or two of them: onto empty cells or onto a single own cube, anywhere. Two cubes land in one cell or in neighbouring ones. A mountain lies only on a mountain of its own side.' },
  board(JERSI, 'drop', 'Two mountains dropped side by side.'),
  { p: 'Mountains are never captured. Any cube but a mountain may climb a single mountain of either side; it then ends its turn there. What stands on a mountain can be captured only by a cube that moves alone. Two mountains in a cell are a wall that nobody passes.' },
  board(JERSI, 'climb', 'The rock climbs a black mountain.'),
];

/** @param {boolean} ransom @returns {Part[]} */
const jersiKing = (ransom) => [
  { h: 'The captured king' },
  { p: 'A captured king is not lost: it goes back to its own first row, onto a cell that the attacker chooses, empty, with one cube of its side, or with a single mountain. If there is none, the attacker wins at once.' },
  ...(ransom ? [] : [board(JERSI, 'king', 'The rock captures the king; White puts it back on one of the marked cells.')]),
];

/** @type {Part[]} */
const JERSI_RANSOM = [
  { h: 'Ransom' },
  { p: 'Before the king comes back, the attacker names a kind of cube that the other side has on the board, alone or on top (no mountain). The other side chooses which such cube it gives up; then the attacker puts the king back. If no kind can be named, the attacker wins.' },
  board(JERSI, 'ransom', 'The king is captured, and a rock is asked for: the one at g3 goes.'),
];

/** @param {boolean} drops @returns {Part[]} */
const jersiEnd = (drops) => [
  { h: 'The end' },
  { ul: [
    'Whose king stands on the far row at the end of the own turn wins.',
    drops ? 'Whoever can neither move nor drop loses.' : 'Whoever has to move and cannot, loses.',
    'Forty turns without a capture, twenty of each side, are a draw.',
  ] },
  board(JERSI, 'arrive', 'The white king arrives and wins.'),
  { h: 'On this page' },
  { p: drops
    ? 'Choose a cube of your reserve, then a cell; a second cube if you like, then “Done”. A captured king appears on the cells where it may go.'
    : 'Choose a stack: it goes as a whole; choose it again for its upper cube. A captured king appears on the cells where it may go.' },
];

/** @type {Record<string, Part[]>} */
export default {
  pijersi: pijersi(PIJERSI),
  pijersi51: pijersi(PIJERSI51),
  jersi: [...jersiBase(true), ...JERSI_DROPS, ...jersiKing(false), ...jersiEnd(true)],
  'jersi-nodrop': [...jersiBase(false), ...jersiKing(false), ...jersiEnd(false)],
  'jersi-ransom': [...jersiBase(true), ...JERSI_DROPS, ...jersiKing(true), ...JERSI_RANSOM, ...jersiEnd(true)],
  bloch: [
    { h: 'Aim' },
    { p: 'Bring two pieces into the enemy’s camp, the last row of the board.' },
    { h: 'Set-up' },
    { p: 'Of three rock, three paper and three scissors you choose six in secret and put them on your start row in any order. The other three are your reserve. You see where the enemies stand, but not what they are.' },
    board(BLOCH, 'start', 'What White sees at the start. A broken outline: the opponent does not know this piece.'),
    { h: 'A turn' },
    { ul: [
      'Move a piece one square forward, back or sideways to an empty square. A piece that was not played yet may go two squares forward.',
      'Attack an enemy on a neighbouring square, or move and then attack with the same piece.',
      'Barter, once in the game: exchange one of your pieces on the board with one of your reserve, in secret.',
    ] },
    { h: 'An attack' },
    { beats: CYCLE },
    { p: 'Both pieces are announced and stay known. The stronger one takes the place of the weaker one, which leaves the game – so a defender who wins goes forward too. Equal pieces both stay. Pieces in the enemy’s camp neither attack nor are attacked.' },
    board(BLOCH, 'attack', 'Rock attacks, scissors is announced: it is captured.'),
    { h: 'The end' },
    { ul: [
      'Two pieces in the enemy’s camp win; so does capturing the last enemy on the board.',
      'If each side has one piece left, the one in the enemy’s camp wins.',
      'Sixty turns without a capture or a barter are a draw.',
    ] },
    board(BLOCH, 'camp', 'The second piece enters the camp: White wins.'),
    { h: 'On this page' },
    { p: 'Choose a kind in your reserve and then a piece on the board to barter. Two persons at one screen pass it on; nothing is shown in between. After the end everything is open.' },
  ],
};
