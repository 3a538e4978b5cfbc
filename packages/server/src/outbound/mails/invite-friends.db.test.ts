import type { ProgramSettings } from '@goodword/contract/program/program'
import type { AccountId, UserId } from '@goodword/domain/values/ids'
import { describe, expect, test } from 'vitest'
import { openMailServer } from '../../engine/mail-server/open-mail-server.ts'
import { Context } from '../../frame/context.ts'
import { beginErasure } from '../../privacy/erasure/begin-erasure.ts'
import { startMailReceiver } from '../../testing/mail/mail-receiver.ts'
import { type MailTenant, makeMailTenant } from '../../testing/mail/mail-tenant.ts'
import { invitationSettings } from '../../testing/requests/invitation-settings.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { inviteFriends } from './invite-friends.ts'
import { sendMails } from './sending/send-mails.ts'
import { MAIL_KEPT_MS, sweepMails } from './sending/sweep-mails.ts'
import { suppressAddress } from './unsubscribe.ts'

const db = await createTestDatabase()
const receiver = await startMailReceiver()
const server = () =>
  openMailServer({ host: '127.0.0.1', port: receiver.port, tls: 'off', login: null }, { perSecond: 1000 })
const DAY_MS = 86_400_000
const query = <Row>(text: string, values: unknown[] = []) => db.owner.query<Row>({ name: '', text }, values)

async function withRita(id: string, settings: ProgramSettings = {}): Promise<MailTenant> {
  const referredReward = { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 } as const
  const tenant = await makeMailTenant(db, id, server(), {
    referredReward,
    ...invitationSettings,
    ...settings,
  })
  await tenant.track('rita', 'server', tenant.identify('u', { email: 'rita@example.com', firstName: 'Rita' }))
  return tenant
}
const invite = (tenant: MailTenant, addresses: string[], accountId = 'rita') =>
  inviteFriends(
    tenant.sender,
    tenant.id,
    { accountId: accountId as AccountId, userId: 'u' as UserId },
    addresses,
  )
const resultsOf = async (tenant: MailTenant, addresses: string[], accountId?: string) =>
  (await invite(tenant, addresses, accountId)).results.map((it) => it.result)
const statesOf = async (tenant: MailTenant) =>
  (await tenant.mails()).map((it) => `${it.kind} ${it.state} ${it.reason}`)

