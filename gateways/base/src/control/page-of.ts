import { ControlError } from './control-error.ts'

/** A part of a list, newest first. */
export type Page<T> = {
  readonly items: readonly T[]
  /** The `before` of the next page; null at the end. */
  readonly next: number | null
}

type Sequenced = { readonly sequence: number }

export const pageQuery = ['limit', 'before']

/** @param all in the order in which they were created @throws {ControlError} */
export function pageOf<T extends Sequenced>(
  all: Iterable<T>,
  query: Readonly<Record<string, string>>,
  fits: (thing: T) => boolean = () => true,
): Page<T> {
  const limit = numberIn(query, 'limit', 20, 1, 200)
  const before = numberIn(query, 'before', Number.MAX_SAFE_INTEGER, 1, Number.MAX_SAFE_INTEGER)
  const items: T[] = []
  for (const thing of Array.from(all).reverse()) {
    if (thing.sequence >= before || !fits(thing)) continue
    if (items.length === limit) return { items, next: items.at(-1)?.sequence ?? null }
    items.push(thing)
  }
  return { items, next: null }
}

function numberIn(
  query: Readonly<Record<string, string>>,
  name: string,
  otherwise: number,
  least: number,
  most: number,
): number {
  const text = query[name]
  if (text === undefined || text === '') return otherwise
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new ControlError('INVALID', `"${name}" must be a whole number from ${least} to ${most}.`)
}
