import type { EvidenceKind } from '@goodword/domain/fraud/fraud-history'
import type { Command } from '@goodword/domain/referrals/command'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, ProviderId } from '@goodword/domain/values/ids'
import { describe, expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { makeTestTenant, type TestTenant, tenantAt } from '../testing/test-tenant.ts'
import { brokenInvariants } from '../testing/tracking/tracking-invariants.ts'
import { track } from './track.ts'

const db = await createTestDatabase()
const secondProcess = db.connectService()

const attribute = (code: ReferralCode): Command => ({ kind: 'attribute', evidence: 'explicit', code })
const bind = (providerId: string): Command => ({ kind: 'bind', providerId: providerId as ProviderId })
const paid: Command = { kind: 'report', status: 'PAID' }
const mail = 'Ada+friends@example.com'
const sameMail = 'ada@EXAMPLE.com'

type FriendState = { moderation: string; rules: string[]; rewards: number; live: number }

/** Both sides' moderation, the rules that spoke, and how many rewards there are and still count. */
async function stateOf(tenant: TestTenant, friend = 'bob'): Promise<FriendState | undefined> {
  const [row] = await db.owner.query<FriendState>(
    {
      name: 'test.friend_state',
      text: `select r.referred_moderation || ' ' || r.referrer_moderation as moderation,
          array(select s ->> 'rule' from jsonb_array_elements(r.signals) s) as rules,
          (select count(*) from reward w where w.tenant_id = $1 and w.referral_id = r.id) as rewards,
          (select count(*) from reward w where w.tenant_id = $1 and w.referral_id = r.id and w.cancelled_at is null)
            as live
        from referral r join account f on f.tenant_id = $1 and f.id = r.referred_account_id
        where r.tenant_id = $1 and f.external_id = $2`,
    },
    [tenant.id, friend],
  )
  return row
}

const denied = { moderation: 'DENIED DENIED', rules: ['SAME_EMAIL'], rewards: 1, live: 0 }

describe('the same e-mail on both sides', () => {
  test('the same e-mail on both sides is found when the friend is identified later', async () => {
    const tenant = await makeTestTenant(db, 'friend_later')
    const code = await tenant.referrer('ada', 'a')
    await tenant.track('ada', 'server', tenant.identify('a', { email: mail }))
    await tenant.track('bob', 'server', attribute(code))
    expect(await stateOf(tenant)).toMatchObject({ moderation: 'APPROVED APPROVED' })
    await tenant.track('bob', 'server', tenant.identify('b', { email: sameMail }), paid)
    expect(await stateOf(tenant)).toEqual(denied)
    expect(await brokenInvariants(db.owner, tenant.id)).toEqual([])
  })

  test('the same e-mail on both sides is found when the referrer is identified later, by any of the account’s users', async () => {
    const tenant = await makeTestTenant(db, 'referrer_later')
    const code = await tenant.referrer('ada', 'a')
    await tenant.track('bob', 'server', tenant.identify('b', { email: sameMail }), attribute(code))
    await tenant.track('cyd', 'server', tenant.identify('c', { email: 'cyd@example.com' }), attribute(code))
    await tenant.track('ada', 'server', tenant.identify('another user', { email: mail }))
    expect(await stateOf(tenant)).toEqual(denied)
    expect(await stateOf(tenant, 'cyd')).toMatchObject({ moderation: 'APPROVED APPROVED', rules: [] })
    await tenant.track('bob', 'server', paid)
    expect(await stateOf(tenant)).toEqual(denied)
  })

  test('the same e-mail on both sides is detected in one list, in any order of the calls', async () => {
    for (const [index, order] of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
      [1, 0, 2],
    ].entries()) {
      const tenant = await makeTestTenant(db, `one_list_${index}`)
      const code = await tenant.referrer('ada', 'a')
      const track = [
        () => tenant.track('ada', 'server', tenant.identify('a', { email: mail })),
        () => tenant.track('bob', 'server', attribute(code)),
        () => tenant.track('bob', 'server', tenant.identify('b', { email: sameMail })),
      ]
      await Promise.all(order.map((it) => track[it]?.()))
      expect(await stateOf(tenant)).toMatchObject({
        moderation: 'DENIED DENIED',
        rules: ['SAME_EMAIL'],
        live: 0,
      })
    }
  })

  test('the same e-mail on both sides is found at the conversion at the latest, when two processes identify both sides at once', async () => {
    const tenant = await makeTestTenant(db, 'both_at_once')
    const other = tenantAt(secondProcess, tenant.id)
    const pairs = Array.from({ length: 25 }, (_, index) => index)
    const codes = await Promise.all(pairs.map((it) => tenant.referrer(`ada ${it}`, 'a')))
    await Promise.all(codes.map((code, it) => tenant.track(`bob ${it}`, 'server', attribute(code))))
    await Promise.all(
      pairs.flatMap((it) => [
        tenant.track(`ada ${it}`, 'server', tenant.identify('a', { email: `pair${it}@example.com` })),
        other.track(`bob ${it}`, 'server', other.identify('b', { email: `pair${it}+me@example.com` })),
      ]),
    )
    await Promise.all(pairs.map((it) => tenant.track(`bob ${it}`, 'server', paid)))
    for (const it of pairs) expect(await stateOf(tenant, `bob ${it}`)).toEqual(denied)
    expect(await brokenInvariants(db.owner, tenant.id)).toEqual([])
  })

  test.each<[string, (tenant: TestTenant, code: ReferralCode) => Promise<unknown>]>([
    [
      'identified by the call that starts the referral',
      ({ track, identify }, code) =>
        track('bob', 'server', identify('b', { email: sameMail }), attribute(code)),
    ],
    [
      'identified before',
      async ({ track, identify }, code) => {
        await track('bob', 'server', identify('b', { email: sameMail }))
        await track('bob', 'server', attribute(code))
      },
    ],
    [
      'identified later',
      async ({ track, identify }, code) => {
        await track('bob', 'server', attribute(code))
        await track('bob', 'server', identify('b', { email: sameMail }))
      },
    ],
  ])(
    'the same e-mail on both sides counts as certain for a friend %s, if a page named it first, of another user of the referrer’s account',
    async (when, refer) => {
      const tenant = await makeTestTenant(db, `page_first_${when.length}`)
      await tenant.track('ada', 'browser', tenant.identify('page', { email: mail }))
      const { decision } = await tenant.track('ada', 'server', tenant.identify('a', { email: mail }))
      const user =
        decision.kind === 'accepted' ? decision.account.users.find((it) => it.id === 'a') : undefined
      if (user === undefined) throw new Error('the referrer was refused')
      await refer(tenant, user.code)
      expect(await stateOf(tenant)).toMatchObject({ moderation: 'DENIED DENIED', rules: ['SAME_EMAIL'] })
    },
  )

  test('the same e-mail on both sides is only signalled after the conversion', async () => {
    const tenant = await makeTestTenant(db, 'after')
    const code = await tenant.referrer('ada', 'a')
    await tenant.track('bob', 'server', tenant.identify('b', { email: sameMail }), attribute(code), paid)
    await tenant.track('ada', 'server', tenant.identify('a', { email: mail }))
    expect(await stateOf(tenant)).toEqual({
      moderation: 'APPROVED APPROVED',
      rules: ['SAME_EMAIL'],
      rewards: 2,
      live: 2,
    })
  })
})

