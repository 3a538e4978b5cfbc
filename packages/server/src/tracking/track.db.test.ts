import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { ProviderId, UserId } from '@goodword/domain/values/ids'
import { propertyRuns } from '@goodword/testing/property-runs'
import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { makeTestTenant, tenantAt } from '../testing/test-tenant.ts'
import { brokenInvariants } from '../testing/tracking/tracking-invariants.ts'
import type { Tracked } from './track.ts'

const runs = propertyRuns()
const db = await createTestDatabase()
const secondProcess = db.connectService()

const attribute = (code: ReferralCode) => ({ kind: 'attribute', evidence: 'explicit', code }) as const
const bind = (providerId: string) => ({ kind: 'bind', providerId: providerId as ProviderId }) as const
const paid = { kind: 'report', status: 'PAID' } as const

async function rowsOf<Row>(text: string, tenantId: string): Promise<Row[]> {
  return db.owner.query<Row>({ name: '', text }, [tenantId])
}

const rewardsOf = (tenantId: string) =>
  rowsOf<{ source: string; rewards: number }>(
    'select source, count(*) as rewards from reward where tenant_id = $1 group by source order by source',
    tenantId,
  )

const accountIdsOf = async (tenantId: string) =>
  (
    await rowsOf<{ external_id: string }>(
      'select external_id from account where tenant_id = $1 order by external_id',
      tenantId,
    )
  ).map((row) => row.external_id)

function refusalsOf(tracked: readonly Tracked[]): string[] {
  return tracked.flatMap(({ decision }) => (decision.kind === 'refused' ? [decision.refused.code] : []))
}

describe('the first payment', () => {
  test('I2: the first payment gives each side one reward and none before, however often and in however many processes it is reported', async () => {
    const seats = { type: 'FEATURE', featureType: 'seats', quantity: 3 } as const
    const tenant = await makeTestTenant(db, 'first_payment', { referredReward: seats, referrerReward: seats })
    const other = tenantAt(secondProcess, tenant.id)
    const code = await tenant.referrer('ada')
    const friends = Array.from({ length: Math.ceil(runs / 30) }, (_, friend) => `friend ${friend}`)
    for (const it of friends) await tenant.track(it, 'server', tenant.identify('u'), attribute(code))
    const given = 'select from reward where tenant_id = $1 and given_at is not null'
    expect(await rowsOf(given, tenant.id)).toEqual([])
    for (const friend of friends) {
      const tracked = await Promise.all(
        Array.from({ length: 200 }, (_, index) =>
          (index % 2 === 0 ? tenant : other).track(friend, 'server', paid),
        ),
      )
      const converted = tracked.filter(
        ({ decision }) =>
          decision.kind === 'accepted' && decision.outcomes.some((it) => it.type === 'referral.converted'),
      )
      expect(converted).toHaveLength(1)
      const seen = tracked.map(
        ({ decision }) => decision.kind === 'accepted' && decision.account.referral?.convertedAt,
      )
      expect(new Set(seen)).toEqual(new Set([tenant.clock.now]))
    }
    expect(await rewardsOf(tenant.id)).toEqual([
      { source: 'FRIEND_SIGNUP', rewards: friends.length },
      { source: 'REFERRED', rewards: friends.length },
    ])
    expect(await rowsOf(given, tenant.id)).toHaveLength(2 * friends.length)
    expect(await brokenInvariants(db.owner, tenant.id)).toEqual([])
  })

  test('I2: the first payment converts once when it makes the account, the user and the referral at the same time', async () => {
    const tenant = await makeTestTenant(db, 'all_at_once')
    const other = tenantAt(secondProcess, tenant.id)
    const code = await tenant.referrer('ada')
    const calls = Array.from({ length: 50 }, (_, friend) =>
      [tenant, other, tenant, other].map((caller) =>
        caller.track(`friend ${friend}`, 'server', caller.identify('u'), attribute(code), paid),
      ),
    )
    const tracked = await Promise.all(calls.flat())
    expect(tracked.filter(({ decision }) => decision.kind === 'accepted')).toHaveLength(200)
    expect(await rewardsOf(tenant.id)).toEqual([
      { source: 'FRIEND_SIGNUP', rewards: 50 },
      { source: 'REFERRED', rewards: 50 },
    ])
    expect(await brokenInvariants(db.owner, tenant.id)).toEqual([])
  })

  test('the first payment waits for a user, and converts once however many are identified at once', async () => {
    const tenant = await makeTestTenant(db, 'late_user')
    const other = tenantAt(secondProcess, tenant.id)
    const code = await tenant.referrer('ada')
    const { decision } = await tenant.track('bob', 'server', attribute(code), paid)
    expect(decision.kind === 'accepted' && decision.outcomes.map((it) => it.reason)).toContain(
      'NO_USER_IDENTIFIED',
    )
    await Promise.all(
      Array.from({ length: 20 }, (_, user) => {
        const caller = user % 2 === 0 ? tenant : other
        return caller.track('bob', user % 3 === 0 ? 'browser' : 'server', caller.identify(`u${user % 5}`))
      }),
    )
    expect(await rewardsOf(tenant.id)).toEqual([
      { source: 'FRIEND_SIGNUP', rewards: 1 },
      { source: 'REFERRED', rewards: 1 },
    ])
    expect(await brokenInvariants(db.owner, tenant.id)).toEqual([])
  })
})

