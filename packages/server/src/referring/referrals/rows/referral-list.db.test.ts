import { moderationStatuses, referralStatuses } from '@goodword/domain/referrals/account'
import { addDays } from '@goodword/domain/values/interval'
import type { TimeRange } from '@goodword/domain/values/time-range'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { readTenant } from '../../../engine/driver/tenant-tx.ts'
import { fillReferrals } from '../../../testing/database/many-referrals.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { makeTestTenant, START } from '../../../testing/test-tenant.ts'
import { findReferrals, type ListedReferralRow, listReferrals, type ReferralFilter } from './referral-list.ts'

const FRIENDS = 300
const db = await createTestDatabase()
const tenant = await makeTestTenant(db, 'acme')
const otherTenant = await makeTestTenant(db, 'other_tenant')

const list = (filter: ReferralFilter) =>
  readTenant(db.service, tenant.id, (tx) =>
    listReferrals(tx, filter, START, { limit: 1000, after: null, countAll: false }),
  )

let all: readonly ListedReferralRow[] = []
beforeAll(async () => {
  await fillReferrals(db.owner, tenant.id, FRIENDS)
  await fillReferrals(db.owner, otherTenant.id, FRIENDS)
  // The sides differ, and a side waits.
  const text = `update referral set referrer_moderation = 'PENDING' where tenant_id = $1 and right(id::text, 1) in ('3', '7')`
  await db.owner.query({ name: '', text }, [tenant.id])
  all = (await list({})).rows
})

const moment = (days: number) =>
  fc.integer({ min: -1, max: FRIENDS + 2 }).map((ms) => addDays(START + ms, days))
const range = (days: number): fc.Arbitrary<TimeRange> =>
  fc.record({ from: moment(days), to: fc.option(moment(days), { nil: null }) })
const friend = fc.integer({ min: 1, max: FRIENDS })

const filters = fc.record(
  {
    referringOf: friend,
    referredOf: friend,
    status: fc.constantFrom(...referralStatuses),
    moderationStatus: fc.constantFrom(...moderationStatuses),
    started: range(0),
    converted: range(1),
    ended: range(2),
  },
  { requiredKeys: [] },
)

const written = ({ from, to }: TimeRange) => (to === null ? `${from}` : `${from},${Math.max(from, to)}`)

const isIn = (at: number | null, { from, to }: TimeRange) =>
  at !== null && at >= from && (to === null || at <= Math.max(from, to))

test('every combination of filters finds what reading everything and choosing finds', async () => {
  expect(all).toHaveLength(FRIENDS)
  await fc.assert(
    fc.asyncProperty(filters, async ({ referringOf, referredOf, started, converted, ended, ...rest }) => {
      const referrerName = all.find((row) => row.referred_account === `f${referringOf}`)?.referring_account
      const found = await list({
        ...rest,
        ...(referrerName === undefined ? {} : { referringAccountId: referrerName }),
        ...(referredOf === undefined ? {} : { referredAccountId: `f${referredOf}` }),
        ...(started === undefined ? {} : { dateReferralStarted: written(started) }),
        ...(converted === undefined ? {} : { dateConverted: written(converted) }),
        ...(ended === undefined ? {} : { dateReferralEnded: written(ended) }),
      })
      const chosen = all.filter(
        (row) =>
          (referringOf === undefined || row.referring_account === referrerName) &&
          (referredOf === undefined || row.referred_account === `f${referredOf}`) &&
          (rest.status === undefined || row.status === rest.status) &&
          (rest.moderationStatus === undefined ||
            [row.referred_moderation, row.referrer_moderation].includes(rest.moderationStatus)) &&
          (started === undefined || isIn(row.started_at, started)) &&
          (converted === undefined || isIn(row.converted_at, converted)) &&
          (ended === undefined || isIn(row.ended_at, ended)),
      )
      expect(found.rows).toEqual(chosen)
      expect(found.total).toBe(chosen.length)
    }),
    { numRuns: 300 },
  )
})

test('a range may begin before the epoch’s first uuid ends and reach beyond every year', async () => {
  const latest = 999_999_999_999_999
  const widest = { dateReferralStarted: `0,${latest}`, dateConverted: `0,${latest}` }
  expect((await list(widest)).total).toBe(all.filter((row) => row.converted_at !== null).length)
  expect((await list({ dateReferralStarted: `${latest}` })).rows).toEqual([])
})

test('an account that does not exist, or is another tenant’s, has no referrals', async () => {
  const [row] = all
  const names = ['unknown', row?.referred_account ?? '']
  const empty = await makeTestTenant(db, 'no_referrals')
  for (const id of names) {
    const request = { limit: 10, after: null, countAll: false }
    const found = await readTenant(db.service, empty.id, (tx) =>
      listReferrals(tx, { referredAccountId: id, referringAccountId: id }, START, request),
    )
    expect(found).toEqual({ rows: [], total: 0, nextCursor: null })
  }
})

test('a filter that the list does not have is an error', async () => {
  const wrong = { accountId: 'ada' } as ReferralFilter
  await expect(list(wrong)).rejects.toThrow('the list referral.list has no filter accountId')
})

test('one referral is found by its id, in its own tenant alone', async () => {
  const [row] = all
  if (row === undefined) throw new Error('the tenant is filled')
  expect(await readTenant(db.service, tenant.id, (tx) => findReferrals(tx, [row.id]))).toEqual([row])
  const empty = await makeTestTenant(db, 'empty')
  expect(await readTenant(db.service, empty.id, (tx) => findReferrals(tx, [row.id]))).toEqual([])
})
