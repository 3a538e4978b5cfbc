import type { Statement } from './statement.ts'

export const discardPlans: Statement = { name: 'session.discard_plans', text: 'discard plans' }

const transactions = new WeakMap<object, number>()

/** Twice as many each time: a table that grows from nothing is looked at again soon, a large one seldom. */
const FIRST_AT = 8
const FACTOR = 2

/**
 * Whether a connection should plan its statements anew after the transaction at hand; to be asked once for each. Plans
 * are made for the tables as they are and then kept, also those of foreign keys, which nobody else can ask for. On a
 * table that was all but empty every index looks as good as any other, and the wrong one gets worse with every row.
 */
export function isPlanningDue(connection: object): boolean {
  const count = (transactions.get(connection) ?? 0) + 1
  transactions.set(connection, count)
  let due = FIRST_AT
  while (due < count) due *= FACTOR
  return due === count
}
