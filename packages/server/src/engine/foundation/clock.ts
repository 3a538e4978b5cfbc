/** Milliseconds since the epoch. Code that needs the time takes a clock, so that a test can set the time. */
export type Clock = { readonly now: () => number }

export const systemClock: Clock = { now: () => Date.now() }

/** Monotonic milliseconds, for durations: changes of the machine’s clock do not affect it. */
export const stopwatch: Clock = { now: () => performance.now() }
