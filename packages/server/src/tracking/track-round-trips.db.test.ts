import type { Command } from '@goodword/domain/referrals/command'
import { codeInCommand, readUsedCode } from '@goodword/domain/referrals/used-code'
import type { AccountId } from '@goodword/domain/values/ids'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { Pipeline } from '../engine/driver/pipeline.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { makeTestTenant, type TestTenant } from '../testing/test-tenant.ts'
import { track } from './track.ts'

const db = await createTestDatabase()
const departures = vi.spyOn(Pipeline.prototype, 'submit')

afterEach(() => departures.mockClear())
afterAll(() => departures.mockRestore())

async function roundTripsOf(call: () => Promise<unknown>): Promise<number> {
  departures.mockClear()
  await call()
  return departures.mock.calls.length
}

async function statementsOf(call: () => Promise<unknown>): Promise<readonly string[]> {
  await roundTripsOf(call)
  return departures.mock.contexts.flatMap((it) => (it instanceof Pipeline ? it.names : []))
}

const reward = { type: 'CREDIT', unit: 'EUR', credit: 500 } as const
const milestones = [{ friends: 2, reward }]

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

test.each([
  ['limits the rewards of referrers', 'limited', { maxReferrerRewards: 3 }],
  ['has milestones', 'with_milestones', { milestones }],
])(
  'a program that %s reads one thing more where an account can convert, and nothing where it is new',
  async (_program, id, settings) => {
    const [plain, counting] = [
      await makeTestTenant(db, `plain_${id}`),
      await makeTestTenant(db, id, settings),
    ]
    const [friend, counted] = [await story(plain), await story(counting)]
    // The process learns of the counts by the first call.
    await counting.track('other', 'server', counting.identify('o'))
    expect(await statementsOf(counted.attributes)).toHaveLength(
      (await statementsOf(friend.attributes)).length,
    )
    expect(await roundTripsOf(counted.returns)).toBe(3)
    await friend.returns()
    const paid = await statementsOf(friend.pays)
    expect(await statementsOf(counted.pays)).toHaveLength(paid.length + 1)
    expect(departures.mock.calls).toHaveLength(3)
  },
)

test('what fraud rules read of history comes with the code, and the keys of a call are written by one statement', async () => {
  const tenant = await makeTestTenant(db, 'evidence')
  const code = await tenant.referrer('ada')
  const call = (id: string, commands: readonly Command[], keys: readonly string[]) => () =>
    track(tenant.ctx, tenant.id, {
      call: {
        ...{ accountId: id as AccountId, source: 'browser', commands },
        observed: { keys: keys.map((key) => ({ kind: 'device', key })), facts: {} },
      },
      actor: 'browser',
    })
  const attribute = { kind: 'attribute', evidence: 'explicit', code } as const
  const [known, other] = ['00000000-0000-8000-8000-000000000001', '00000000-0000-8000-8000-000000000002']
  const plain = await statementsOf(call('plain', [tenant.identify('f'), attribute], []))
  expect(plain).toContain('evidence_key.history')
  expect(plain.filter((it) => it.startsWith('code.look_up'))).toEqual([])
  const withKeys = await statementsOf(call('keys', [tenant.identify('f'), attribute], [known]))
  expect(withKeys.filter((it) => !plain.includes(it))).toEqual(['evidence_key.insert'])
  expect(withKeys).toHaveLength(plain.length + 1)
  // Who referred an account that was there before is written with its keys, by the same statement if the call tells all of them.
  const REFER = 'evidence_key.refer'
  for (const id of ['none', 'same', 'more'])
    await call(id, [tenant.identify('f')], id === 'none' ? [] : [known])()
  expect(await statementsOf(call('none', [attribute], []))).not.toContain(REFER)
  expect(await statementsOf(call('same', [attribute], [known]))).not.toContain(REFER)
  expect(await statementsOf(call('more', [attribute], [other]))).toContain(REFER)
  const text = `select distinct r.external_id from evidence_key e join account r on r.tenant_id = $1 and r.id = e.referring_account_id
    where e.tenant_id = $1`
  expect(await db.owner.query({ name: '', text }, [tenant.id])).toEqual([{ external_id: 'ada' }])
  const unreferred = `select count(*)::int4 as keys from evidence_key where tenant_id = $1 and referring_account_id is null`
  expect(await db.owner.query({ name: '', text: unreferred }, [tenant.id])).toEqual([{ keys: 0 }])
})

test('a program that has or had milestones reads the friends of a referrer where an account can convert, and no other does', async () => {
  const friend = await story(await makeTestTenant(db, 'milestones', { milestones }))
  const MILESTONES = 'reward.lock_milestones_of_referrers'
  expect(await statementsOf(friend.attributes)).not.toContain(MILESTONES)
  expect((await statementsOf(friend.pays)).filter((it) => it === MILESTONES)).toEqual([MILESTONES])
  expect(departures.mock.calls).toHaveLength(3)
  await db.owner.query({ name: '', text: removeMilestones }, ['milestones'])
  expect(await statementsOf(friend.pays)).toContain(MILESTONES)
  const other = await story(await makeTestTenant(db, 'no_milestones'))
  expect(await statementsOf(other.attributes)).not.toContain(MILESTONES)
  expect(await statementsOf(other.pays)).not.toContain(MILESTONES)
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

test('where there are codes of an earlier product, one of ours takes no round trip more, whatever its case, and one of those at most two', async () => {
  const tenant = await makeTestTenant(db, 'former_codes')
  const code = await tenant.referrer('ada')
  let friends = 0
  const trips = (text: string) => {
    friends += 1
    const command = { kind: 'attribute', evidence: 'explicit', ...codeInCommand(readUsedCode(text)) } as const
    return roundTripsOf(() => tenant.track(`friend ${friends}`, 'browser', tenant.identify('f'), command))
  }
  const FIND = 'former_code.find'
  const without = await trips(code)
  expect(await trips('jane.doe')).toBe(without)
  const insert = `insert into former_code (tenant_id, spelling, user_id, is_exact, created_at)
    select $1, unnest(array['jane.doe', 'OLD-3']), user_id, true, now() from referral_code where tenant_id = $1 and code = $2`
  await db.owner.query({ name: '', text: insert }, [tenant.id, code])
  expect([await trips(code), await trips(code.toLowerCase())]).toEqual([without, without])
  expect([await trips('jane.doe'), await trips('OLD-3')]).toEqual([without + 1, without + 2])
  expect(await statementsOf(() => trips(code))).not.toContain(FIND)
})

const removeMilestones = `update program set settings = '{}', had_milestones = true where tenant_id = $1`
const limitRewards = `update program set settings = '{"maxReferrerRewards": 0}' where tenant_id = $1`
const rewardsOfReferrers = `select count(*)::int8 as counted from reward
  where tenant_id = $1 and source = 'FRIEND_SIGNUP'`
