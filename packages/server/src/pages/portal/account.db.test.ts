import { expect, test } from 'vitest'
import { lettersSent } from '../../administration/notices/staff-mails.ts'
import { resetLink } from '../../administration/sign-in/reset-link.ts'
import { openMailServer } from '../../engine/mail-server/open-mail-server.ts'
import { parseSmtpAddress } from '../../engine/mail-server/smtp-address.ts'
import { startMailReceiver } from '../../testing/mail/mail-receiver.ts'
import { type Browser, openBrowser } from '../../testing/staff/browser.ts'
import { oneTimeCode } from '../../testing/staff/one-time-code.ts'
import { addStaff, PASSWORD, signedIn } from '../../testing/staff/team.ts'
import { startTestService } from '../../testing/test-service.ts'

const receiver = await startMailReceiver()
const settings = parseSmtpAddress(`smtp://127.0.0.1:${receiver.port}?tls=off`)
const mailServer = openMailServer(settings ?? expect.fail('not the address of a mail server'))
const service = await startTestService({ mailServer })
const { app, ctx, live, other } = service
const NEW_PASSWORD = 'another good password'
const tokenOf = (link: unknown) => new URL(String(link)).searchParams.get('token')
const signIn = (browser: Browser, body: object) =>
  browser.request('POST', '/portal/auth/sign-in/email', { body })

async function everything(): Promise<string> {
  const names = [
    'staff',
    'staff_credential',
    'staff_two_factor',
    'staff_link',
    'staff_mail',
    'staff_verification',
    'staff_session',
  ]
  const rows = names.map((name) => `select row_to_json(x)::text as row from ${name} x`)
  return JSON.stringify(await service.owner.query({ name: '', text: rows.join(' union all ') }, []))
}

test('a changed password ends the other sessions, and keeps this one under a new token', async () => {
  const { email } = await addStaff(ctx, live, 'admin', 'changing@example.com')
  const [browser, another] = [await signedIn(app, email), await signedIn(app, email)]
  const before = new Map(browser.cookies)
  const wrong = { currentPassword: 'wrong', newPassword: NEW_PASSWORD }
  const refused = await browser.request('POST', '/portal/auth/change-password', { body: wrong })
  const { apiErrorCode, param } = refused.body
  expect([refused.status, apiErrorCode, param]).toEqual([401, 'SIGN_IN_FAILED', 'currentPassword'])
  const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  expect((await browser.request('POST', '/portal/auth/change-password', { body })).status).toBe(200)
  expect((await browser.request('GET', '/portal/session')).status).toBe(200)
  expect((await another.request('GET', '/portal/session')).status).toBe(401)
  expect(browser.cookies).not.toEqual(before)
  expect((await signIn(openBrowser(app), { email, password: PASSWORD })).status).toBe(401)
  expect((await signIn(openBrowser(app), { email, password: NEW_PASSWORD })).status).toBe(200)
})

test('a person sees and ends their own sessions, and those of no other person', async () => {
  const { email } = await addStaff(ctx, live, 'admin', 'sessions@example.com')
  const stranger = await signedIn(app, (await addStaff(ctx, other, 'owner')).email)
  const [browser, second, third] = [
    await signedIn(app, email),
    await signedIn(app, email),
    await signedIn(app, email),
  ]
  const { sessions } = (await browser.request('GET', '/portal/account/sessions')).body as {
    sessions: { id: string; current: boolean; address: string }[]
  }
  expect(sessions.map((it) => it.current).sort()).toEqual([false, false, true])
  expect(sessions[0]?.address).toBe('127.0.0.1')
  const { sessions: own } = (await second.request('GET', '/portal/account/sessions')).body as {
    sessions: { id: string; current: boolean }[]
  }
  const id = own.find((it) => it.current)?.id ?? ''
  await stranger.request('DELETE', `/portal/account/sessions/${id}`)
  expect((await second.request('GET', '/portal/session')).status).toBe(200)
  await browser.request('DELETE', `/portal/account/sessions/${id}`)
  expect((await second.request('GET', '/portal/session')).status).toBe(401)
  expect((await browser.request('DELETE', '/portal/account/sessions/x')).status).toBe(400)
  await browser.request('DELETE', '/portal/account/sessions')
  expect((await third.request('GET', '/portal/session')).status).toBe(401)
  expect((await browser.request('GET', '/portal/session')).status).toBe(200)
  await browser.request('PUT', '/portal/account', { body: { name: 'New Name', email: 'new@example.com' } })
  expect((await browser.request('GET', '/portal/session')).body).toMatchObject({
    staff: { name: 'New Name', email },
  })
})

