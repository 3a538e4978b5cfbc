import type { ProgramSettings } from '@goodword/contract/program/program'
import type { FraudSignal } from '@goodword/domain/fraud/fraud'
import type { Command } from '@goodword/domain/referrals/command'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, TenantId, UserId } from '@goodword/domain/values/ids'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase } from '../engine/driver/database.ts'
import { readTenant, type TenantTx } from '../engine/driver/tenant-tx.ts'
import { readAccount } from '../referring/accounts/read-accounts.ts'
import { countReads, type Reads } from '../testing/database/counted-reads.ts'
import { tidyUp } from '../testing/database/tidy-up.ts'
import { withoutAutovacuum } from '../testing/database/without-autovacuum.ts'
import { NO_TIMEOUTS } from '../testing/endless.ts'
import { testContext } from '../testing/test-context.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { makeTestTenant, START, type TestTenant, tenantAt } from '../testing/test-tenant.ts'
import { loadKnownUsers } from './rows/known-users.ts'
import { loadUnconfirmedUsers } from './rows/unconfirmed-users.ts'
import { loadUsers } from './rows/users.ts'

const db = await createTestDatabase()
await withoutAutovacuum(db.owner)
const single = openDatabase(db.serviceAddress, 'service', 1, NO_TIMEOUTS)
const ctx = testContext(single, { now: () => START })
afterAll(() => single.close())

const FEW = 20
const MANY = 4000
/** An index of many rows has one level more: each row is found by a descent from its root. */
const DEEPER = 3
/** Index entries of rows that calls before have replaced; when they are cleaned up differs from run to run. */
const REPLACED = 20
/** Both accounts' e-mail addresses are compared in so many steps at most, each of which reads one of either. */
const MAX_COMPARED = 2 * 100

const paid: Command = { kind: 'report', status: 'PAID' }
const attribute = (code: ReferralCode): Command => ({ kind: 'attribute', evidence: 'explicit', code })

/** A friend's account and a referrer's with so many users each. */
type Size = { readonly friend: number; readonly referrer: number }

/** Calls for the two accounts, by the case whose reads they test. */
const stories: Readonly<Record<string, (tenant: TestTenant, code: ReferralCode) => Promise<unknown>>> = {
  'the server sends a known user': ({ track, identify }) =>
    track('friend', 'server', identify('friend 7', { email: 'new@example.com' })),
  'the server sends a new user': ({ track, identify }) => track('friend', 'server', identify('new')),
  'a browser sends a known user': ({ track, identify }) =>
    track('friend', 'browser', identify('friend 8', { firstName: 'Ann' })),
  'the account is referred': ({ track }, code) => track('friend', 'server', attribute(code)),
  'a user of the referred account is sent': ({ track, identify }) =>
    track('friend', 'server', identify('friend 9', { email: 'other@example.com' })),
  'a user of the referrer’s is sent': ({ track, identify }) =>
    track('referrer', 'server', identify('referrer 9', { email: 'third@example.com' })),
  'the referral converts': ({ track }) => track('friend', 'server', paid),
  'the account is read': ({ id }) => readAccount(ctx, id, 'friend' as AccountId),
}

test('calls read no more rows when an account has 4000 users instead of 20', async () => {
  const few = await readsOf('few', { friend: FEW, referrer: 1 })
  const manyOfFriend = await readsOf('many_friend', { friend: MANY, referrer: 1 })
  const manyOfReferrer = await readsOf('many_referrer', { friend: FEW, referrer: MANY })
  const manyOfBoth = await readsOf('many_both', { friend: MANY, referrer: MANY })
  for (const name of Object.keys(stories)) {
    const { rows } = few[name] ?? none
    expect(manyOfFriend[name]?.rows, name).toBeLessThanOrEqual(rows + REPLACED)
    expect(manyOfReferrer[name]?.rows, name).toBeLessThanOrEqual(rows + REPLACED + 2 * FEW)
    expect(manyOfBoth[name]?.rows, name).toBeLessThanOrEqual(rows + REPLACED + MAX_COMPARED)
  }
})

const none: Reads = { rows: 0, pages: 0 }