test('a friend gets one e-mail that names who had it sent, with a way out in one click and without an address for answers', async () => {
  const tenant = await withRita('invite')
  const before = receiver.mails.length
  for (let repeat = 0; repeat < 2; repeat += 1) {
    expect(await invite(tenant, ['carol@example.com'])).toEqual({
      results: [{ email: 'carol@example.com', result: 'ACCEPTED' }],
      remainingToday: 9,
    })
    await tenant.send()
  }
  const [mail, ...more] = receiver.mails.slice(before)
  expect(more).toEqual([])
  expect(mail?.envelope.to).toEqual(['carol@example.com'])
  expect(mail?.from).toEqual({ name: 'Postal Shop', address: 'rewards@example.com' })
  expect(mail?.subject).toBe('Rita invites you to Refer a friend')
  expect(mail?.header('reply-to')).toBeNull()
  expect(mail?.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  expect(mail?.header('list-unsubscribe')).toMatch(
    /^<http.*\/unsubscribe\/invite\/[\w-]{64}\?about=invitations>$/,
  )
  expect(mail?.text).toContain('you get 10% off for 12 months')
  expect(mail?.text).toContain('because Rita entered your address')
  expect(mail?.text).toContain('https://www.example.com/privacy')
  expect(mail?.text).toContain('1 Main Street')
  const code = await tenant.referrer('rita', 'u')
  expect(mail?.text).toMatch(new RegExp(`/r/invite/${code}\n`))
  expect(mail?.html).not.toMatch(/<img|via=/)
  const events = await query<{ type: string }>(
    `select type from app.event where tenant_id = 'invite' and type = 'friends.invited'`,
  )
  expect(events).toHaveLength(1)
})

test('the answer is the same for a fresh address, a customer, an address that wants none, and one that was invited', async () => {
  const tenant = await withRita('oracle')
  await tenant.track('bob', 'server', tenant.identify('u', { email: 'bob@example.com', firstName: 'Bob' }))
  await suppressAddress(tenant.sender, tenant.id, 'never@example.com')
  await invite(tenant, ['taken@example.com'], 'bob')
  await tenant.send()
  const addresses = [
    'fresh@example.com',
    'B.ob@EXAMPLE.com',
    'bob@example.com',
    'never@example.com',
    'taken@example.com',
  ]
  expect(await invite(tenant, addresses)).toEqual({
    results: addresses.map((email) => ({ email, result: 'ACCEPTED' })),
    remainingToday: 5,
  })
  await tenant.send()
  expect((await statesOf(tenant)).slice(1).sort()).toEqual([
    'INVITATION SENT null',
    'INVITATION SENT null',
    'INVITATION SKIPPED ADDRESS_KNOWN',
    'INVITATION SKIPPED INVITED_BEFORE',
    'INVITATION SKIPPED SUPPRESSED',
  ])
})

test('an address that is none, the own one, and a sender without a name are said at once', async () => {
  const tenant = await withRita('wrong')
  expect(
    await resultsOf(tenant, ['nobody', 'a b@example.com', '"q"@example.com', 'RITA@example.com']),
  ).toEqual(['INVALID', 'INVALID', 'INVALID', 'OWN'])
  await tenant.track('nameless', 'server', tenant.identify('u', { firstName: 'See https://evil.example' }))
  expect(await resultsOf(tenant, ['carol@example.com'], 'nameless')).toEqual(['NAME_MISSING'])
  expect(await resultsOf(tenant, ['carol@example.com'], 'nobody_known')).toEqual(['TOO_MANY'])
  expect(await tenant.mails()).toEqual([])
})

test('ten addresses a day are invited, also by calls at the same time, and one address once in twelve months', async () => {
  const tenant = await withRita('limits')
  const calls = Array.from({ length: 4 }, (_, call) =>
    resultsOf(
      tenant,
      [0, 1, 2].map((it) => `friend-${call}-${it}@example.com`),
    ),
  )
  const results = (await Promise.all(calls)).flat()
  expect(results.filter((it) => it === 'ACCEPTED')).toHaveLength(10)
  expect(results.filter((it) => it === 'TOO_MANY')).toHaveLength(2)
  expect(await invite(tenant, ['friend-0-0@example.com', 'more@example.com'])).toMatchObject({
    remainingToday: 0,
  })
  await tenant.send()
  expect((await statesOf(tenant)).filter((it) => it.includes('SENT'))).toHaveLength(10)
  tenant.clock.now += DAY_MS
  expect(await resultsOf(tenant, ['more@example.com'])).toEqual(['ACCEPTED'])
  await tenant.send()
  await query(`delete from app.mail where tenant_id = 'limits'`)
  const before = receiver.mails.length
  tenant.clock.now += 200 * DAY_MS
  expect(await resultsOf(tenant, ['more@example.com'])).toEqual(['ACCEPTED'])
  await tenant.send()
  expect(receiver.mails).toHaveLength(before)
  tenant.clock.now += 170 * DAY_MS
  expect(await resultsOf(tenant, ['more@example.com'])).toEqual(['ACCEPTED'])
  await tenant.send()
  expect(receiver.mails.slice(before).map((it) => it.envelope.to)).toEqual([['more@example.com']])
})

test('a program sends a thousand invitations an hour at most', async () => {
  const tenant = await withRita('hourly')
  await query(
    `insert into app.invitation select 'hourly', gen_random_uuid(), a.id, gen_random_uuid(), 'x@example.com', sha256(n::text::bytea), $1
     from app.account a, generate_series(1, 999) n where a.tenant_id = 'hourly'`,
    [new Date(tenant.clock.now - 60_000)],
  )
  expect(await resultsOf(tenant, ['a@example.com', 'b@example.com'])).toEqual(['ACCEPTED', 'TOO_MANY'])
  tenant.clock.now += 3_600_000
  expect(await resultsOf(tenant, ['b@example.com'])).toEqual(['ACCEPTED'])
})

test('a person who joined on the hosted page takes no turn of the people known to the merchant', async () => {
  const tenant = await withRita('joined')
  const join = async (id: string) => {
    await tenant.track(id, 'server', tenant.identify('u', { email: `${id}@example.com`, firstName: 'Max' }))
    return resultsOf(
      tenant,
      Array.from({ length: 10 }, (_, it) => `${id}-${it}@example.org`),
      id,
    )
  }
  const results: string[] = []
  for (let next = 1; next <= 7; next += 1) results.push(...(await join(`page_${next}`)))
  expect(results.filter((it) => it === 'ACCEPTED')).toHaveLength(60)
  await query(
    `update app.account set external_id = 'known_' || external_id where tenant_id = 'joined' and external_id in ('page_1', 'page_2')`,
  )
  expect(await resultsOf(tenant, ['a@example.com'])).toEqual(['ACCEPTED'])
  expect(await join('page_8')).toContain('ACCEPTED')
})

test('a recipient gets five letters a day over all programs, and an invitation beyond waits for its turn', async () => {
  const tenants = await Promise.all(Array.from({ length: 6 }, (_, it) => withRita(`over_all_${it}`)))
  const secretBox = tenants[0]?.sender.secretBox
  // Programs of one service have one secret key.
  const send = (tenant: MailTenant) => {
    const sender = new Context({ ...tenant.sender, ...(secretBox && { secretBox }) })
    return sendMails(sender, tenant.id, new AbortController().signal)
  }
  const before = receiver.mails.length
  for (const [index, tenant] of tenants.entries()) {
    await invite(tenant, [index % 2 === 0 ? 'victim@example.net' : 'Victim+offers@Example.net'])
    await send(tenant)
  }
  expect(receiver.mails).toHaveLength(before + 5)
  const [last] = tenants.slice(-1)
  if (last === undefined) throw new Error('no program was made')
  expect(await statesOf(last)).toEqual(['INVITATION WAITING TOO_MANY'])
  last.clock.now += DAY_MS
  await send(last)
  expect(await statesOf(last)).toEqual(['INVITATION SENT null'])
  expect(receiver.mails).toHaveLength(before + 6)
})

test('an address that the mail server refuses is invited no more, and one that it defers is sent later', async () => {
  const tenant = await withRita('bounced')
  receiver.answers.rcptTo = (address) =>
    address.startsWith('gone') ? 550 : address.startsWith('full') ? 450 : null
  await invite(tenant, ['gone@example.com', 'full@example.com'])
  await tenant.send()
  receiver.answers.rcptTo = () => null
  expect((await statesOf(tenant)).sort()).toEqual([
    'INVITATION FAILED RECIPIENT_REFUSED',
    'INVITATION WAITING REFUSED_FOR_NOW',
  ])
  tenant.clock.now += 120_000
  await tenant.send()
  expect((await statesOf(tenant)).sort()).toContain('INVITATION SENT null')
  tenant.clock.now += 400 * DAY_MS
  await query(`delete from app.mail where tenant_id = 'bounced'`)
  await invite(tenant, ['gone@example.com'])
  await tenant.send()
  expect(await statesOf(tenant)).toEqual(['INVITATION SKIPPED SUPPRESSED'])
})

describe('what is kept of a friend', () => {
  const rowsOf = (id: string) =>
    query<{ address: string | null }>(
      `select address from app.invitation where tenant_id = $1 order by address nulls last`,
      [id],
    )

  test('the address is erased after 30 days, and at once when the friend or the merchant wants no more', async () => {
    const tenant = await withRita('kept')
    await query(`insert into app.merchant (id, name, created_at) values (gen_random_uuid(), 'kept', now())`)
    await query(
      `insert into app.tenant (id, merchant_id, mode, created_at) select 'kept', id, 'live', now() from app.merchant where name = 'kept'`,
    )
    await invite(tenant, ['carol@example.com', 'dora@example.com'])
    await suppressAddress(tenant.sender, tenant.id, 'Dora@example.com')
    expect(await rowsOf('kept')).toEqual([{ address: 'carol@example.com' }, { address: null }])
    await tenant.send()
    tenant.clock.now += MAIL_KEPT_MS - 1
    await sweepMails(tenant.sender, new AbortController().signal)
    expect(await rowsOf('kept')).toContainEqual({ address: 'carol@example.com' })
    tenant.clock.now += 1
    await sweepMails(tenant.sender, new AbortController().signal)
    expect(await rowsOf('kept')).toEqual([{ address: null }, { address: null }])
  })

  test('erasure deletes the invitations of a person, sends none that wait, and erases their own address with others', async () => {
    const tenant = await withRita('erased')
    await tenant.track('bob', 'server', tenant.identify('u', { email: 'bob@example.com', firstName: 'Bob' }))
    await invite(tenant, ['rita@example.com', 'other@example.com'], 'bob')
    await invite(tenant, ['carol@example.com'])
    await beginErasure(tenant.sender, tenant.id, 'rita' as AccountId, 'u' as UserId)
    expect(await rowsOf('erased')).toEqual([{ address: 'other@example.com' }, { address: null }])
    await tenant.send()
    expect((await statesOf(tenant)).sort()).toEqual([
      'INVITATION SENT null',
      'INVITATION SKIPPED OUTDATED',
      'INVITATION SKIPPED OUTDATED',
    ])
  })
})

test('nothing is sent for a blocked sender, a code that does not work, or once invitations are off', async () => {
  const tenant = await withRita('stopped')
  await invite(tenant, ['a@example.com'])
  await query(`update app.account set blocked_at = now() where tenant_id = 'stopped'`)
  await tenant.send()
  await query(`update app.account set blocked_at = null where tenant_id = 'stopped'`)
  await invite(tenant, ['b@example.com'])
  await query(
    `update app.referral_code set disabled_at = now() - interval '10 years' where tenant_id = 'stopped'`,
  )
  await tenant.send()
  await invite(tenant, ['c@example.com'])
  await query(
    `update app.program set settings = settings || '{"invitations": "OFF"}' where tenant_id = 'stopped'`,
  )
  await tenant.send()
  expect(await statesOf(tenant)).toEqual([
    'INVITATION SKIPPED ACCOUNT_BLOCKED',
    'INVITATION SKIPPED OUTDATED',
    'INVITATION SKIPPED KIND_OFF',
  ])
  await expect(invite(tenant, ['d@example.com'])).rejects.toMatchObject({ code: 'INVITATIONS_OFF' })
})

test('invitations of a test program are kept and never sent', async () => {
  const tenant = await withRita('test_invites')
  const before = receiver.mails.length
  await invite(tenant, ['carol@example.com'])
  await tenant.send()
  expect(await statesOf(tenant)).toEqual(['INVITATION KEPT TEST_MODE'])
  expect(receiver.mails).toHaveLength(before)
})