test('with a second factor, a password alone opens nothing; each code works once, recovery codes too', async () => {
  const { email } = await addStaff(ctx, live, 'admin', 'factor@example.com')
  const browser = await signedIn(app, email)
  const setUp = await browser.request('POST', '/portal/auth/two-factor/enable', {
    body: { password: PASSWORD },
  })
  const { totpUri, recoveryCodes } = setUp.body as { totpUri: string; recoveryCodes: string[] }
  expect(recoveryCodes).toHaveLength(10)
  const secret = new URL(totpUri).searchParams.get('secret') ?? ''
  // Not in force before the first code.
  expect((await signIn(openBrowser(app), { email, password: PASSWORD })).body).toEqual({ next: 'SIGNED_IN' })
  const verify = (at: Browser, code: string) =>
    at.request('POST', '/portal/auth/two-factor/verify-totp', { body: { code } })
  const wrongCode = await verify(browser, '000000')
  expect([wrongCode.status, wrongCode.body.apiErrorCode, wrongCode.body.param]).toEqual([
    401,
    'SIGN_IN_FAILED',
    'code',
  ])
  const used = oneTimeCode(secret)
  expect((await verify(browser, used)).body).toEqual({ next: 'SIGNED_IN' })
  expect((await browser.request('GET', '/portal/session')).body).toMatchObject({
    staff: { hasTwoFactor: true },
  })

  const second = openBrowser(app)
  const half = await signIn(second, { email, password: PASSWORD })
  expect(half.body).toEqual({ next: 'SECOND_FACTOR' })
  expect(half.setCookies.join()).not.toMatch(/goodword_session=[^;]/)
  expect((await second.request('GET', '/portal/session')).status).toBe(401)
  expect((await second.request('GET', `/api/v1/${live.alias}/program`)).status).toBe(401)
  // The code that put the second factor in force, seen by another person.
  const replayed = await verify(second, used)
  expect([replayed.status, replayed.setCookies]).toEqual([401, []])
  expect((await second.request('GET', '/portal/session')).status).toBe(401)
  await signIn(second, { email, password: PASSWORD })
  expect((await verify(second, oneTimeCode(secret, 1))).body).toEqual({ next: 'SIGNED_IN' })
  expect((await second.request('GET', '/portal/session')).status).toBe(200)

  const recover = async (code: string) => {
    const at = openBrowser(app)
    await signIn(at, { email, password: PASSWORD })
    return (await at.request('POST', '/portal/auth/two-factor/verify-backup-code', { body: { code } })).status
  }
  const [code = ''] = recoveryCodes
  expect([await recover(code), await recover(code), await recover('wrong-code')]).toEqual([200, 401, 401])

  const stored = await everything()
  for (const text of [secret, ...recoveryCodes, PASSWORD]) expect(stored).not.toContain(text)

  // Too many wrong codes end the attempt, and not the sessions that exist.
  const guess = openBrowser(app)
  await signIn(guess, { email, password: PASSWORD })
  for (let attempt = 0; attempt < 6; attempt += 1) expect((await verify(guess, '000000')).status).toBe(401)
  expect((await verify(guess, oneTimeCode(secret))).status).not.toBe(200)
  expect((await second.request('GET', '/portal/session')).status).toBe(200)

  const { link } = await resetLink(service.operator, email, true)
  expect((await second.request('GET', '/portal/session')).status).toBe(401)
  const body = { token: tokenOf(link), password: NEW_PASSWORD }
  expect((await openBrowser(app).request('POST', '/portal/password-reset', { body })).body).toEqual({
    next: 'SIGN_IN',
  })
  expect((await signIn(openBrowser(app), { email, password: NEW_PASSWORD })).body).toEqual({
    next: 'SIGNED_IN',
  })
})

