import { expect, test } from 'vitest'
import { lettersSent } from '../../administration/notices/staff-mails.ts'
import { resetLink } from '../../administration/sign-in/reset-link.ts'
import { makeAuthenticator } from '../../testing/staff/authenticator.ts'
import { type Browser, openBrowser } from '../../testing/staff/browser.ts'
import { oneTimeCode } from '../../testing/staff/one-time-code.ts'
import { addStaff, PASSWORD, signedIn } from '../../testing/staff/team.ts'
import { startTestService } from '../../testing/test-service.ts'

const NEW_PASSWORD = 'another good password'
const service = await startTestService()
const { app, ctx, live, test: testMode, other } = service
// Entries are in the order of time.
service.clock.step = 1

type Entry = { action: string; actor: string; address: string | null; details: Record<string, unknown> }

/** The entries of a tenant, the oldest first. */
async function logOf({ alias, apiKey: key }: { alias: string; apiKey: string }): Promise<readonly Entry[]> {
  await lettersSent(ctx)
  const { body } = await service.call('GET', '/audit?limit=1000', { alias, key })
  return (body.entries as Entry[]).toReversed()
}

/** The entries of a tenant about a person. */
async function aboutPerson(staffId: string, keys = live): Promise<readonly Entry[]> {
  return (await logOf(keys)).filter((it) => it.details.staffId === staffId)
}

const actionsOf = (entries: readonly Entry[]) => entries.map((it) => it.action)
const signIn = (browser: Browser, email: string, password: string) =>
  browser.request('POST', '/portal/auth/sign-in/email', { body: { email, password } })
const verify = (browser: Browser, code: string) =>
  browser.request('POST', '/portal/auth/two-factor/verify-totp', { body: { code } })

async function turnOnSecondFactor(browser: Browser): Promise<string> {
  const { body } = await browser.request('POST', '/portal/auth/two-factor/enable', {
    body: { password: PASSWORD },
  })
  const secret = new URL(String(body.totpUri)).searchParams.get('secret') ?? ''
  expect((await verify(browser, oneTimeCode(secret))).status).toBe(200)
  return secret
}

test('I13: whatever people of staff do to their own accounts is in the log of their merchant’s live program', async () => {
  const { staffId, email } = await addStaff(ctx, live, 'reviewer', 'busy@example.com')
  const browser = await signedIn(app, email)
  await browser.request('PUT', '/portal/account', { body: { name: 'Busy' } })
  const passkey = makeAuthenticator()
  const options = await browser.request('GET', '/portal/auth/passkey/generate-register-options')
  await browser.request('POST', '/portal/auth/passkey/verify-registration', {
    body: { response: passkey.register(String(options.body.challenge)) },
  })
  const { passkeys } = (await browser.request('GET', '/portal/auth/passkey/list-user-passkeys')).body as {
    passkeys: { id: string }[]
  }
  await browser.request('POST', '/portal/auth/passkey/delete-passkey', { body: { id: passkeys[0]?.id } })
  const secret = await turnOnSecondFactor(browser)
  await browser.request('POST', '/portal/auth/two-factor/generate-backup-codes', {
    body: { password: PASSWORD },
  })
  await browser.request('DELETE', '/portal/account/sessions')
  const second = openBrowser(app)
  await signIn(second, email, PASSWORD)
  expect((await verify(second, oneTimeCode(secret, 1))).status).toBe(200)
  await browser.request('POST', '/portal/auth/two-factor/disable', { body: { password: PASSWORD } })
  await browser.request('POST', '/portal/auth/change-password', {
    body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
  })
  await browser.request('POST', '/portal/auth/sign-out')
  await browser.request('POST', '/portal/password-reset/request', { body: { email } })
  await lettersSent(ctx)
  const { link } = await resetLink(service.operator, email, false)
  const token = new URL(link).searchParams.get('token')
  await browser.request('POST', '/portal/password-reset', { body: { token, password: PASSWORD } })

  const entries = await aboutPerson(staffId)
  expect(actionsOf(entries)).toEqual([
    ...['staff.sign-in', 'staff.rename', 'staff.add-passkey', 'staff.remove-passkey'],
    ...['staff.show-second-factor', 'staff.add-second-factor', 'staff.show-recovery-codes'],
    ...['staff.end-sessions', 'staff.sign-in', 'staff.remove-second-factor', 'staff.change-password'],
    ...['staff.sign-out', 'staff.ask-reset', 'staff.make-reset-link', 'staff.reset-password'],
  ])
  expect(entries.map((it) => it.details.method).filter((it) => it !== undefined)).toEqual([
    'PASSWORD',
    'CODE',
  ])
  const own = entries.filter((it) => it.action !== 'staff.make-reset-link')
  for (const entry of own) {
    expect(entry).toMatchObject({ actor: `staff ${staffId} ${email}`, address: '127.0.0.1' })
  }
  expect(await aboutPerson(staffId, testMode)).toEqual([])
  const text = JSON.stringify(entries)
  for (const hidden of [PASSWORD, NEW_PASSWORD, secret, token]) expect(text).not.toContain(hidden)
})

