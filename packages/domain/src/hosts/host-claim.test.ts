import { describe, expect, test } from 'vitest'
import {
  claimAfterCheck,
  claimExpiresAt,
  type DomainClaim,
  type DomainProblem,
  MAX_MISSING_MS,
  nextCheckAt,
} from './host-claim.ts'

const HOUR = 3_600_000
const NOW = 1_800_000_000_000
const pending: DomainClaim = { isVerified: false, seenAt: null, missingSince: NOW, lostAt: null }
const verified: DomainClaim = { isVerified: true, seenAt: NOW, missingSince: null, lostAt: null }
const missing: DomainClaim = { ...verified, missingSince: NOW }
const unproved: DomainClaim = { isVerified: true, seenAt: null, missingSince: NOW, lostAt: null }
const lost: DomainClaim = { ...pending, lostAt: NOW + MAX_MISSING_MS }
const stateOf = ({ isVerified, lostAt }: DomainClaim) =>
  isVerified ? 'VERIFIED' : lostAt === null ? 'PENDING' : 'LOST'

describe('checks of a claim', () => {
  test.each<[string, DomainClaim, DomainProblem | null, number, string]>([
    ['pending, record seen', pending, null, 1, 'VERIFIED'],
    ['pending, record missing', pending, 'RECORD_MISSING', 71, 'PENDING'],
    ['pending, record missing for 72 hours', pending, 'RECORD_MISSING', 72, 'LOST'],
    ['pending, name servers away for 72 hours', pending, 'NAME_SERVERS_UNREACHABLE', 72, 'LOST'],
    ['pending, held by another for 72 hours', pending, 'HELD_BY_ANOTHER', 72, 'LOST'],
    ['verified, record gone since now', verified, 'RECORD_MISSING', 1000, 'VERIFIED'],
    ['verified, record gone for 71 hours', missing, 'RECORD_DIFFERENT', 71, 'VERIFIED'],
    ['verified, record gone for 72 hours', missing, 'RECORD_MISSING', 72, 'LOST'],
    ['verified, record gone, then name servers away', missing, 'NAME_SERVERS_UNREACHABLE', 73, 'VERIFIED'],
    ['verified without a proof, name servers away', unproved, 'NAME_SERVERS_UNREACHABLE', 72, 'LOST'],
    ['verified, record back', missing, null, 71, 'VERIFIED'],
    ['verified, host of the service', verified, 'NOT_CLAIMABLE', 0, 'LOST'],
    ['lost, record missing', lost, 'RECORD_MISSING', 100, 'LOST'],
    ['lost, record seen', lost, null, 100, 'VERIFIED'],
  ])('a check changes the state of a claim: %s', (_name, claim, problem, hours, state) => {
    expect(stateOf(claimAfterCheck(claim, problem, NOW + hours * HOUR))).toBe(state)
  })

  test('a record that comes back starts the 72 hours anew when it is missing again', () => {
    const back = claimAfterCheck(missing, null, NOW + 71 * HOUR)
    expect(back).toEqual({ ...verified, seenAt: NOW + 71 * HOUR })
    const again = claimAfterCheck(back, 'RECORD_MISSING', NOW + 80 * HOUR)
    expect(claimExpiresAt(again)).toBe(NOW + 152 * HOUR)
  })
})

describe('the next check', () => {
  test.each<[string, DomainClaim, number, number | null]>([
    ['after five minutes in the first hour', pending, 0, 5 / 60],
    ['after an hour in the first day', pending, 1, 1],
    ['after a day later', pending, 24, 24],
    ['at the end of the 72 hours', pending, 60, 12],
    ['a day later while the record is there', verified, 5, 24],
    ['a day later while the record of a verified domain is missing', missing, 0, 24],
    ['an hour later when the 72 hours passed without an answer', missing, 80, 1],
    ['never for a lost claim', lost, 200, null],
  ])('the next check is %s', (_name, claim, hours, after) => {
    const now = NOW + hours * HOUR
    expect(nextCheckAt(claim, now)).toBe(after === null ? null : now + after * HOUR)
  })

  test('the next check is soon enough that a pending claim is lost in a bounded number of checks', () => {
    let claim = pending
    let checks = 0
    for (let at = nextCheckAt(claim, NOW); at !== null; at = nextCheckAt(claim, at)) {
      claim = claimAfterCheck(claim, 'RECORD_MISSING', at)
      checks += 1
    }
    expect(claim.lostAt).toBe(NOW + MAX_MISSING_MS)
    expect(checks).toBeLessThan(50)
  })
})

test.each([
  ['a pending claim', pending, NOW + MAX_MISSING_MS],
  ['a verified claim whose record is missing', missing, NOW + MAX_MISSING_MS],
  ['a verified claim', verified, null],
  ['a lost claim', lost, null],
])('%s says when it is lost', (_name, claim, at) => {
  expect(claimExpiresAt(claim)).toBe(at)
})
