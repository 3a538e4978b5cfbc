import { expect, test } from 'vitest'
import { lettersSent } from '../../administration/notices/staff-mails.ts'
import { resetLink } from '../../administration/sign-in/reset-link.ts'
import { openMailServer } from '../../engine/mail-server/open-mail-server.ts'
import { parseSmtpAddress } from '../../engine/mail-server/smtp-address.ts'
import { startMailReceiver } from '../../testing/mail/mail-receiver.ts'
import { makeAuthenticator } from '../../testing/staff/authenticator.ts'
import { type Browser, openBrowser } from '../../testing/staff/browser.ts'
import { addStaff, signedIn } from '../../testing/staff/team.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'

const ATTACKERS_PASSWORD = 'the password of an attacker'
const OWN_PASSWORD = 'the password of the victim'

const receiver = await startMailReceiver()
const settings = parseSmtpAddress(`smtp://127.0.0.1:${receiver.port}?tls=off`)
const mailServer = openMailServer(settings ?? expect.fail('not the address of a mail server'))
const mailing = await startTestService({ mailServer })
const silent = await startTestService()

const tokenOf = (link: unknown) => new URL(String(link)).searchParams.get('token')

async function ownerAt(
  { app, ctx }: TestService,
  keys: TestService['live'],
  email: string,
): Promise<Browser> {
  return signedIn(app, (await addStaff(ctx, keys, 'owner', email)).email)
}

async function invite(owner: Browser, alias: string, email: string): Promise<unknown> {
  const path = `/api/v1/${alias}/staff-invitations`
  const { status, body } = await owner.request('POST', path, { body: { email, role: 'admin' } })
  expect(status).toBe(201)
  return body.link
}

const accept = (browser: Browser, body: object) => browser.request('POST', '/portal/invitation', { body })
const signIn = (service: TestService, email: string, password: string) =>
  openBrowser(service.app).request('POST', '/portal/auth/sign-in/email', { body: { email, password } })

/**
 * An attacker, who owns a merchant of their own, opens an account with the address of a victim, by an invitation whose link they were
 * shown, and gives it a passkey beside the password.
 */
async function takeAddress(service: TestService, victim: string) {
  const attacker = await ownerAt(service, service.other, `attacker-of-${victim}`)
  const link = await invite(attacker, service.other.alias, victim)
  const browser = openBrowser(service.app)
  const token = link === null ? await lastToken(service) : tokenOf(link)
  // As without a mail server, where the inviter is shown the link.
  const shown = 'update staff_invitation set proves_address = false where email = $1'
  await service.owner.query({ name: '', text: shown }, [victim])
  expect((await accept(browser, { token, name: 'Not me', password: ATTACKERS_PASSWORD })).status).toBe(200)
  const passkey = makeAuthenticator()
  const options = await browser.request('GET', '/portal/auth/passkey/generate-register-options')
  const added = await browser.request('POST', '/portal/auth/passkey/verify-registration', {
    body: { response: passkey.register(String(options.body.challenge)) },
  })
  expect(added.status).toBe(200)
  return { browser, passkey }
}

async function lastToken(service: TestService): Promise<string | null> {
  await lettersSent(service.ctx)
  return tokenOf(/https:\S+/.exec(receiver.mails.at(-1)?.text ?? '')?.[0])
}

/** The attacker's remaining access: the status of their session, and of sign-ins by their password and their passkey. */
async function accessOf(
  service: TestService,
  email: string,
  attack: Awaited<ReturnType<typeof takeAddress>>,
) {
  const options = await attack.browser.request('GET', '/portal/auth/passkey/generate-authenticate-options')
  const byPasskey = await attack.browser.request('POST', '/portal/auth/passkey/verify-authentication', {
    body: { response: attack.passkey.signIn(String(options.body.challenge)) },
  })
  return {
    session: (await attack.browser.request('GET', '/portal/session')).status,
    password: (await signIn(service, email, ATTACKERS_PASSWORD)).status,
    passkey: byPasskey.status,
  }
}

