// The positions of the small boards in the rules, and the moves that they show. Words are in
// rules-en.js and rules-fr.js.

/** @typedef {{fen: string, moves?: string[], marks?: string[]}} Diagram */

/** @type {Record<string, Diagram>} */
export const PIJERSI = {
  start: { fen: 'startpos' },
  capture: { fen: '6/7/6/3s-3/2R-3/7/6 w 0 1', moves: ['c3-d4'] },
  build: { fen: '6/7/2s-3/7/2R-3/2P-4/6 w 0 1', moves: ['b3-c3=e4'] },
  unfold: { fen: '6/4s-2/6/7/2PR3/7/6 w 0 1', moves: ['c3=e4-f5'] },
  arrive: { fen: '6/3R-3/6/7/3s-2/7/6 w 0 1', moves: ['f4-g4'] },
};

/** The same on the wider board. @type {Record<string, Diagram>} */
export const PIJERSI51 = {
  start: { fen: 'startpos' },
  capture: { fen: '6/7/8/4s-4/3R-4/7/6 w 0 1', moves: ['c4-d5'] },
  build: { fen: '6/7/3s-4/9/3R-4/2P-4/6 w 0 1', moves: ['b3-c4=e5'] },
  unfold: { fen: '6/4s-2/8/9/3PR4/7/6 w 0 1', moves: ['c4=e5-f5'] },
  arrive: { fen: '6/3R-3/8/9/4s-3/7/6 w 0 1', moves: ['f4-g4'] },
};

/** @type {Record<string, Diagram>} */
export const JERSI = {
  start: { fen: 'startpos' },
  build: { fen: '3k-3/8/7/8/9/8/2R-4/2P-5/3K-3 w - 0 1', moves: ['b3-c3=e5'] },
  drop: { fen: '3k-3/8/7/8/9/8/7/8/3K-3 w M4W2m4w2 0 1', moves: ['M:d4/M:d5'] },
  climb: { fen: '3k-3/8/7/3m-4/4R-4/8/7/8/3K-3 w - 0 1', moves: ['e5-f4'] },
  king: { fen: '7/8/7/3k-4/4R-4/8/7/8/3K-3 w - 0 1', moves: ['e5-f4/K:i4'], marks: ['i1', 'i2', 'i3', 'i4', 'i5', 'i6', 'i7'] },
  ransom: { fen: '7/8/2r-4/3k-4/4R-4/8/7/8/3K-3 w - 0 1', moves: ['e5-f4#R'], marks: ['g3'] },
  arrive: { fen: '7/3K-4/7/8/4k-4/8/7/8/7 w - 0 1', moves: ['h4-i4'] },
};

/** @type {Record<string, Diagram>} */
export const BLOCH = {
  start: { fen: '6/xxxxxx/6/6/6/6/RPSRPS/6 RPS/xxx 1 ABCDEFabcdef Bb 0 1' },
  attack: { fen: '6/3r2/6/2s3/2R3/6/P5/6 RPS/rps 1 - - 0 9', moves: ['c4xc5'] },
  camp: { fen: 'R5/1P3r/6/6/6/6/6/6 RPS/rps 1 - - 0 9', moves: ['b7b8'] },
};