test('a sign-in of a person of two merchants is in the log of both, and in no other', async () => {
  const { staffId, email } = await addStaff(ctx, live, 'analyst', 'both@example.com')
  await service.owner.query(
    {
      name: '',
      text: `insert into membership (staff_id, merchant_id, role, created_at)
        select $1, merchant_id, 'analyst', now() from tenant where id = $2`,
    },
    [staffId, other.alias],
  )
  await signedIn(app, email)
  for (const keys of [live, other])
    expect(actionsOf(await aboutPerson(staffId, keys))).toEqual(['staff.sign-in'])
  expect(await aboutPerson(staffId, testMode)).toEqual([])
})

test('refused sign-ins are noted without the person’s name as actor, and no more than ten an hour', async () => {
  const { staffId, email } = await addStaff(ctx, live, 'analyst', 'guessed@example.com')
  const before = (await logOf(live)).length
  for (let attempt = 0; attempt < 14; attempt += 1) {
    expect((await signIn(openBrowser(app), email, 'not the password')).status).toBe(401)
    expect((await signIn(openBrowser(app), 'unknown@example.com', 'not the password')).status).toBe(401)
    await lettersSent(ctx)
  }
  const entries = await aboutPerson(staffId)
  expect(entries).toHaveLength(10)
  expect((await logOf(live)).length).toBe(before + 10)
  for (const entry of entries) {
    expect(entry).toMatchObject({
      ...{ action: 'staff.sign-in', actor: 'unknown person', address: '127.0.0.1' },
      details: { staffId, email, outcome: 'REFUSED', errorCode: 'SIGN_IN_FAILED' },
    })
  }
  expect(entries.at(-1)?.details.furtherOnesOfThisHour).toBe('not noted')
  service.clock.now += 3_600_000
  await signIn(openBrowser(app), email, 'not the password')
  expect(await aboutPerson(staffId)).toHaveLength(11)
})

test('wrong codes of a person who has the password end at their address, and the owner signs in elsewhere', async () => {
  const { staffId, email } = await addStaff(ctx, live, 'admin', 'locked@example.com')
  const secret = await turnOnSecondFactor(await signedIn(app, email))
  const thief = openBrowser(app, '198.51.100.7')
  const statuses: number[] = []
  for (let attempt = 0; attempt < 12; attempt += 1) {
    // The library lets few codes be entered for one password.
    if (attempt % 4 === 0) await signIn(thief, email, PASSWORD)
    statuses.push((await verify(thief, '000000')).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
  // Also the right code is of no use there any more, until a day has passed.
  const late = await verify(thief, oneTimeCode(secret, 1))
  expect([late.status, late.body.apiErrorCode]).toEqual([429, 'TOO_MANY_REQUESTS'])
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(86_000)
  const owner = openBrowser(app, '203.0.113.5')
  await signIn(owner, email, PASSWORD)
  expect((await verify(owner, oneTimeCode(secret, 1))).status).toBe(200)
  const refused = (await aboutPerson(staffId)).filter((it) => it.details.outcome === 'REFUSED')
  expect(refused.length).toBeGreaterThan(0)
  expect(new Set(refused.map((it) => it.address))).toEqual(new Set(['198.51.100.7']))
})

test('a code that was used before is refused and noted', async () => {
  const { staffId, email } = await addStaff(ctx, live, 'analyst', 'watched@example.com')
  const secret = await turnOnSecondFactor(await signedIn(app, email))
  const code = oneTimeCode(secret, 1)
  const [owner, thief] = [openBrowser(app, '203.0.113.8'), openBrowser(app, '198.51.100.8')]
  for (const [browser, status] of [
    [owner, 200],
    [thief, 401],
  ] as const) {
    await signIn(browser, email, PASSWORD)
    expect((await verify(browser, code)).status).toBe(status)
  }
  expect((await thief.request('GET', '/portal/session')).status).toBe(401)
  expect((await aboutPerson(staffId)).at(-1)).toMatchObject({
    ...{ action: 'staff.sign-in', actor: 'unknown person', address: '198.51.100.8' },
    details: { staffId, outcome: 'REFUSED', errorCode: 'SIGN_IN_FAILED' },
  })
})

test('a sign-in that cannot be noted does not happen', async () => {
  const { email } = await addStaff(ctx, live, 'analyst', 'unnoted@example.com')
  const sessions = { name: '', text: 'select count(*)::int as count from staff_session' }
  const before = await service.owner.query(sessions, [])
  await service.owner.query({ name: '', text: 'alter table app.audit_head rename to hidden_head' }, [])
  const browser = openBrowser(app)
  const answer = await signIn(browser, email, PASSWORD)
  await service.owner.query({ name: '', text: 'alter table app.hidden_head rename to audit_head' }, [])
  expect(answer.status).toBeGreaterThanOrEqual(500)
  expect(browser.cookies.size).toBe(0)
  expect(await service.owner.query(sessions, [])).toEqual(before)
})
