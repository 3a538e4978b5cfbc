import type { EndNotice, UserMailKind } from '@goodword/domain/outbound/mail'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import { describe, expect, test } from 'vitest'
import { openMailServer } from '../../engine/mail-server/open-mail-server.ts'
import type { Tables } from '../../engine/tables.generated.ts'
import { startMailReceiver } from '../../testing/mail/mail-receiver.ts'
import { credit, emails, type MailTenant, makeMailTenant } from '../../testing/mail/mail-tenant.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createMails } from './create-mails.ts'
import { choosePreferences } from './preferences.ts'
import { MAIL_KEPT_MS, sweepMails } from './sending/sweep-mails.ts'

const db = await createTestDatabase()
const receiver = await startMailReceiver()
const server = () =>
  openMailServer({ host: '127.0.0.1', port: receiver.port, tls: 'off', login: null }, { perSecond: 1000 })
const DAY_MS = 86_400_000
const address = { email: 'ada@example.com', firstName: 'Ada' }
const never = new AbortController().signal

async function withReferrer(tenant: MailTenant, fields: object = address): Promise<string> {
  await tenant.track('ada', 'server', tenant.identify('u', fields))
  return tenant.referrer('ada', 'u')
}
const kindsOf = async (tenant: MailTenant) => (await tenant.mails()).map((it) => `${it.kind} ${it.state}`)
const query = (text: string, values: unknown[] = []) => db.owner.query({ name: '', text }, values)
const setEmails = (tenant: MailTenant, changes: object) =>
  query(
    `update app.program set settings = jsonb_set(settings, '{emails}', settings -> 'emails' || $2) where tenant_id = $1`,
    [tenant.id, JSON.stringify(changes)],
  )

test('a friend who joins and pays makes two e-mails to the referrer, and repeats make none', async () => {
  const tenant = await makeMailTenant(db, 'story', server())
  const code = await withReferrer(tenant)
  for (let repeat = 0; repeat < 2; repeat += 1) {
    await tenant.friend('bob', code)
    await tenant.pay('bob')
    await tenant.publish()
    await tenant.send()
  }
  expect(await kindsOf(tenant)).toEqual(['FRIEND_JOINED SENT', 'REWARD_EARNED SENT'])
  expect(receiver.mails.map((it) => it.subject).sort()).toEqual([
    'A friend joined through your link',
    'You have earned a reward',
  ])
  expect(receiver.mails.some((it) => it.text?.includes('€15.00'))).toBe(true)
})

test('an e-mail about a percentage that may have to wait for others is due once its turn is known', async () => {
  const queued = {
    type: 'PCT_DISCOUNT',
    discountPercent: 100,
    monthsDiscountIsValid: 1,
    stacking: 'QUEUE',
  } as const
  const tenant = await makeMailTenant(db, 'queued', server(), { referrerReward: queued })
  await tenant.friend('bob', await withReferrer(tenant))
  await tenant.pay('bob')
  await tenant.publish()
  await tenant.send()
  expect(await kindsOf(tenant)).toEqual(['FRIEND_JOINED SENT', 'REWARD_EARNED WAITING'])
  await query(`update app.reward set queue_position = 1, turn_at = '2027-03-03' where tenant_id = $1`, [
    tenant.id,
  ])
  tenant.clock.now += 60_000
  await tenant.send()
  expect(receiver.mails.at(-1)?.text).toContain('March 3, 2027')
})

test('events that are published again make no second e-mail', async () => {
  const tenant = await makeMailTenant(db, 'twice', server())
  await tenant.friend('bob', await withReferrer(tenant))
  await tenant.pay('bob')
  await tenant.publish()
  const before = await tenant.mails()
  const events = await db.owner.query<Tables['event']>(
    { name: '', text: 'select * from app.event where tenant_id = $1' },
    [tenant.id],
  )
  const published = events.map((event) => ({ event }))
  await tenant.sender.writeTenant(tenant.id, (tx) => createMails(tx, [...published, ...published]))
  expect(await tenant.mails()).toEqual(before)
  expect(before).toHaveLength(2)
})