describe('a customer of the processor', () => {
  test('I9: a customer of the processor belongs to one account; every other that names it is refused, and nothing of its call is kept', async () => {
    const tenant = await makeTestTenant(db, 'one_customer')
    const other = tenantAt(secondProcess, tenant.id)
    const code = await tenant.referrer('ada')
    await tenant.track('known', 'server', { kind: 'report', status: 'TRIAL' })
    const calls = Array.from({ length: 40 }, (_, index) => {
      const caller = index % 2 === 0 ? tenant : other
      const account = index % 4 === 0 ? 'known' : `new ${index}`
      return caller.track(account, 'server', caller.identify('u'), bind('customer'), attribute(code), paid)
    })
    const refusals = refusalsOf(await Promise.all(calls))
    expect(new Set(refusals)).toEqual(new Set(['PROVIDER_ID_TAKEN']))
    const bound = await rowsOf<{ external_id: string }>(
      'select external_id from account where tenant_id = $1 and provider_id is not null',
      tenant.id,
    )
    expect(bound).toHaveLength(1)
    const winner = bound[0]?.external_id ?? ''
    expect(await accountIdsOf(tenant.id)).toEqual([...new Set(['ada', 'known', winner])].sort())
    const [known] = await rowsOf<{ status: string; people: number; events: number }>(
      `select subscription_status as status,
         (select count(*) from account_user p where p.tenant_id = $1 and p.account_id = x.id) as people,
         (select count(*) from event e where e.tenant_id = $1 and e.account_id = x.id) as events
       from account x where x.tenant_id = $1 and x.external_id = 'known'`,
      tenant.id,
    )
    if (winner !== 'known') expect(known).toEqual({ status: 'TRIAL', people: 0, events: 0 })
    expect(await brokenInvariants(db.owner, tenant.id)).toEqual([])
  })

  test('I9: a customer of the processor goes to one of two concurrent accounts, and a repeat gets the same result', async () => {
    const tenant = await makeTestTenant(db, 'crossed')
    const other = tenantAt(secondProcess, tenant.id)
    const crossing = (caller: typeof tenant, from: number) => [
      caller.track(`x${from}`, 'server', bind('p1')),
      caller.track(`x${from + 1}`, 'server', bind('p2')),
    ]
    const both = () => Promise.all([...crossing(tenant, 1), ...crossing(other, 3).reverse()])
    await both()
    const owners = await rowsOf<{ provider_id: string }>(
      'select provider_id from account where tenant_id = $1 order by provider_id',
      tenant.id,
    )
    expect(owners.map((row) => row.provider_id)).toEqual(['p1', 'p2'])
    expect(refusalsOf(await both())).toEqual(['PROVIDER_ID_TAKEN', 'PROVIDER_ID_TAKEN'])
    expect(await accountIdsOf(tenant.id)).toHaveLength(2)
  })
})

describe('a refused call', () => {
  test('a refused call stores nothing and does not affect the other calls of its list', async () => {
    const tenant = await makeTestTenant(db, 'refused')
    const code = await tenant.referrer('ada')
    const unknown = attribute('NOSUCHCODE' as ReferralCode)
    const tracked = await Promise.all([
      tenant.track('first', 'server', tenant.identify('u'), attribute(code)),
      tenant.track('unknown_code', 'server', tenant.identify('u'), unknown, paid),
      tenant.track('ada', 'server', attribute(code), paid),
      tenant.track('first', 'server', bind('p'), { kind: 'describe', value: 0.001 }, paid),
      tenant.track('first', 'server', paid),
      tenant.track('last', 'server', tenant.identify('u'), attribute(code), paid),
    ])
    expect(refusalsOf(tracked)).toEqual(['REFERRAL_CODE_NOT_FOUND', 'SELF_REFERRAL', 'VALIDATION_FAILED'])
    expect(await accountIdsOf(tenant.id)).toEqual(['ada', 'first', 'last'])
    const stored = await rowsOf(
      `select x.external_id as id, x.subscription_status as status, x.provider_id, r.status as referral
       from account x left join referral r on r.tenant_id = $1 and r.referred_account_id = x.id
       where x.tenant_id = $1 order by 1`,
      tenant.id,
    )
    expect(stored).toEqual([
      { id: 'ada', status: null, provider_id: null, referral: null },
      { id: 'first', status: 'PAID', provider_id: null, referral: 'CONVERTED' },
      { id: 'last', status: 'PAID', provider_id: null, referral: 'CONVERTED' },
    ])
    expect(await brokenInvariants(db.owner, tenant.id)).toEqual([])
  })

  test('a refused call leaves no row of an account that was new, alone or repeated', async () => {
    const tenant = await makeTestTenant(db, 'no_row')
    const call = () =>
      tenant.track('ghost', 'server', tenant.identify('u'), attribute('NOPE' as ReferralCode))
    expect(refusalsOf(await Promise.all([call(), call()]))).toHaveLength(2)
    expect(refusalsOf([await call()])).toEqual(['REFERRAL_CODE_NOT_FOUND'])
    expect(await accountIdsOf(tenant.id)).toEqual([])
    expect(await rowsOf('select id from event where tenant_id = $1', tenant.id)).toEqual([])
  })
})

