import { expect, test } from 'vitest'
import { makeAuthenticator } from '../../testing/staff/authenticator.ts'
import { type Browser, openBrowser } from '../../testing/staff/browser.ts'
import { addStaff, signedIn } from '../../testing/staff/team.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { app, ctx, live, other } = service
const { email } = await addStaff(ctx, live, 'owner')
const stranger = await signedIn(app, (await addStaff(ctx, other, 'owner')).email)

async function register(browser: Browser, name = 'Phone') {
  const authenticator = makeAuthenticator()
  const options = await browser.request('GET', '/portal/auth/passkey/generate-register-options')
  const response = authenticator.register(String(options.body.challenge))
  const body = { response, name }
  const answer = await browser.request('POST', '/portal/auth/passkey/verify-registration', { body })
  return { authenticator, options, answer }
}

async function challengeAt(browser: Browser): Promise<string> {
  const { body } = await browser.request('GET', '/portal/auth/passkey/generate-authenticate-options')
  return String(body.challenge)
}
const verify = (browser: Browser, response: unknown) =>
  browser.request('POST', '/portal/auth/passkey/verify-authentication', { body: { response } })

test('a passkey signs its owner in without a password; each challenge counts once and in its browser', async () => {
  const { authenticator, answer } = await register(await signedIn(app, email))
  expect([answer.status, answer.body]).toEqual([200, {}])
  const browser = openBrowser(app)
  const response = authenticator.signIn(await challengeAt(browser))
  expect((await verify(openBrowser(app), response)).status).toBe(400)
  expect((await verify(browser, response)).body).toEqual({ next: 'SIGNED_IN' })
  expect((await browser.request('GET', '/portal/session')).body).toMatchObject({
    staff: { email, passkeys: 1 },
  })
  expect((await verify(browser, response)).status).toBe(400)
})

test('a device that did not check its user, another origin, challenge or key are refused', async () => {
  const { authenticator } = await register(await signedIn(app, email))
  const attempts = [
    (challenge: string) => authenticator.signIn(challenge, { isVerified: false }),
    (challenge: string) => authenticator.signIn(challenge, { origin: 'https://evil.example.com' }),
    () => authenticator.signIn('b3RoZXI'),
    (challenge: string) => makeAuthenticator().signIn(challenge),
    (challenge: string) => ({ ...makeAuthenticator().signIn(challenge), id: authenticator.register('x').id }),
    () => ({ id: 'x' }),
  ]
  for (const attempt of attempts) {
    const browser = openBrowser(app)
    const { status, setCookies } = await verify(browser, attempt(await challengeAt(browser)))
    expect([400, 401]).toContain(status)
    expect(setCookies.join()).not.toContain('goodword_session=')
  }
})

test('passkeys are listed and deleted by their owner, and adding or deleting one needs a recent sign-in', async () => {
  const browser = await signedIn(app, email)
  await register(browser, 'Key ring')
  const list = async () => {
    const { body } = await browser.request('GET', '/portal/auth/passkey/list-user-passkeys')
    return body.passkeys as { id: string; name: string }[]
  }
  const id = (await list()).find((it) => it.name === 'Key ring')?.id
  const remove = (by: Browser) => by.request('POST', '/portal/auth/passkey/delete-passkey', { body: { id } })
  const count = (await list()).length
  await remove(stranger)
  expect(await list()).toHaveLength(count)
  const text = `update staff_session set created_at = now() - interval '16 minutes'`
  await service.owner.query({ name: '', text }, [])
  const refused = [await remove(browser), (await register(browser)).options]
  expect(refused.map((it) => it.body.apiErrorCode)).toEqual(refused.map(() => 'REAUTHENTICATION_REQUIRED'))
  expect((await remove(await signedIn(app, email))).body).toEqual({})
  expect(await list()).toHaveLength(count - 1)
})