test('a program sends nothing by default', async () => {
  const off = await makeMailTenant(db, 'off', server(), { emails: null })
  await off.friend('bob', await withReferrer(off))
  await off.pay('bob')
  await off.publish()
  expect(await off.mails()).toEqual([])
})

/** The cause of an e-mail of each kind, without those that a sweep creates before something ends. */
const causes: Readonly<
  Record<
    Exclude<UserMailKind, EndNotice>,
    (tenant: MailTenant, friend: () => Promise<void>) => Promise<unknown>
  >
> = {
  FRIEND_JOINED: (_, friend) => friend(),
  REWARD_EARNED: (tenant, friend) => friend().then(() => tenant.pay('bob')),
  SHARE_REMINDER: (tenant) => tenant.pay('ada'),
  REFERRAL_CHECKED: (tenant, friend) =>
    friend().then(() =>
      tenant.track('bob', 'server', { kind: 'moderate', status: 'PENDING', side: 'referrer', as: 'staff' }),
    ),
}

test.each(
  // The keys of the table are kinds.
  Object.entries(causes) as [UserMailKind, (typeof causes)['FRIEND_JOINED']][],
)(
  '%s follows from its cause while it is on, and is skipped if its recipient does not want it',
  async (kind, cause) => {
    const only = { emails: { ...emails, kinds: [kind] } }
    const tenant = await makeMailTenant(db, `only_${kind.toLowerCase()}`, server(), only)
    const code = await withReferrer(tenant)
    await cause(tenant, () => tenant.friend('bob', code))
    await tenant.publish()
    expect(await kindsOf(tenant)).toEqual([`${kind} WAITING`])
    const ada = { accountId: 'ada' as AccountId, userId: 'u' as UserId }
    await choosePreferences(tenant.ctx, tenant.id, ada, { unwanted: new Set([kind]) })
    tenant.clock.now += 30 * DAY_MS
    await tenant.send()
    expect(await tenant.mails()).toMatchObject([{ kind, state: 'SKIPPED', reason: 'UNSUBSCRIBED' }])
  },
)

test('a reward that is held makes its e-mail when it is given', async () => {
  const tenant = await makeMailTenant(db, 'held', server(), { referrerHoldDays: 10 })
  await tenant.friend('bob', await withReferrer(tenant))
  await tenant.pay('bob')
  await tenant.publish()
  const dueAt = tenant.clock.now + 10 * DAY_MS
  expect(await tenant.send()).toEqual({ again: dueAt })
  expect(await kindsOf(tenant)).toEqual(['FRIEND_JOINED SENT', 'REWARD_EARNED WAITING'])
  tenant.clock.now = dueAt
  expect(await tenant.send()).toEqual({ again: null })
  expect(await kindsOf(tenant)).toEqual(['FRIEND_JOINED SENT', 'REWARD_EARNED SENT'])
})

test('the friend gets an e-mail about their own reward when it is given', async () => {
  const tenant = await makeMailTenant(db, 'friends', server(), {
    referrerReward: null,
    referredReward: credit,
  })
  await tenant.friend('bob', await withReferrer(tenant), { email: 'bob@example.com' })
  await tenant.publish()
  expect(await kindsOf(tenant)).toEqual(['FRIEND_JOINED WAITING'])
  await tenant.pay('bob')
  await tenant.publish()
  await tenant.send()
  expect(receiver.mails.flatMap((it) => it.envelope.to)).toContain('bob@example.com')
})