// Entries of an index that are passed over count as no rows, but they are on pages.
test('a user who is not known is looked for without reading the users after', async () => {
  const id = 'absent' as TenantId
  await makeTestTenant(db, id)
  const { track, identify } = tenantAt(single, id)
  const { decision } = await track('friend', 'server', identify('first'))
  if (decision.kind === 'refused') throw new Error('the first user was refused')
  const { key: account } = decision.account
  // Comes before all other ids of users.
  const [accountId, userId] = ['friend', ' '] as [AccountId, UserId]
  const lookUp = (tx: TenantTx) =>
    Promise.all([
      loadKnownUsers(tx, [{ accountId, userId }]),
      loadUsers(tx, [account], [{ account, userId }], [account]),
      loadUnconfirmedUsers(tx, [account], 1),
    ])
  const readsWith = async (users: number) => {
    await db.owner.query({ name: '', text: addUsers }, [id, accountId, users])
    // Users that only unsigned calls named are read as far as they may have to give way.
    await db.owner.query(
      { name: '', text: 'update account_user set confirmed = false where tenant_id = $1' },
      [id],
    )
    await tidyUp(db.owner)
    return countReads(db.owner, single, () => readTenant(single, id, lookUp))
  }
  const few = await readsWith(200)
  const many = await readsWith(8000)
  expect(few.rows).toBeGreaterThanOrEqual(100)
  expect(many.rows).toBeLessThanOrEqual(few.rows)
  expect(many.pages).toBeLessThanOrEqual(DEEPER * few.pages)
})

/** Fills a tenant, whose statements were planned on its first rows, and runs the stories. */
async function readsOf(id: string, size: Size): Promise<Record<string, Reads>> {
  await makeTestTenant(db, id)
  const tenant = tenantAt(single, id as TenantId)
  const code = await tenant.referrer('referrer')
  await tenant.referrer('friend')
  for (const account of ['friend', 'referrer'] as const) {
    await db.owner.query({ name: '', text: addUsers }, [id, account, size[account]])
  }
  await tidyUp(db.owner)
  const found: Record<string, Reads> = {}
  for (const [name, track] of Object.entries(stories)) {
    found[name] = await countReads(db.owner, single, () => track(tenant, code))
  }
  return found
}

/** User n of an account is `<account> n` and has an e-mail address, between those of users of the other account. */
const addUsers = `insert into account_user (tenant_id, id, account_id, external_id, code, email, email_key, confirmed,
    created_at)
  select $1, gen_random_uuid(), a.id, a.external_id || ' ' || i, '', mail, mail, true, now()
  from account a cross join generate_series(1, $3::int) as i
  cross join lateral (select i || '@' || a.external_id || '.example' as mail) as mail
  where a.tenant_id = $1 and a.external_id = $2
  on conflict do nothing`

describe('an e-mail address that two accounts share', () => {
  const shared = (it: TestTenant, user: string) => it.identify(user, { email: 'shared@example.com' })
  const others = (it: TestTenant, prefix: string, count: number) =>
    Array.from({ length: count }, (_, index) =>
      it.identify(`${prefix} ${index}`, { email: `${prefix}${index}@example.com` }),
    )

  test.each<[string, Size]>([
    ['of the last of many users and of one', { friend: 300, referrer: 1 }],
    ['of one and of the last of many users', { friend: 1, referrer: 300 }],
    ['of the last of 45 users and of as many', { friend: 45, referrer: 45 }],
  ])(
    'an e-mail address that two accounts share is found %s, when a third user starts the referral',
    async (_name, size) => {
      const tenant = await makeTestTenant(db, `shared_${size.friend}_${size.referrer}`)
      const code = await tenant.referrer('referrer', 'owner')
      await tenant.track('referrer', 'server', ...others(tenant, 'r', size.referrer - 1), shared(tenant, 'r'))
      await tenant.track('friend', 'server', ...others(tenant, 'f', size.friend - 1), shared(tenant, 'f'))
      const { decision } = await tenant.track('friend', 'server', tenant.identify('third'), attribute(code))
      expect(decision).toMatchObject({
        account: { referral: { signals: [{ rule: 'SAME_EMAIL', shadow: false }] } },
      })
    },
  )

  test.each(['friend', 'referrer'])(
    'an e-mail address that two accounts share is found when it is reported later for a user of the %s',
    async (account) => {
      const tenant = await makeTestTenant(db, `later_${account}`)
      const code = await tenant.referrer('referrer', 'owner')
      const other = account === 'friend' ? 'referrer' : 'friend'
      await tenant.track(other, 'server', ...others(tenant, 'x', 20), shared(tenant, 'last'))
      await tenant.track('friend', 'server', tenant.identify('f'), attribute(code))
      await tenant.track(account, 'server', shared(tenant, 'later'))
      expect(await signalsOf(tenant)).toEqual([[{ rule: 'SAME_EMAIL', shadow: false }]])
    },
  )
})