test('what a cookie holds of a session, or of a sign-in in progress, is stored as a hash alone', async () => {
  const { email } = await addStaff(ctx, live, 'admin', 'hashed@example.com')
  const browser = await signedIn(app, email)
  const cookies = [...browser.cookies.values()]
  await browser.request('GET', '/portal/auth/passkey/generate-register-options')
  const { body } = await browser.request('POST', '/portal/auth/two-factor/enable', {
    body: { password: PASSWORD },
  })
  const secret = new URL(String(body.totpUri)).searchParams.get('secret') ?? ''
  await browser.request('POST', '/portal/auth/two-factor/verify-totp', {
    body: { code: oneTimeCode(secret) },
  })
  const waiting = openBrowser(app)
  expect((await signIn(waiting, { email, password: PASSWORD })).body).toEqual({ next: 'SECOND_FACTOR' })
  cookies.push(...browser.cookies.values(), ...waiting.cookies.values())
  const tokens = cookies.map((it) => decodeURIComponent(it).split('.')[0] ?? '')
  expect(tokens.every((it) => it.length >= 20)).toBe(true)
  const stored = await everything()
  for (const token of tokens) expect(stored).not.toContain(token)
  expect(stored).toContain(email)
  // The sessions work by the cookies all the same.
  expect((await browser.request('GET', '/portal/session')).status).toBe(200)
})

test('a reset link comes by e-mail, works once, and ends all sessions; the answer tells nothing', async () => {
  const { email } = await addStaff(ctx, live, 'analyst', 'forgetful@example.com')
  const ownerPerson = await addStaff(ctx, live, 'owner')
  const [browser, owner] = [await signedIn(app, email), await signedIn(app, ownerPerson.email)]
  const ask = (address: string) =>
    openBrowser(app).request('POST', '/portal/password-reset/request', { body: { email: address } })
  const answers = [await ask(email), await ask('nobody@example.com'), await ask(email.toUpperCase())]
  expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [202, {}]))
  await lettersSent(ctx)
  const { mails } = (await owner.request('GET', `/api/v1/${live.alias}/staff-mails`)).body as {
    mails: { recipient: string; text: string }[]
  }
  expect(mails.map((it) => it.recipient)).toEqual([email, email])
  const [first, second] = receiver.mails.map((it) => tokenOf(/https:\S+/.exec(it.text ?? '')?.[0]))
  // No owner can read the link of another person.
  for (const token of [first, second]) expect(JSON.stringify(mails)).not.toContain(String(token))
  expect(await everything()).not.toContain(first)
  const check = await openBrowser(app).request('POST', '/portal/password-reset/check', {
    body: { token: first },
  })
  expect(check.body).toEqual({ email })
  const set = (token: unknown) =>
    openBrowser(app).request('POST', '/portal/password-reset', { body: { token, password: NEW_PASSWORD } })
  const uses = await Promise.all([set(first), set(first), set(second)])
  expect(uses.map((it) => it.status).sort()).toEqual([200, 410, 410])
  expect((await browser.request('GET', '/portal/session')).status).toBe(401)
  expect((await signIn(openBrowser(app), { email, password: PASSWORD })).status).toBe(401)
  expect((await signIn(openBrowser(app), { email, password: NEW_PASSWORD })).status).toBe(200)
})

test('an owner does not get a reset link of a person who belongs to another merchant too', async () => {
  const { email, staffId } = await addStaff(ctx, live, 'analyst', 'shared@example.com')
  await service.owner.query(
    {
      name: '',
      text: `insert into membership (staff_id, merchant_id, role, created_at)
        select $1, merchant_id, 'owner', now() from tenant where id = $2`,
    },
    [staffId, other.alias],
  )
  await openBrowser(app).request('POST', '/portal/password-reset/request', { body: { email } })
  await lettersSent(ctx)
  const rows = await service.owner.query(
    { name: '', text: 'select id from staff_mail where recipient = $1' },
    [email],
  )
  expect(rows).toEqual([])
})
