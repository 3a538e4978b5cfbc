/** Milliseconds since the epoch. Code that needs the time takes a clock, so that a test can set the time. */
export type Clock = { readonly now: () => number }

export const systemClock: Clock = { now: () => Date.now() }

/** Milliseconds since some moment, for measuring what passes: setting the machine’s clock does not move it. */
export const stopwatch: Clock = { now: () => performance.now() }