describe('an e-mail address with an active rule', () => {
  const off: ProgramSettings = { fraudRules: [{ rule: 'SAME_EMAIL', mode: 'off' }] }
  const activate = `update program set settings = '{}' where tenant_id = $1`

  // Accounts with few users are read by other statements than those with more.
  test.each<[number, number]>([
    [1, 1],
    [3, 1],
    [4, 40],
    [5, 5],
    [6, 1],
    [40, 40],
  ])(
    'an e-mail address of the last of %i users of the friend’s and the last of %i of the referrer’s denies the conversion once its rule is active',
    async (friends, referrers) => {
      const tenant = await makeTestTenant(db, `active_${friends}_${referrers}`, off)
      const usersOf = (account: string, count: number) =>
        Array.from({ length: count }, (_, index) =>
          tenant.identify(`${account} ${index}`, {
            email: index === count - 1 ? 'shared@example.com' : `${account}${index}@example.com`,
          }),
        )
      const code = await tenant.referrer('referrer', 'owner')
      await tenant.track('referrer', 'server', ...usersOf('referrer', referrers))
      await tenant.track('friend', 'server', ...usersOf('friend', friends), attribute(code))
      await db.owner.query({ name: '', text: activate }, [tenant.id])
      await tenant.track('friend', 'server', paid)
      expect(await signalsOf(tenant)).toEqual([[{ rule: 'SAME_EMAIL', shadow: false }]])
    },
  )
})

test('the referrer’s user id is found among many users of the friend’s account', async () => {
  const tenant = await makeTestTenant(db, 'same_id')
  const code = await tenant.referrer('referrer', 'twin')
  const others = Array.from({ length: 30 }, (_, index) => tenant.identify(`user ${index}`))
  await tenant.track('friend', 'server', ...others, tenant.identify('twin'))
  await tenant.track('friend', 'server', tenant.identify('third'), attribute(code))
  expect(await signalsOf(tenant)).toEqual([[{ rule: 'SAME_USER_ID', shadow: true }]])
})

test('the user with trusted evidence counts among several with the shared address', async () => {
  const tenant = await makeTestTenant(db, 'trusted')
  const code = await tenant.referrer('referrer', 'owner')
  const email = 'shared@example.com'
  for (const user of ['a', 'b', 'c'])
    await tenant.track('referrer', 'browser', tenant.identify(user, { email }))
  await tenant.track('friend', 'server', tenant.identify('f', { email }))
  await tenant.track('friend', 'server', tenant.identify('third' as UserId), attribute(code))
  expect(await signalsOf(tenant)).toEqual([[{ rule: 'SAME_EMAIL', shadow: false, unsigned: true }]])
  await tenant.track('referrer', 'server', tenant.identify('d', { email }))
  await tenant.track('friend', 'server', tenant.identify('f', { firstName: 'Ann' }))
  expect(await signalsOf(tenant)).toEqual([
    [
      { rule: 'SAME_EMAIL', shadow: false, unsigned: true },
      { rule: 'SAME_EMAIL', shadow: false },
    ],
  ])
})

/** The signals of each referral, without their times. */
async function signalsOf(tenant: TestTenant): Promise<readonly unknown[]> {
  const text = 'select signals from referral where tenant_id = $1'
  const rows = await db.owner.query<{ signals: readonly FraudSignal[] }>({ name: '', text }, [tenant.id])
  return rows.map(({ signals }) => signals.map(({ at: _, ...signal }) => signal))
}
