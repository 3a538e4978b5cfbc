import { moderationStatuses, referralStatuses } from '@goodword/domain/account'
import { addDays } from '@goodword/domain/interval'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { filledKeys, fillReferrals } from '../testing/many-referrals.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { makeTestTenant, START } from '../testing/test-tenant.ts'
import { readTenant } from './driver/tenant-tx.ts'
import {
  findReferrals,
  type ListedReferralRow,
  listReferrals,
  type Range,
  type ReferralFilter,
} from './referral-list.ts'

const FRIENDS = 300
const db = await createTestDatabase()
const tenant = await makeTestTenant(db, 'acme')
const otherTenant = await makeTestTenant(db, 'neighbour')

const list = (filter: ReferralFilter) =>
  readTenant(db.service, tenant.id, (tx) =>
    listReferrals(tx, filter, { limit: 1000, after: null, countAll: false }),
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
const range = (days: number): fc.Arbitrary<Range> =>
  fc.record({ from: moment(days), to: fc.option(moment(days), { nil: null }) })
const friend = fc.integer({ min: 1, max: FRIENDS })

const filters = fc.record(
  {
    referringOf: friend,
    referredOf: friend,
    status: fc.constantFrom(...referralStatuses),
    moderation: fc.constantFrom(...moderationStatuses),
    started: range(0),
    converted: range(1),
    ended: range(2),
  },
  { requiredKeys: [] },
)

const isIn = (at: number | null, it: Range) => at !== null && at >= it.from && (it.to === null || at <= it.to)

test('every combination of filters finds what reading everything and choosing finds', async () => {
  expect(all).toHaveLength(FRIENDS)
  await fc.assert(
    fc.asyncProperty(filters, async ({ referringOf, referredOf, ...rest }) => {
      const referring = referringOf === undefined ? null : await filledKeys(db.owner, referringOf, FRIENDS)
      const referred = referredOf === undefined ? null : await filledKeys(db.owner, referredOf, FRIENDS)
      const referrerName = all.find((row) => row.referred_account === `f${referringOf}`)?.referring_account
      const found = await list({
        ...rest,
        ...(referring === null ? {} : { referringAccount: referring.referrer }),
        ...(referred === null ? {} : { referredAccount: referred.account }),
      })
      const chosen = all.filter(
        (row) =>
          (referringOf === undefined || row.referring_account === referrerName) &&
          (referredOf === undefined || row.referred_account === `f${referredOf}`) &&
          (rest.status === undefined || row.status === rest.status) &&
          (rest.moderation === undefined ||
            [row.referred_moderation, row.referrer_moderation].includes(rest.moderation)) &&
          (rest.started === undefined || isIn(row.started_at, rest.started)) &&
          (rest.converted === undefined || isIn(row.converted_at, rest.converted)) &&
          (rest.ended === undefined || isIn(row.ended_at, rest.ended)),
      )
      expect(found.rows).toEqual(chosen)
      expect(found.total).toBe(chosen.length)
    }),
    { numRuns: 300 },
  )
})

test('a range may begin before the epoch’s first uuid ends and reach beyond every year', async () => {
  const widest = { from: 0, to: Number.MAX_SAFE_INTEGER }
  expect((await list({ started: widest, converted: widest })).total).toBe(
    all.filter((row) => row.converted_at !== null).length,
  )
  expect((await list({ started: { from: Number.MAX_SAFE_INTEGER, to: null } })).rows).toEqual([])
})

test('one referral is found by its id, in its own tenant alone', async () => {
  const [row] = all
  if (row === undefined) throw new Error('the tenant is filled')
  expect(await readTenant(db.service, tenant.id, (tx) => findReferrals(tx, [row.id]))).toEqual([row])
  const empty = await makeTestTenant(db, 'empty')
  expect(await readTenant(db.service, empty.id, (tx) => findReferrals(tx, [row.id]))).toEqual([])
})
