import type { ProgramSettings } from '@goodword/contract/program/program'
import type { Command } from '@goodword/domain/referrals/command'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import { readUsedCode } from '@goodword/domain/referrals/used-code'
import type { AccountId } from '@goodword/domain/values/ids'
import { addMonths, startOfDay } from '@goodword/domain/values/interval'
import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant, START, type TestTenant } from '../../testing/test-tenant.ts'
import { readAccountDiscount } from './read-account-discount.ts'

const db = await createTestDatabase()
const DAY_MS = 86_400_000

const attribute = (code: ReferralCode): Command => ({ kind: 'attribute', evidence: 'explicit', code })
const report = (status: 'TRIAL' | 'PAID' | 'CANCELLED'): Command => ({ kind: 'report', status })

async function newShop(name: string, settings: ProgramSettings = {}) {
  const tenant = await makeTestTenant(db, name, settings)
  const read = (account: string, code: string | null = null) =>
    readAccountDiscount(
      tenant.ctx,
      tenant.id,
      account as AccountId,
      code === null ? null : readUsedCode(code),
    )
  return {
    tenant,
    read,
    /** The discounts in effect at a moment: the friend's, the referrer's and the applied one, in percent. */
    percentAt: async (account: string, at: number) => {
      tenant.clock.now = at
      const { discount } = await read(account)
      return [discount.bySource.REFERRED, discount.bySource.FRIEND_SIGNUP, discount.applied].map(
        (it) => it / 100,
      )
    },
  }
}

const befriend = (tenant: TestTenant, friend: string, code: ReferralCode) =>
  tenant.track(friend, 'server', tenant.identify('u'), attribute(code))

describe('a percentage', () => {
  test('a percentage counts for the friend from the attribution, for the referrer from the conversion, twelve months each', async () => {
    const { tenant, percentAt } = await newShop('months')
    const code = await tenant.referrer('ada')
    await befriend(tenant, 'bob', code)
    const paidAt = START + 45 * DAY_MS
    expect(await percentAt('bob', START)).toEqual([10, 0, 10])
    expect(await percentAt('ada', paidAt)).toEqual([0, 0, 0])
    await tenant.track('bob', 'server', report('PAID'))
    expect(await percentAt('ada', paidAt - 1)).toEqual([0, 0, 0])
    const end = addMonths(paidAt, 12)
    const endOfFriend = startOfDay(end)
    for (const [account, last, percents] of [
      ['ada', end - 1, [0, 10, 10]],
      ['bob', endOfFriend - 1, [10, 0, 10]],
    ] as const) {
      for (const at of [paidAt, last]) expect(await percentAt(account, at)).toEqual(percents)
      expect(await percentAt(account, last + 1)).toEqual([0, 0, 0])
    }
  })

  test('a percentage ends on both sides with the referral, and its expiry takes nothing twice', async () => {
    const { tenant, percentAt } = await newShop('end')
    await befriend(tenant, 'bob', await tenant.referrer('ada'))
    await tenant.track('bob', 'server', report('PAID'))
    tenant.clock.now = START + 10 * DAY_MS
    await tenant.track('bob', 'server', report('CANCELLED'))
    for (const account of ['ada', 'bob']) {
      expect(await percentAt(account, START + 10 * DAY_MS)).toEqual([0, 0, 0])
      expect(await percentAt(account, addMonths(START, 12))).toEqual([0, 0, 0])
    }
    tenant.clock.now = START + 20 * DAY_MS
    await tenant.track('bob', 'server', report('PAID'))
    expect(await percentAt('bob', tenant.clock.now)).toEqual([0, 0, 0])
  })

  test('a percentage adds up over friends, and is capped at the whole price', async () => {
    const { tenant, percentAt, read } = await newShop('sum')
    const code = await tenant.referrer('ada')
    for (let friend = 0; friend < 12; friend += 1) {
      await befriend(tenant, `friend ${friend}`, code)
      await tenant.track(`friend ${friend}`, 'server', report('PAID'))
    }
    expect(await percentAt('ada', START)).toEqual([0, 120, 100])
    expect((await read('ada')).discount.uncapped).toBe(12_000)
  })

  test('a percentage that is held is given late, and its months still begin at the conversion', async () => {
    const { tenant, percentAt } = await newShop('hold', { referrerHoldDays: 30 })
    await befriend(tenant, 'bob', await tenant.referrer('ada'))
    await tenant.track('bob', 'server', report('PAID'))
    expect(await percentAt('ada', START + 30 * DAY_MS - 1)).toEqual([0, 0, 0])
    expect(await percentAt('ada', START + 30 * DAY_MS)).toEqual([0, 10, 10])
    expect(await percentAt('ada', addMonths(START, 12))).toEqual([0, 0, 0])
  })
})

