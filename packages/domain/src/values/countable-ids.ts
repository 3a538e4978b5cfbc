import type { AccountId } from './ids.ts'

/** Fewer accounts than this show no pattern. */
const MIN_ACCOUNTS = 5
/** Who guesses one id in this many is right often enough. */
const MAX_GAP = 100

/** A prefix that ids have in common, with the number behind it. */
const numbered = /^(?<prefix>.*?)(?<number>\d{1,15})$/su

/**
 * Whether ids look as if one of them is enough to guess others: most of them are a number behind the same text, and the
 * numbers lie close together, as those of a sequence do. Random numbers do not.
 */
export function areCountable(ids: readonly AccountId[]): boolean {
  const numbers = new Map<string, number[]>()
  for (const id of ids) {
    const { prefix, number } = numbered.exec(id)?.groups ?? {}
    if (prefix === undefined || number === undefined) continue
    numbers.set(prefix, [...(numbers.get(prefix) ?? []), Number(number)])
  }
  return [...numbers.values()].some((it) => {
    const isMost = it.length >= MIN_ACCOUNTS && it.length * 2 > ids.length
    const range =
      it.reduce((most, one) => Math.max(most, one), 0) - it.reduce((least, one) => Math.min(least, one))
    return isMost && range <= it.length * MAX_GAP
  })
}
