import { afterEach, expect, test, vi } from 'vitest'
import { Pipeline } from '../../../store/driver/pipeline.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { makeTestTenant, type TestTenant } from '../../../testing/test-tenant.ts'

const db = await createTestDatabase()
const departures = vi.spyOn(Pipeline.prototype, 'submit')

afterEach(() => departures.mockClear())

async function roundTripsOf(call: () => Promise<unknown>): Promise<number> {
  departures.mockClear()
  await call()
  return departures.mock.calls.length
}

async function story(tenant: TestTenant) {
  const code = await tenant.referrer('ada')
  const attribute = { kind: 'attribute', evidence: 'explicit', code } as const
  return {
    attributes: () => tenant.track('friend', 'server', tenant.identify('f'), attribute),
    pays: () => tenant.track('friend', 'server', { kind: 'report', status: 'PAID' }),
    returns: () => tenant.track('friend', 'server', tenant.identify('g')),
  }
}

test('a call of a new account takes two round trips, as one that only reports; one with a user of a known account three', async () => {
  const friend = await story(await makeTestTenant(db, 'round_trips'))
  expect(await roundTripsOf(friend.attributes)).toBe(2)
  expect(await roundTripsOf(friend.pays)).toBe(2)
  expect(await roundTripsOf(friend.pays)).toBe(2)
  expect(await roundTripsOf(friend.returns)).toBe(3)
})

test('a program that limits a referrer’s rewards reads what belongs to the referrer as well', async () => {
  const friend = await story(await makeTestTenant(db, 'limited', { maxReferrerRewards: 3 }))
  expect(await roundTripsOf(friend.attributes)).toBe(3)
  expect(await roundTripsOf(friend.pays)).toBe(3)
})

test('a program that has or had milestones reads the friends of a referrer where an account can convert, and no other does', async () => {
  const reward = { type: 'CREDIT', unit: 'EUR', credit: 500 } as const
  const friend = await story(await makeTestTenant(db, 'milestones', { milestones: [{ friends: 2, reward }] }))
  const statements = async (call: () => Promise<unknown>) => {
    await roundTripsOf(call)
    return departures.mock.contexts.flatMap((it) => (it instanceof Pipeline ? it.names : []))
  }
  const MILESTONES = 'reward.lock_milestones_of_referrers'
  expect(await statements(friend.attributes)).not.toContain(MILESTONES)
  expect((await statements(friend.pays)).filter((it) => it === MILESTONES)).toEqual([MILESTONES])
  expect(departures.mock.calls).toHaveLength(3)
  await db.owner.query({ name: '', text: removeMilestones }, ['milestones'])
  expect(await statements(friend.pays)).toContain(MILESTONES)
  const other = await story(await makeTestTenant(db, 'no_milestones'))
  expect(await statements(other.attributes)).not.toContain(MILESTONES)
  expect(await statements(other.pays)).not.toContain(MILESTONES)
})

test('a call repeats its transaction if the program limits rewards since the call before, and the limit holds', async () => {
  const tenant = await makeTestTenant(db, 'limited_later')
  const friend = await story(tenant)
  await friend.attributes()
  await db.owner.query({ name: '', text: limitRewards }, [tenant.id])
  // The first pipeline and its rollback come before those of a program with a limit.
  expect(await roundTripsOf(friend.pays)).toBe(2 + 3)
  expect(await db.owner.query({ name: '', text: rewardsOfReferrers }, [tenant.id])).toEqual([{ counted: 0 }])
  expect(await roundTripsOf(friend.pays)).toBe(3)
})

const removeMilestones = `update program set settings = '{}', had_milestones = true where tenant_id = $1`
const limitRewards = `update program set settings = '{"maxReferrerRewards": 0}' where tenant_id = $1`
const rewardsOfReferrers = `select count(*)::int8 as counted from reward
  where tenant_id = $1 and source = 'FRIEND_SIGNUP'`
