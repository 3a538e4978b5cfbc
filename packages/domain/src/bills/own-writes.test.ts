import { describe, expect, test } from 'vitest'
import { decideWrite, isReportedWrite, noteWrite, type OwnWrites } from './own-writes.ts'

const HOUR_MS = 3_600_000
const OURS = { wanted: 'ten percent', found: 'twenty percent' }
const REACHED = { ...OURS, left: 'ten percent', isReached: true }
const AT_ONCE = { isAsked: false }

/** Puts the other discount back after each change until the next one waits. Returns the memory and how many were made. */
function dispute(now: number, before: OwnWrites | null = null) {
  let writes = before
  for (let made = 0; ; made += 1) {
    if (decideWrite(writes, OURS, { now, ...AT_ONCE }).kind === 'STOPPED') return { writes, made }
    writes = noteWrite(writes, REACHED, now)
  }
}

test('the same discount is put back three times within an hour, and the next time waits for an hour', () => {
  const { writes, made } = dispute(0)
  expect(made).toBe(3)
  expect(decideWrite(writes, OURS, { now: 10, ...AT_ONCE })).toMatchObject({
    kind: 'STOPPED',
    until: HOUR_MS,
    isNews: true,
  })
})

test('the waits of a dispute grow from an hour to a day, and each ends with one change', () => {
  let { writes } = dispute(0)
  let now = 0
  const hours: number[] = []
  for (let change = 0; change < 8; change += 1) {
    const decision = decideWrite(writes, OURS, { now, ...AT_ONCE })
    if (decision.kind === 'MADE') throw new Error('it does not wait')
    hours.push((decision.until - now) / HOUR_MS)
    now = decision.until
    expect(decideWrite(decision.writes, OURS, { now, ...AT_ONCE })).toEqual({ kind: 'MADE' })
    writes = noteWrite(decision.writes, REACHED, now)
  }
  expect(hours).toEqual([1, 2, 4, 8, 16, 24, 24, 24])
})

test('a dispute is news once, until two days passed without a change', () => {
  const first = decideWrite(dispute(0).writes, OURS, { now: 0, ...AT_ONCE })
  if (first.kind === 'MADE') throw new Error('it does not wait')
  expect(decideWrite(first.writes, OURS, { now: 1, ...AT_ONCE })).toMatchObject({ isNews: false })
  const later = 48 * HOUR_MS
  const { writes, made } = dispute(later, first.writes)
  expect(made).toBe(3)
  expect(decideWrite(writes, OURS, { now: later, ...AT_ONCE })).toMatchObject({ isNews: true })
})

test('staff may ask for three changes more within the hour', () => {
  let { writes } = dispute(0)
  let asked = 0
  for (; decideWrite(writes, OURS, { now: 1, isAsked: true }).kind === 'MADE'; asked += 1) {
    writes = noteWrite(writes, REACHED, 1)
  }
  expect(asked).toBe(3)
})

describe('a change that did not come to what was wanted', () => {
  const missed = noteWrite(null, { ...OURS, left: 'fifty percent', isReached: false }, 0)
  const again = { wanted: OURS.wanted, found: 'fifty percent' }

  test('a change that did not come to what was wanted is not made again for the same state within an hour', () => {
    expect(decideWrite(missed, again, { now: 1, ...AT_ONCE })).toMatchObject({
      until: HOUR_MS,
      isNews: false,
    })
    expect(decideWrite(missed, again, { now: HOUR_MS, ...AT_ONCE })).toEqual({ kind: 'MADE' })
  })

  test('a change that staff ask for, and one for other rewards, do not wait for it', () => {
    expect(decideWrite(missed, again, { now: 1, isAsked: true })).toEqual({ kind: 'MADE' })
    const other = { wanted: 'no discount', found: 'fifty percent' }
    expect(decideWrite(missed, other, { now: 1, ...AT_ONCE })).toEqual({ kind: 'MADE' })
  })
})

test('other rewards are followed at once, however often, while no one else changes the discount', () => {
  let writes: OwnWrites | null = null
  for (let rate = 1; rate <= 20; rate += 1) {
    const change = { wanted: `${rate} percent`, found: `${rate - 1} percent` }
    expect(decideWrite(writes, change, { now: rate, ...AT_ONCE })).toEqual({ kind: 'MADE' })
    writes = noteWrite(writes, { ...change, left: change.wanted, isReached: true }, rate)
  }
})

test('what was changed in the same way within an hour, or in a dispute, is not reported again', () => {
  const once = noteWrite(null, REACHED, 0)
  expect(isReportedWrite(null, OURS, 0)).toBe(false)
  expect(isReportedWrite(once, OURS, 1)).toBe(true)
  expect(isReportedWrite(once, { ...OURS, found: 'no discount' }, 1)).toBe(false)
  expect(isReportedWrite(once, { ...OURS, wanted: 'no discount' }, 1)).toBe(false)
  expect(isReportedWrite(once, OURS, HOUR_MS)).toBe(false)
  expect(isReportedWrite({ ...once, waitMs: HOUR_MS }, OURS, HOUR_MS)).toBe(true)
})