describe('an unsigned call by a third party', () => {
  test('an unsigned call of the friend, naming the referrer’s e-mail, holds the referrer’s side and leaves the friend alone', async () => {
    const tenant = await makeTestTenant(db, 'third_party_friend')
    const code = await tenant.referrer('ada', 'a')
    await tenant.track('ada', 'server', tenant.identify('a', { email: mail }))
    await tenant.track('bob', 'server', tenant.identify('b'), attribute(code))
    await tenant.track('bob', 'browser', tenant.identify('b', { email: sameMail }))
    await tenant.track('bob', 'browser', tenant.identify('third_party', { email: sameMail }))
    await tenant.track('bob', 'server', tenant.identify('b', { firstName: 'Bob' }))
    await tenant.track('ada', 'server', tenant.identify('a', { email: mail, firstName: 'Ada' }))
    await tenant.track('bob', 'server', paid)
    expect(await stateOf(tenant)).toEqual({
      moderation: 'APPROVED PENDING',
      rules: ['SAME_EMAIL'],
      rewards: 1,
      live: 1,
    })
  })

  test.each(['before', 'after'])(
    'an unsigned call of the referrer, naming the friend’s e-mail %s, does no more',
    async (when) => {
      const tenant = await makeTestTenant(db, `third_party_referrer_${when}`)
      const code = await tenant.referrer('ada', 'a')
      const plant = () => tenant.track('ada', 'browser', tenant.identify('third_party', { email: mail }))
      if (when === 'before') await plant()
      await tenant.track('bob', 'server', tenant.identify('b', { email: sameMail }), attribute(code))
      if (when === 'after') await plant()
      await tenant.track('bob', 'server', tenant.identify('b', { firstName: 'Bob' }), paid)
      expect(await stateOf(tenant)).toEqual({
        moderation: 'APPROVED PENDING',
        rules: ['SAME_EMAIL'],
        rewards: 1,
        live: 1,
      })
      expect(await brokenInvariants(db.owner, tenant.id)).toEqual([])
    },
  )

  test('a referral of an account that pages alone made known is denied by the call that starts it, when both sides share an e-mail', async () => {
    const tenant = await makeTestTenant(db, 'pages_alone')
    const ada = tenant.identify('a', { email: mail })
    const { decision } = await tenant.track('ada', 'browser', ada)
    const user = decision.kind === 'accepted' ? decision.account.users[0] : undefined
    if (user === undefined) throw new Error('a page was refused')
    await tenant.track('bob', 'browser', tenant.identify('b', { email: sameMail }), attribute(user.code))
    expect(await stateOf(tenant)).toMatchObject({ moderation: 'DENIED DENIED', rules: ['SAME_EMAIL'] })
  })
})