describe('the reminder to share', () => {
  const reminders = { emails: { ...emails, kinds: ['SHARE_REMINDER' as const], shareReminderDays: 14 } }

  async function afterTwoWeeks(id: string, meanwhile: (tenant: MailTenant) => Promise<unknown>) {
    const tenant = await makeMailTenant(db, id, server(), reminders)
    await withReferrer(tenant)
    await tenant.publish()
    expect(await tenant.mails()).toEqual([])
    await tenant.pay('ada')
    await tenant.publish()
    await meanwhile(tenant)
    expect(await tenant.send()).toEqual({ again: tenant.clock.now + 14 * DAY_MS })
    tenant.clock.now += 14 * DAY_MS
    await tenant.publish()
    await tenant.send()
    return (await tenant.mails()).map((it) => `${it.kind} ${it.state} ${it.reason}`)
  }

  test('a customer who never shared is reminded once, so many days after the first payment', async () => {
    const before = receiver.mails.length
    const sent = await afterTwoWeeks('remind', async (tenant) => {
      await tenant.pay('ada')
      await tenant.publish()
    })
    expect(sent).toEqual(['SHARE_REMINDER SENT null'])
    expect(receiver.mails.slice(before).map((it) => it.subject)).toEqual(['Your link to share'])
    expect(receiver.mails.at(-1)?.text).toContain('/r/remind/')
  })

  test('a person who shared, an account that left and a blocked one are not reminded', async () => {
    const shared = await afterTwoWeeks('shared', async (it) =>
      it.friend('bob', await it.referrer('ada', 'u')),
    )
    expect(shared).toEqual(['SHARE_REMINDER SKIPPED HAS_SHARED'])
    const followed = await afterTwoWeeks('followed', ({ id }) =>
      query(
        `insert into app.statistic_referrer
         select p.tenant_id, g.generation, p.id, 'ALL', '', 1, 1, 0, 0, 0
         from app.account_user p
         join app.statistic_generation g on g.tenant_id = p.tenant_id and g.state = 'CURRENT'
         where p.tenant_id = $1`,
        [id],
      ),
    )
    expect(followed).toEqual(['SHARE_REMINDER SKIPPED HAS_SHARED'])
    const left = await afterTwoWeeks('left', (it) =>
      it.track('ada', 'server', { kind: 'report', status: 'CANCELLED' }),
    )
    expect(left).toEqual(['SHARE_REMINDER SKIPPED ACCOUNT_LEFT'])
    const blocked = await afterTwoWeeks('blocked', ({ id }) =>
      query(`update app.account set blocked_at = now(), blocked_reason = 'x' where tenant_id = $1`, [id]),
    )
    expect(blocked).toEqual(['SHARE_REMINDER SKIPPED ACCOUNT_BLOCKED'])
  })
})

describe('e-mails that are not sent', () => {
  async function reasonAfter(
    id: string,
    change: (tenant: MailTenant) => Promise<unknown>,
    fields: object = address,
  ) {
    const tenant = await makeMailTenant(db, id, server())
    await tenant.friend('bob', await withReferrer(tenant, fields))
    await tenant.publish()
    await change(tenant)
    const before = receiver.mails.length
    await tenant.send()
    expect(receiver.mails).toHaveLength(before)
    return (await tenant.mails())[0]
  }

  test('an e-mail is not sent after the kind was turned off, or all e-mails', async () => {
    const off = await reasonAfter('kind_off', (it) => setEmails(it, { kinds: [] }))
    expect(off).toMatchObject({ state: 'SKIPPED', reason: 'KIND_OFF' })
    const all = await reasonAfter('all_off', ({ id }) =>
      query(`update app.program set settings = settings || '{"emails": null}' where tenant_id = $1`, [id]),
    )
    expect(all).toMatchObject({ state: 'SKIPPED', reason: 'KIND_OFF' })
  })

  test('an e-mail is not sent to a side that was denied, or about a referral that ended', async () => {
    const denied = await reasonAfter('denied', (it) =>
      it.track('bob', 'server', { kind: 'moderate', status: 'DENIED', side: 'referrer' }),
    )
    expect(denied).toMatchObject({ state: 'SKIPPED', reason: 'MODERATION_DENIED' })
    const ended = await reasonAfter('ended', (it) =>
      it.track('bob', 'server', { kind: 'report', status: 'CANCELLED' }),
    )
    expect(ended).toMatchObject({ state: 'SKIPPED', reason: 'OUTDATED' })
  })

  test('an e-mail is not sent to a user without an address, after erasure, and to an address that no mailbox has', async () => {
    expect(await reasonAfter('none', async () => undefined, {})).toMatchObject({ reason: 'NO_ADDRESS' })
    const erased = await reasonAfter('erased', ({ id }) =>
      query(`update app.account_user set email = null where tenant_id = $1`, [id]),
    )
    expect(erased).toMatchObject({ state: 'SKIPPED', reason: 'NO_ADDRESS' })
    const odd = await reasonAfter('odd', async () => undefined, { email: '"a b"@example.com' })
    expect(odd).toMatchObject({ state: 'SKIPPED', reason: 'ADDRESS_INVALID' })
  })
})

