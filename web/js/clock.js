// Clocks of games that the page keeps itself.

/** Two clocks, of which at most one runs. */
export class Clock {
  /** @type {1|2|null} */
  running = null;
  #since = 0;

  /** @param {import('./types.js').TimeControl} control @param {[number, number]|null} remaining  milliseconds */
  constructor(control, remaining) {
    this.increment = control.seconds * 1000;
    /** @type {[number, number]} */
    this.times = remaining ? [...remaining] : [control.minutes * 60_000, control.minutes * 60_000];
  }

  /** What a player has left, in milliseconds. @param {1|2} player */
  left(player) {
    const used = this.running === player ? performance.now() - this.#since : 0;
    return Math.max(0, (this.times[player - 1] ?? 0) - used);
  }

  /** Lets a player's clock run. @param {1|2} player */
  start(player) {
    if (this.running === player) return;
    this.stop(false);
    this.running = player;
    this.#since = performance.now();
  }

  /** Stops what runs; a move that was made earns the increment. @param {boolean} moved */
  stop(moved) {
    const { running } = this;
    if (!running) return;
    this.times[running - 1] = this.left(running) + (moved ? this.increment : 0);
    this.running = null;
  }
}

/** Minutes and seconds; tenths at the end. @param {number} milliseconds */
export function timeText(milliseconds) {
  const seconds = Math.max(0, milliseconds) / 1000;
  if (seconds < 10) return `0:0${(Math.floor(seconds * 10) / 10).toFixed(1)}`;
  const whole = Math.ceil(seconds - 0.001);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