describe('the same customer of the processor on both sides', () => {
  test('the same customer on both sides is found when the friend names it, or claims it from a browser', async () => {
    const tenant = await makeTestTenant(db, 'friend_claims')
    const code = await tenant.referrer('ada', 'a')
    await tenant.track('ada', 'server', bind('customer'))
    await tenant.track('bob', 'browser', tenant.identify('b'), bind('customer'), attribute(code), paid)
    expect(await stateOf(tenant)).toMatchObject({
      moderation: 'DENIED DENIED',
      rules: ['SAME_PROCESSOR_CUSTOMER'],
      live: 0,
    })
  })

  test('the same customer on both sides is found when the referrer names what the friend claimed before', async () => {
    const tenant = await makeTestTenant(db, 'referrer_names')
    const code = await tenant.referrer('ada', 'a')
    await tenant.track('bob', 'browser', tenant.identify('b'), bind('customer'), attribute(code))
    await tenant.track('ada', 'server', bind('customer'))
    // The friend's customer is a claim: any page may have made it.
    expect(await stateOf(tenant)).toMatchObject({ moderation: 'APPROVED PENDING', live: 1 })
    expect(await brokenInvariants(db.owner, tenant.id)).toEqual([])
  })
})

test('a card of 200 accounts gets no more of them, and an account with 32 keys no more networks', async () => {
  const tenant = await makeTestTenant(db, 'many_keys')
  const [full, almost] = [keyNumber(1), keyNumber(2)]
  const [accounts, keys] = [Array.from({ length: 399 }, (_, n) => n), Array.from({ length: 31 }, (_, n) => n)]
  const text = `insert into app.evidence_key (tenant_id, key, account_id, kind, first_seen_at, last_seen_at, discriminator)
    select $1, key, account, 'card', now(), now(), row_number() over () from unnest($2::uuid[], $3::uuid[]) as seen(key, account)`
  await db.owner.query({ name: '', text }, [
    tenant.id,
    accounts.map((n) => (n < 200 ? full : almost)),
    accounts.map((n) => keyNumber(1000 + n)),
  ])
  const tell = (kind: EvidenceKind, told: readonly string[]) =>
    track(tenant.ctx, tenant.id, {
      call: {
        ...{ accountId: 'ada' as AccountId, source: 'server', commands: [tenant.identify('a')] },
        observed: { keys: told.map((key) => ({ kind, key })), facts: {} },
      },
      actor: 'server',
    })
  const ofAda = async () => {
    const query = `select e.key from app.evidence_key e join app.account a on a.tenant_id = $1 and a.id = e.account_id
      where e.tenant_id = $1 and a.external_id = 'ada'`
    return (await db.owner.query<{ key: string }>({ name: '', text: query }, [tenant.id])).map((it) => it.key)
  }
  await tell('card', [full, almost])
  expect(await ofAda()).toEqual([almost])
  await tell(
    'device',
    keys.map((n) => keyNumber(5000 + n)),
  )
  await tell('network', [keyNumber(6000)])
  expect(await ofAda()).toHaveLength(32)
  await tell('device', [keyNumber(7000)])
  expect(await ofAda()).toHaveLength(33)
})

function keyNumber(number: number): string {
  return `00000000-0000-8000-8000-${String(number).padStart(12, '0')}`
}