test('credits are summed by unit, and stay when the referral ends', async () => {
  const { tenant, read } = await newShop('credits', {
    referredReward: { type: 'TIME_CREDIT', unit: 'DAY', credit: 14, monthsCreditIsValid: 1 },
    referrerReward: { type: 'CREDIT', unit: 'EUR', credit: 500 },
  })
  const code = await tenant.referrer('ada')
  for (const friend of ['bob', 'cyd']) {
    await befriend(tenant, friend, code)
    expect((await read(friend)).credits).toEqual([])
    await tenant.track(friend, 'server', report('PAID'))
  }
  expect((await read('ada')).credits).toEqual([{ unit: 'EUR', available: 1000 }])
  expect((await read('bob')).credits).toEqual([{ unit: 'DAY', available: 14 }])
  await tenant.track('bob', 'server', report('CANCELLED'))
  expect((await read('ada')).credits).toEqual([{ unit: 'EUR', available: 1000 }])
  expect((await read('bob')).credits).toEqual([{ unit: 'DAY', available: 14 }])
  tenant.clock.now = addMonths(START, 1)
  expect((await read('bob')).credits).toEqual([{ unit: 'DAY', available: 0 }])
})

describe('the query with a code', () => {
  test('the query returns the friend’s discount and the referrer’s name for an unknown account, and stores nothing', async () => {
    const { tenant, read } = await newShop('what_if')
    const code = await tenant.referrer('ada', 'a')
    await tenant.track('ada', 'server', tenant.identify('a', { firstName: 'Ada', lastName: 'Lovelace' }))
    const reading = await read('nobody yet', code)
    expect(reading).toMatchObject({ referrerName: 'Ada L.', coupon: { applies: true, reason: null } })
    expect(reading.discount.applied).toBe(1000)
    await expect(read('nobody yet')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
  })

  test('the query refuses a code that does not work or is the account’s own', async () => {
    const { tenant, read } = await newShop('what_if_not')
    const code = await tenant.referrer('ada')
    await expect(read('ada', code)).rejects.toMatchObject({ code: 'SELF_REFERRAL' })
    await expect(read('ada', 'NOSUCH')).rejects.toMatchObject({ code: 'REFERRAL_CODE_NOT_FOUND' })
  })

  test('the query returns the current discount of a referred or closed account, and the reason why nothing changes', async () => {
    const { tenant, read } = await newShop('what_if_late')
    const code = await tenant.referrer('ada')
    const otherCode = await tenant.referrer('cyd')
    await befriend(tenant, 'bob', code)
    await tenant.track('dan', 'server', report('PAID'))
    expect((await read('bob', code)).coupon).toEqual({ applies: true, reason: null })
    for (const it of [otherCode, 'NOSUCH']) {
      const reading = await read('bob', it)
      expect(reading.coupon).toEqual({ applies: false, reason: 'ALREADY_REFERRED' })
      expect(reading.discount.applied).toBe(1000)
      expect((await read('dan', it)).coupon).toEqual({ applies: false, reason: 'EXISTING_CUSTOMER' })
    }
  })
})
