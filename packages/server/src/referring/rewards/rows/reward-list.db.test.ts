import {
  amountOf,
  type Reward,
  type RewardSpec,
  rewardStatuses,
  rewardTypes,
  statusesOf,
} from '@goodword/domain/rewards/reward'
import type { RewardId } from '@goodword/domain/values/ids'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inTenant, readTenant } from '../../../engine/driver/tenant-tx.ts'
import { createIdGenerator } from '../../../engine/foundation/id-generator.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { makeTestTenant, START } from '../../../testing/test-tenant.ts'
import { insertRewards, rewardOf } from '../../../tracking/rows/ledger/rewards.ts'
import { listRewards, type RewardFilter } from './reward-list.ts'

const db = await createTestDatabase()
const keys = createIdGenerator()
let stories = 0

const months = fc.option(fc.integer({ min: 1, max: 24 }), { nil: undefined })
const spec: fc.Arbitrary<RewardSpec> = fc.oneof(
  fc.record({ percent: fc.integer({ min: 0, max: 10_000 }), months }).map((it) => ({
    type: 'PCT_DISCOUNT' as const,
    discountPercent: it.percent / 100,
    ...(it.months === undefined ? {} : { monthsDiscountIsValid: it.months }),
  })),
  fc
    .record({
      type: fc.constantFrom('CREDIT' as const, 'TIME_CREDIT' as const),
      credit: fc.nat({ max: 5 }),
      months,
    })
    .map((it) => ({
      type: it.type,
      unit: 'EUR',
      credit: it.credit,
      ...(it.months === undefined ? {} : { monthsCreditIsValid: it.months }),
    })),
  fc.nat({ max: 5 }).map((quantity) => ({ type: 'FEATURE' as const, featureType: 'seats', quantity })),
)
const moment = fc.option(
  fc.integer({ min: -2, max: 2 }).map((it) => START + it),
  { nil: null },
)
const reward: fc.Arbitrary<Reward> = fc
  .record({
    spec,
    spent: fc.constantFrom(0, 0.5, 1),
    isReserved: fc.boolean(),
    givenAt: moment,
    expiresAt: moment,
    cancelledAt: moment,
    cancellations: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ spent, isReserved, ...it }) => ({
    ...it,
    source: 'MANUAL' as const,
    createdAt: START - 10,
    scheduledFor: null,
    billsAfter: null,
    monthsLeft: null,
    billsLeft: null,
    queuePosition: null,
    turnAt: null,
    redeemed: Math.floor(amountOf(it.spec) * spent),
    reserved: isReserved ? Math.floor(amountOf(it.spec) * spent) : 0,
    redeemedAt: spent === 1 ? START - 5 : null,
    milestone: null,
    milestoneLostAt: null,
    takenBack: 0,
    paymentKey: null,
  }))

test('a reward is stored and read as it is, and listed under the status that the rules give it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(reward, { minLength: 1, maxLength: 40 }), async (rewards) => {
      stories += 1
      const tenant = await makeTestTenant(db, `rewards_${stories}`)
      const { decision } = await tenant.track('ada', 'server', tenant.identify('a'))
      if (decision.kind === 'refused') throw new Error('nothing was wrong')
      const { key } = decision.account
      const owned = rewards.map((it) => ({
        id: keys.make<RewardId>(START),
        account: key,
        user: null,
        referral: null,
        reward: it,
      }))
      await inTenant(db.service, tenant.id, async (tx) => insertRewards(tx, owned))
      const list = async (filter: RewardFilter) => {
        const request = { limit: 100, after: null, countAll: false }
        const page = await readTenant(db.service, tenant.id, (tx) => listRewards(tx, filter, START, request))
        expect(page.total).toBe(page.rows.length)
        return page.rows
      }
      const all = (await list({})).toReversed()
      expect(all.map(rewardOf)).toEqual(rewards)
      expect(all.every((row) => row.account === 'ada' && row.user_id === null)).toBe(true)
      for (const status of rewardStatuses) {
        const due = owned.filter((it) => statusesOf(it.reward, START).includes(status))
        expect((await list({ status })).map((row) => row.id).toReversed()).toEqual(due.map((it) => it.id))
      }
      for (const type of rewardTypes) {
        const due = owned.filter((it) => it.reward.spec.type === type)
        expect((await list({ type, accountId: 'ada' })).map((row) => row.id).toReversed()).toEqual(
          due.map((it) => it.id),
        )
      }
      expect(await list({ accountId: 'unknown' })).toEqual([])
    }),
    { numRuns: 25 },
  )
})
