/** Numbers from 0 to below 1 that look random and are the same for each seed (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** One of the values, each as often as its share says. `at` is a number from 0 to below 1. */
export function draw<Value>(
  values: readonly Value[],
  at: number,
  shareOf: (value: Value) => number = () => 1,
): Value {
  let left = at * values.reduce((sum, it) => sum + shareOf(it), 0)
  for (const value of values) {
    left -= shareOf(value)
    if (left < 0) return value
  }
  throw new Error('there is nothing to draw from')
}
