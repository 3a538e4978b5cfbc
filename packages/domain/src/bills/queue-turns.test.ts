import { noteRuns, propertyRuns } from '@goodword/testing/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { percent } from '../testing/bills.ts'
import { addMonths } from '../values/interval.ts'
import { type DatedPercentage, queueTurns, type Span, turnAt } from './queue-turns.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 0, 15)
const at = (day: number) => START + day * DAY_MS
const LAST_DAY = 900

/** A queue in which everything happens at midnight. */
const spans = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 60 })), { maxLength: 3 })
  .map((pauses): readonly Span[] => {
    let day = 0
    return pauses.map(([wait, length]) => {
      const from = day + wait
      day = from + length + 1
      return { from: at(from), until: at(from + length) }
    })
  })
const percentages = fc.array(
  fc.record({
    isQueued: fc.constantFrom(true, true, false),
    value: fc.constantFrom(40, 100),
    months: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 8 }),
    earned: fc.integer({ min: 0, max: 120 }),
    held: fc.constantFrom(0, 20),
    outs: spans,
    leaves: fc.option(fc.integer({ min: 0, max: 200 }), { freq: 3 }),
  }),
  { maxLength: 7 },
)

test('where no bills are seen, the turns of a queue are those of a calendar that is gone through day by day', () => {
  let days = 0
  fc.assert(
    fc.property(percentages, (given) => {
      const all = given.map(
        ({ isQueued, value, months, earned, held, outs, leaves }, index): DatedPercentage => {
          const givenAt = at(earned + held)
          const expiresAt = isQueued || months === null ? null : addMonths(at(earned), months)
          const cancelledAt = leaves === null ? null : givenAt + leaves * DAY_MS
          const times = { givenAt, expiresAt, cancelledAt, queuedAt: isQueued ? at(earned) : null }
          return { ...percent(value, { id: `p${index}`, months, ...times }), outs }
        },
      )
      const turns = queueTurns(all)
      for (const [day, id] of calendarOf(all).entries()) {
        expect(turnAt(turns, at(day))?.id ?? null).toBe(id)
        days += 1
      }
    }),
    { numRuns: propertyRuns(100) },
  )
  noteRuns(`days of queues: ${days}`)
})

/** The ID of the percentage that counts on each day; null for none. */
function calendarOf(all: readonly DatedPercentage[]): readonly (string | null)[] {
  const line = all.filter((it) => it.queuedAt !== null)
  line.sort((one, other) => (one.queuedAt ?? 0) - (other.queuedAt ?? 0))
  const daysLeft = new Map<string, number>()
  return Array.from({ length: LAST_DAY }, (_, day) => {
    const isHere = ({ givenAt, cancelledAt, outs }: DatedPercentage) =>
      (givenAt ?? 0) <= at(day) &&
      (cancelledAt === null || at(day) < cancelledAt) &&
      outs.every(({ from, until }) => at(day) < from || at(day) >= (until ?? 0))
    const others = all.filter((it) => it.queuedAt === null && isHere(it))
    const sum = others.reduce(
      (total, it) => (it.expiresAt === null || at(day) < it.expiresAt ? total + it.rate : total),
      0,
    )
    if (sum >= 10_000) return null
    const open = line.filter((it) => isHere(it) && daysLeft.get(it.id) !== 0)
    const one = open.find((it) => daysLeft.has(it.id)) ?? open[0]
    if (one === undefined) return null
    if (one.months !== null) {
      const whole = (addMonths(at(day), one.months) - at(day)) / DAY_MS
      daysLeft.set(one.id, (daysLeft.get(one.id) ?? whole) - 1)
    }
    return one.id
  })
}
