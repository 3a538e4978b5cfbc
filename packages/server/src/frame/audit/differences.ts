import { isDeepStrictEqual } from 'node:util'

/** The fields that differ, each with its earlier and its present value. */
export function differences<Fields extends object>(
  before: Fields,
  after: Fields,
): Record<string, readonly [before: unknown, after: unknown]> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof Fields & string)[]
  // Stored settings have their fields in an order of the database.
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]))
  return Object.fromEntries(changed.map((name) => [name, [before[name] ?? null, after[name] ?? null]]))
}
