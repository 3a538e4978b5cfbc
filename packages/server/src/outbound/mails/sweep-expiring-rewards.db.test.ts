import type { ProgramSettings } from '@goodword/contract/program/program'
import { expect, test } from 'vitest'
import { openMailServer } from '../../engine/mail-server/open-mail-server.ts'
import { startMailReceiver } from '../../testing/mail/mail-receiver.ts'
import { emails, type MailTenant, makeMailTenant } from '../../testing/mail/mail-tenant.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { sweepExpiringRewards } from './sweep-expiring-rewards.ts'

const db = await createTestDatabase()
const receiver = await startMailReceiver()
const server = () =>
  openMailServer({ host: '127.0.0.1', port: receiver.port, tls: 'off', login: null }, { perSecond: 1000 })
const DAY_MS = 86_400_000
const never = new AbortController().signal

const query = (text: string, values: unknown[]) => db.owner.query({ name: '', text }, values)

async function tenantWithCredit(id: string, settings: ProgramSettings = {}): Promise<MailTenant> {
  const tenant = await makeMailTenant(db, id, server(), {
    emails: { ...emails, kinds: ['REWARD_EXPIRING', 'DISCOUNT_ENDING'] },
    ...settings,
  })
  await tenant.track('ada', 'server', tenant.identify('u', { email: 'ada@example.com' }))
  await tenant.friend('bob', await tenant.referrer('ada', 'u'))
  await tenant.pay('bob')
  await tenant.publish()
  return tenant
}
const sweep = (tenant: MailTenant) => sweepExpiringRewards(tenant.sender, tenant.id, never)
/** Twelve months after the start, which is January 31. */
const EXPIRY = Date.UTC(2027, 0, 31, 12)

test('a reward makes one e-mail as many days before as the program says', async () => {
  const tenant = await tenantWithCredit('expiring')
  const before = receiver.mails.length
  expect(await sweep(tenant)).toEqual({ again: tenant.clock.now + 6 * 3_600_000 })
  tenant.clock.now = EXPIRY - 7 * DAY_MS - 1
  await sweep(tenant)
  expect(await tenant.mails()).toEqual([])
  tenant.clock.now += 2
  for (let repeat = 0; repeat < 3; repeat += 1) await sweep(tenant)
  await tenant.send()
  expect(await tenant.mails()).toMatchObject([{ kind: 'REWARD_EXPIRING', state: 'SENT' }])
  expect(receiver.mails.slice(before).map((it) => it.subject)).toEqual([
    'Your reward expires on January 31, 2027',
  ])
})

test('a reward makes none when it was spent, cancelled or has expired by then', async () => {
  const tenant = await tenantWithCredit('spent')
  await query(`update app.reward set redeemed = amount, redeemed_at = now() where tenant_id = $1`, [
    tenant.id,
  ])
  tenant.clock.now = EXPIRY - DAY_MS
  await sweep(tenant)
  expect(await tenant.mails()).toEqual([])
  const late = await tenantWithCredit('late')
  late.clock.now = EXPIRY + DAY_MS
  await sweep(late)
  expect(await late.mails()).toEqual([])
})

test('the e-mail names what is left of a reward', async () => {
  const tenant = await tenantWithCredit('partly')
  await query(`update app.reward set redeemed = 400 where tenant_id = $1`, [tenant.id])
  tenant.clock.now = EXPIRY - DAY_MS
  await sweep(tenant)
  await tenant.send()
  expect(receiver.mails.at(-1)?.text).toContain('€11.00')
})

test('rewards are not looked for while the program sends no such e-mails', async () => {
  const tenant = await makeMailTenant(db, 'unasked', server(), { emails: { ...emails, kinds: [] } })
  expect(await sweep(tenant)).toBeNull()
})

test('a reward is found among any number that expire at the same time', async () => {
  const tenant = await tenantWithCredit('many')
  await query(
    `insert into app.reward (tenant_id, id, account_id, user_id, source, type, unit, amount, redeemed, created_at, given_at, expires_at)
     select r.tenant_id, gen_random_uuid(), r.account_id, r.user_id, 'MANUAL', 'CREDIT', 'EUR', 100, 0, r.created_at, r.given_at, r.expires_at
     from app.reward r, generate_series(1, 1200) where r.tenant_id = $1`,
    [tenant.id],
  )
  tenant.clock.now = EXPIRY - DAY_MS
  await sweep(tenant)
  expect(await tenant.mails()).toHaveLength(1201)
})

const percentage = { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 } as const
const kindsAndStates = async (tenant: MailTenant) =>
  (await tenant.mails()).map((it) => `${it.kind} ${it.state} ${it.reason}`)

test('a percentage that ends makes one e-mail of its own kind, and one more for each later end that it gets', async () => {
  const tenant = await tenantWithCredit('ending', { referrerReward: percentage })
  const before = receiver.mails.length
  tenant.clock.now = EXPIRY - 7 * DAY_MS + 1
  for (let repeat = 0; repeat < 2; repeat += 1) await sweep(tenant)
  // The reward is extended before the e-mail is sent, so the e-mail would be wrong.
  let endsAt = EXPIRY
  const extend = (days: number) => {
    endsAt += days * DAY_MS
    const text = 'update app.reward set expires_at = $2 where tenant_id = $1 and expires_at is not null'
    return query(text, [tenant.id, new Date(endsAt).toISOString()])
  }
  await extend(30)
  await tenant.send()
  expect(await kindsAndStates(tenant)).toEqual(['DISCOUNT_ENDING SKIPPED OUTDATED'])
  tenant.clock.now += 30 * DAY_MS
  for (let repeat = 0; repeat < 2; repeat += 1) {
    await sweep(tenant)
    await tenant.send()
  }
  await extend(30)
  tenant.clock.now += 30 * DAY_MS
  await sweep(tenant)
  await tenant.send()
  expect(await kindsAndStates(tenant)).toEqual([
    'DISCOUNT_ENDING SKIPPED OUTDATED',
    'DISCOUNT_ENDING SENT null',
    'DISCOUNT_ENDING SENT null',
  ])
  const [first, second] = receiver.mails.slice(before)
  expect(first?.subject).toBe('Your discount ends on March 2, 2027')
  expect(first?.text).toContain('You have this until March 2, 2027: 10% off.')
  expect(second?.subject).toBe('Your discount ends on April 1, 2027')
})

test('a person gets one e-mail about all discounts that end on a day, and none if their account has left', async () => {
  const tenant = await tenantWithCredit('several', { referrerReward: percentage })
  await tenant.friend('cyd', await tenant.referrer('ada', 'u'))
  await tenant.pay('cyd')
  tenant.clock.now = EXPIRY - DAY_MS
  await sweep(tenant)
  await tenant.send()
  expect(await kindsAndStates(tenant)).toEqual(['DISCOUNT_ENDING SENT null'])
  const left = await tenantWithCredit('gone', { referrerReward: percentage })
  await left.pay('ada')
  await left.track('ada', 'server', { kind: 'report', status: 'CANCELLED' })
  left.clock.now = EXPIRY - DAY_MS
  await sweep(left)
  await left.send()
  expect(await kindsAndStates(left)).toEqual(['DISCOUNT_ENDING SKIPPED ACCOUNT_LEFT'])
})
