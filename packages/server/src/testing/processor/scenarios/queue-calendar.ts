import { type BillTable, billRow, tableOf } from './bill-table.ts'
import type { Scenario } from './play-scenarios.ts'
import type { ScenarioActions } from './scenario-actions.ts'

/** A friend who subscribes by the year at noon of a day, `YYYY-MM-DD`, and perhaps leaves at noon of another one. */
type QueuedFriend = { readonly from: string; readonly until?: string }

/** A bill of the referrer before any discount, in minor units. */
type PlainBill = { readonly day: string; readonly minor: number }

/** From 31 January on, each on the last day of its month. */
export const MONTH_ENDS: readonly PlainBill[] = Array.from({ length: 12 }, (_, month) => ({
  day: new Date(Date.UTC(2040, month + 1, 0)).toISOString().slice(0, 10),
  minor: 3000,
}))

/**
 * Computes the bills of a referrer who gets one free month for each friend, one after another, by a list of the friends in the order in
 * which they came: each bill takes the first one off the list who has not left. It uses none of the service's rules.
 */
export function queueOnPaper(
  friends: readonly QueuedFriend[],
  bills: readonly PlainBill[],
  { withZero }: { readonly withZero: boolean },
): BillTable {
  const waiting = friends.toSorted((one, other) => (one.from < other.from ? -1 : 1))
  const rows = bills.flatMap(({ day, minor }) => {
    const next = waiting.findIndex(({ from, until }) => from < day && (until === undefined || until >= day))
    if (next === -1) return [billRow(day, '', text(minor), [])]
    waiting.splice(next, 1)
    return withZero ? [billRow(day, text(minor), text(0), [])] : []
  })
  return tableOf(rows)
}

function text(minor: number): string {
  return (minor / 100).toFixed(2)
}

/** How the calendar is played at a processor. */
type Played<Subscribing> = {
  readonly yearly: Subscribing
  readonly withZero: boolean
  /** The referrer's bills; a year of them if absent. */
  readonly bills?: readonly PlainBill[]
}

/** The year of a referrer with these friends. */
export function queuedYear<Subscribing extends object>(
  name: string,
  friends: readonly QueuedFriend[],
  { yearly, withZero, bills = MONTH_ENDS }: Played<Subscribing>,
): Scenario<ScenarioActions<Subscribing>> {
  type People = ScenarioActions<Subscribing>
  const acts = new Map<string, (people: People) => Promise<unknown>>()
  const add = (day: string, act: (people: People) => Promise<unknown>) => {
    const before = acts.get(day)
    acts.set(day, async (people) => {
      await before?.(people)
      await act(people)
    })
  }
  add('2040-01-31', (it) => it.referrer('ada'))
  for (const [index, { from, until }] of friends.entries()) {
    const friend = `friend${index + 1}`
    add(from, (it) => it.friend(friend, 'ada', yearly))
    if (until !== undefined) add(until, (it) => it.cancel(friend))
  }
  return {
    name,
    acts: Object.fromEntries(acts),
    bills: { ada: queueOnPaper(friends, bills, { withZero }) },
  }
}