test('a code of the server that the cookie of a later user names came by the link', async () => {
  const tenant = await makeTestTenant(db, 'cookie_of_later_user')
  const code = await tenant.referrer('ada')
  const cookie = { kind: 'attribute', evidence: 'cookie', code, userId: 'second' as UserId } as const
  await tenant.track('bob', 'browser', tenant.identify('first'), paid)
  // A page has paid: the cookie comes too late to attribute the account.
  await tenant.track('bob', 'browser', tenant.identify('second'), cookie)
  const { decision } = await tenant.track('bob', 'server', attribute(code))
  expect(decision.kind === 'accepted' && decision.account.referral?.channel).toBe('LINK')
})

test('one list of calls that restores a cancelled reward and cancels it again enters both in the ledger', async () => {
  const tenant = await makeTestTenant(db, 'restored_and_cancelled')
  const code = await tenant.referrer('ada')
  const moderate = (status: 'APPROVED' | 'DENIED') =>
    tenant.track('bob', 'server', { kind: 'moderate', status, side: 'referrer' })
  await tenant.track('bob', 'server', tenant.identify('b'), attribute(code), paid)
  await moderate('DENIED')
  tenant.clock.now += 86_400_000
  await Promise.all([moderate('APPROVED'), moderate('DENIED')])
  const causes = `select split_part(e.source, ':', 1) as cause from entry e join reward w on w.tenant_id = $1 and w.id = e.reward_id
    where e.tenant_id = $1 and w.source = 'FRIEND_SIGNUP' and e.source not like '%:expiry' and e.kind = 'REVERSAL' order by e.created_at, cause desc`
  expect(await rowsOf(causes, tenant.id)).toEqual(
    ['reversal', 'revival', 'reversal'].map((cause) => ({ cause })),
  )
  expect(await brokenInvariants(db.owner, tenant.id)).toEqual([])
})

test('what did not happen is kept once per account, reason and code, of servers and of browsers', async () => {
  const tenant = await makeTestTenant(db, 'once')
  const other = tenantAt(secondProcess, tenant.id)
  const code = await tenant.referrer('ada')
  const third = await tenant.referrer('cyd')
  await tenant.track('bob', 'server', tenant.identify('b1'), attribute(code), paid)
  const cancelled = { kind: 'report', status: 'CANCELLED' } as const
  for (const caller of [tenant, other]) {
    await Promise.all([
      caller.track('bob', 'server', attribute(third)),
      caller.track('bob', 'server', attribute('NOPE' as ReferralCode)),
      other.track('bob', 'browser', attribute(third), paid),
      caller.track('ada', 'server', cancelled),
      other.track('ada', 'browser', attribute('NOPE' as ReferralCode)),
      tenant.track('ada', 'browser', attribute(code)),
    ])
    await caller.track('ada', 'server', { kind: 'report', status: 'TRIAL' })
    await caller.track('ada', 'server', cancelled)
  }
  const skipped = await rowsOf<{ account: string; reason: string; code: string | null }>(
    `select a.external_id as account, e.reason, e.code
     from event e join account a on a.tenant_id = $1 and a.id = e.account_id
     where e.tenant_id = $1 and e.subject is not null`,
    tenant.id,
  )
  expect(skipped.map((it) => [it.account, it.reason, it.code ?? ''].join(' ')).sort()).toEqual(
    [
      'ada CODE_UNKNOWN NOPE',
      'ada NOT_REFERRED ',
      `ada SELF_REFERRAL ${code}`,
      'bob ALREADY_CONVERTED ',
      'bob ALREADY_REFERRED NOPE',
      `bob ALREADY_REFERRED ${third}`,
      `bob ALREADY_REFERRED ${third}`,
    ].sort(),
  )
})