test('the letter of a second merchant proves the address, and ends what an attacker set up before', async () => {
  const victim = 'victim@example.com'
  const attack = await takeAddress(mailing, victim)
  const owner = await ownerAt(mailing, mailing.live, 'owner@example.com')
  expect(await invite(owner, mailing.live.alias, victim)).toBeNull()
  const token = await lastToken(mailing)
  // The session of the attacker is no proof, even with the token.
  const asKnown = await accept(attack.browser, { token })
  expect([asKnown.status, asKnown.body.apiErrorCode]).toEqual([403, 'ADDRESS_NOT_PROVEN'])

  const browser = openBrowser(mailing.app)
  const offer = await browser.request('POST', '/portal/invitation/check', { body: { token } })
  expect(offer.body).toMatchObject({ email: victim, hasAccount: false })
  expect((await accept(browser, { token, name: 'Vera', password: OWN_PASSWORD })).status).toBe(200)
  expect(await accessOf(mailing, victim, attack)).toEqual({ session: 401, password: 401, passkey: 401 })
  expect((await signIn(mailing, victim, OWN_PASSWORD)).status).toBe(200)
  expect((await browser.request('GET', '/portal/session')).body).toMatchObject({
    staff: { name: 'Vera', email: victim, passkeys: 0 },
    merchants: [{ name: 'acme' }, { name: 'other' }],
  })
})

test('a link for a new password that was sent to the address proves it too', async () => {
  const victim = 'forgetful@example.com'
  const attack = await takeAddress(mailing, victim)
  await openBrowser(mailing.app).request('POST', '/portal/password-reset/request', {
    body: { email: victim },
  })
  const body = { token: await lastToken(mailing), password: OWN_PASSWORD }
  expect((await openBrowser(mailing.app).request('POST', '/portal/password-reset', { body })).status).toBe(
    200,
  )
  expect(await accessOf(mailing, victim, attack)).toEqual({ session: 401, password: 401, passkey: 401 })
})

test('a link that was shown to the inviter opens no account that another merchant made', async () => {
  const victim = 'quiet@example.com'
  const attack = await takeAddress(silent, victim)
  const owner = await ownerAt(silent, silent.live, 'owner@example.com')
  const token = tokenOf(await invite(owner, silent.live.alias, victim))
  const browser = openBrowser(silent.app)
  expect((await browser.request('POST', '/portal/invitation/check', { body: { token } })).body).toMatchObject(
    {
      hasAccount: true,
    },
  )
  const asNew = await accept(browser, { token, name: 'Thief', password: OWN_PASSWORD })
  expect([asNew.status, asNew.body.apiErrorCode]).toEqual([401, 'UNAUTHORIZED'])
  const asKnown = await accept(attack.browser, { token })
  expect([asKnown.status, asKnown.body.apiErrorCode]).toEqual([403, 'ADDRESS_NOT_PROVEN'])
  expect((await attack.browser.request('GET', '/portal/session')).status).toBe(200)

  // The operator's link is a proof, and the invitation is still open.
  const { link } = await resetLink(silent.operator, victim, false)
  const body = { token: tokenOf(link), password: OWN_PASSWORD }
  expect((await browser.request('POST', '/portal/password-reset', { body })).status).toBe(200)
  expect(await accessOf(silent, victim, attack)).toEqual({ session: 401, password: 401, passkey: 401 })
  const own = await signedIn(silent.app, victim, OWN_PASSWORD)
  expect((await accept(own, { token })).status).toBe(200)
})

test('what was set up after a proof stays at the next link', async () => {
  const { email } = await addStaff(mailing.ctx, mailing.other, 'analyst', 'proven@example.com')
  const browser = await signedIn(mailing.app, email)
  const passkey = makeAuthenticator()
  const options = await browser.request('GET', '/portal/auth/passkey/generate-register-options')
  await browser.request('POST', '/portal/auth/passkey/verify-registration', {
    body: { response: passkey.register(String(options.body.challenge)) },
  })
  await openBrowser(mailing.app).request('POST', '/portal/password-reset/request', { body: { email } })
  const body = { token: await lastToken(mailing), password: OWN_PASSWORD }
  expect((await openBrowser(mailing.app).request('POST', '/portal/password-reset', { body })).status).toBe(
    200,
  )
  expect((await signedIn(mailing.app, email, OWN_PASSWORD)).cookies.size).toBeGreaterThan(0)
  const again = openBrowser(mailing.app)
  const asked = await again.request('GET', '/portal/auth/passkey/generate-authenticate-options')
  const byPasskey = await again.request('POST', '/portal/auth/passkey/verify-authentication', {
    body: { response: passkey.signIn(String(asked.body.challenge)) },
  })
  expect(byPasskey.status).toBe(200)
})