test('an address that only a browser reported gets nothing, until the server reports it', async () => {
  const tenant = await makeMailTenant(db, 'unverified', server())
  await tenant.track('ada', 'browser', tenant.identify('u', address))
  const code = await tenant.referrer('ada', 'u')
  await tenant.friend('bob', code)
  await tenant.publish()
  await tenant.send()
  expect(await tenant.mails()).toMatchObject([{ state: 'SKIPPED', reason: 'ADDRESS_UNVERIFIED' }])
  await tenant.track('ada', 'server', tenant.identify('u', address))
  await tenant.friend('cyd', code)
  await tenant.publish()
  await tenant.send()
  expect(await kindsOf(tenant)).toEqual(['FRIEND_JOINED SKIPPED', 'FRIEND_JOINED SENT'])
})

test('the program may take addresses that only browsers reported', async () => {
  const tenant = await makeMailTenant(db, 'unsigned', server(), {
    emails: { ...emails, includeUnverified: true },
  })
  await tenant.track('ada', 'browser', tenant.identify('u', address))
  await tenant.friend('bob', await tenant.referrer('ada', 'u'))
  await tenant.publish()
  await tenant.send()
  expect(await kindsOf(tenant)).toEqual(['FRIEND_JOINED SENT'])
})

test('made-up friends reach a referrer with ten e-mails a day, whatever they are called', async () => {
  const tenant = await makeMailTenant(db, 'flood', server())
  const code = await withReferrer(tenant)
  const before = receiver.mails.length
  for (let index = 0; index < 12; index += 1) {
    await tenant.friend(`bot_${index}`, code, { firstName: 'Visit https://evil.example.com' })
    await tenant.publish()
    await tenant.send()
  }
  const received = receiver.mails.slice(before)
  expect(received).toHaveLength(10)
  expect(received.some((it) => it.raw.includes('evil'))).toBe(false)
  expect((await tenant.mails()).filter((it) => it.reason === 'TOO_MANY')).toHaveLength(2)
  tenant.clock.now += DAY_MS
  await tenant.friend('later', code)
  await tenant.publish()
  await tenant.send()
  expect((await tenant.mails()).at(-1)).toMatchObject({ state: 'SENT' })
})

test('e-mails of test programs, and those without a mail server, are kept and never sent', async () => {
  const before = receiver.mails.length
  const rehearsal = await makeMailTenant(db, 'test_kept', server())
  const unconfigured = await makeMailTenant(db, 'kept', null)
  for (const tenant of [rehearsal, unconfigured]) {
    await tenant.friend('bob', await withReferrer(tenant))
    await tenant.publish()
    expect(await tenant.send()).toEqual({ again: null })
  }
  expect(await rehearsal.mails()).toMatchObject([{ state: 'KEPT', reason: 'TEST_MODE' }])
  expect(await unconfigured.mails()).toMatchObject([{ state: 'KEPT', reason: 'NO_MAIL_SERVER' }])
  expect(receiver.mails).toHaveLength(before)
})

test('finished e-mails are deleted after 30 days, and those that wait are kept', async () => {
  const tenant = await makeMailTenant(db, 'swept', server(), { referrerHoldDays: 90 })
  await db.owner.query(
    {
      name: '',
      text: `insert into app.merchant (id, name, created_at) values (gen_random_uuid(), 'swept', now())`,
    },
    [],
  )
  await query(
    `insert into app.tenant (id, merchant_id, mode, created_at) select 'swept', id, 'live', now() from app.merchant where name = 'swept'`,
  )
  await tenant.friend('bob', await withReferrer(tenant))
  await tenant.pay('bob')
  await tenant.publish()
  await tenant.send()
  tenant.clock.now += MAIL_KEPT_MS - 1
  await sweepMails(tenant.sender, never)
  expect(await kindsOf(tenant)).toEqual(['FRIEND_JOINED SENT', 'REWARD_EARNED WAITING'])
  tenant.clock.now += 1
  await sweepMails(tenant.sender, never)
  expect(await kindsOf(tenant)).toEqual(['REWARD_EARNED WAITING'])
})
