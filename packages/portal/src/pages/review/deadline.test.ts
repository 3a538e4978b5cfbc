import { expect, test } from 'vitest'
import { deadlineOf } from './deadline.ts'

const decision = (dateReviewEnds: number | null, dateDecidedByItself: number | null) => ({
  by: 'RULE' as const,
  actor: null,
  reason: 'SAME_CARD',
  message: null,
  date: 0,
  dateReviewEnds,
  dateDecidedByItself,
})

test('the side whose time ends first says until when to decide, and what happens then', () => {
  expect(deadlineOf({ referrerDecision: null, referredDecision: decision(null, null) })).toBeNull()
  const both = { referrerDecision: decision(20, 20), referredDecision: decision(10, null) }
  expect(deadlineOf(both)).toEqual({ at: 10, isByItself: false })
  expect(deadlineOf({ ...both, referredDecision: null })).toEqual({ at: 20, isByItself: true })
})
