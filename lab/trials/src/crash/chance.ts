/** Seeded pseudo-random numbers, so that a trial can be repeated. */
export type Chance = {
  /** Draws a number from 0 up to and without 1. */
  (): number
  /** True in this share of the cases. */
  happens(share: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return Object.assign(next, {
    happens: (share: number) => next() < share,
    pick: <Item>(items: readonly Item[]): Item => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('cannot pick from an empty list')
      return item
    },
  })
}
