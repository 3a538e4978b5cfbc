import { expect, test } from 'vitest'
import { createDemoLink } from '../../administration/demo/ensure-demo-staff.ts'
import { createWelcomeLink } from '../../administration/sign-in/one-time-links.ts'
import { makeAuthenticator } from '../../testing/staff/authenticator.ts'
import { openBrowser } from '../../testing/staff/browser.ts'
import { PASSWORD, signedIn } from '../../testing/staff/team.ts'
import { BASE_URL, startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { app, ctx, live } = service
const DAY_MS = 86_400_000
const owner = { name: 'Ann', email: 'Ann@example.com', password: PASSWORD, company: 'Ann’s shop' }

function tokenOf(link: string | null): string {
  return new URL(link ?? '').searchParams.get('token') ?? ''
}
const post = (url: string, body: unknown) => openBrowser(app).request('POST', url, { body })
const welcome = (fields: object) => post('/portal/welcome', { ...owner, ...fields })

test('the first owner creates a merchant with both programs by a link that works once, for a day', async () => {
  expect((await openBrowser(app).request('GET', '/portal/sign-in-methods')).body).toMatchObject({
    hasStaff: false,
  })
  const [link, another] = [await createWelcomeLink(ctx), await createWelcomeLink(ctx)]
  expect(link).toMatch(`${BASE_URL}/portal/welcome?token=`)
  const token = tokenOf(link)
  expect((await post('/portal/welcome/check', { token })).body).toEqual({ valid: true })

  const refused = [
    await welcome({ token, alias: live.alias }),
    await welcome({ token, alias: 'No alias' }),
    await welcome({ token, alias: 'test_shop' }),
    await welcome({ token, alias: 'shop', password: 'too short' }),
    await welcome({ token, alias: 'shop', email: 'no address' }),
    await welcome({ token: 'x', alias: 'shop' }),
  ]
  expect(refused.map(({ status, body }) => [status, body.apiErrorCode, body.param])).toEqual([
    [409, 'ALIAS_TAKEN', 'alias'],
    [400, 'VALIDATION_FAILED', 'alias'],
    [400, 'VALIDATION_FAILED', 'alias'],
    [400, 'VALIDATION_FAILED', 'password'],
    [400, 'VALIDATION_FAILED', 'email'],
    [410, 'LINK_NOT_VALID', null],
  ])

  service.clock.now += DAY_MS
  expect((await welcome({ token, alias: 'shop' })).status).toBe(410)
  service.clock.now -= DAY_MS

  // At the same time, by the same link and by another.
  const answers = await Promise.all([
    welcome({ token, alias: 'shop' }),
    welcome({ token, alias: 'shop_2', email: 'bea@example.com' }),
    welcome({ token: tokenOf(another), alias: 'shop_3', email: 'cat@example.com' }),
  ])
  expect(answers.map((it) => it.status).sort()).toEqual([201, 410, 410])
  expect(await createWelcomeLink(ctx)).toBeNull()
  const people = await service.owner.query<{ email: string; role: string; merchant: string }>(
    {
      name: '',
      text: `select s.email, b.role, m.name as merchant from staff s
        join membership b on b.staff_id = s.id join merchant m on m.id = b.merchant_id`,
    },
    [],
  )
  expect(people).toHaveLength(1)
  expect(people[0]).toMatchObject({ role: 'owner', merchant: owner.company })
})

test('the first owner is signed in, and later signs in with their password', async () => {
  await service.owner.query({ name: '', text: 'delete from staff' }, [])
  const browser = openBrowser(app)
  const body = { ...owner, token: tokenOf(await createWelcomeLink(ctx)), alias: 'second_shop' }
  const { status, body: answer } = await browser.request('POST', '/portal/welcome', { body })
  expect([status, answer]).toEqual([201, { tenantAlias: 'test_second_shop' }])
  const programs = [{ name: 'second_shop', live: 'second_shop', test: 'test_second_shop' }]
  for (const session of [browser, await signedIn(app, 'ann@example.com')]) {
    expect((await session.request('GET', '/portal/session')).body).toMatchObject({
      staff: { name: 'Ann', email: 'ann@example.com' },
      merchants: [{ name: owner.company, role: 'owner', programs }],
    })
    const program = await session.request('GET', '/api/v1/test_second_shop/program')
    expect([program.status, program.body.name]).toEqual([200, 'Referral program'])
  }
  const { rows } = {
    rows: await service.owner.query({ name: '', text: 'select token_hash from staff_link' }, []),
  }
  expect(rows).toEqual([])
})

test('the demo merchant is entered by a link that works once', async () => {
  const browser = openBrowser(app)
  const token = tokenOf(await createDemoLink(service.operator, live.alias))
  expect((await post('/portal/welcome', { ...owner, token, alias: 'demo_shop' })).status).toBe(410)
  const first = await browser.request('POST', '/portal/enter', { body: { token } })
  expect([first.status, first.body]).toEqual([200, { tenantAlias: `test_${live.alias}` }])
  expect((await browser.request('GET', '/portal/session')).body).toMatchObject({
    staff: { name: 'Demo owner', hasPassword: false },
    merchants: [{ role: 'owner' }],
  })
  // A recent sign-in cannot be asked of a person who has no password, no passkey and no provider.
  const signedInAt = new Date(service.clock.now - 16 * 60_000).toISOString()
  const age = 'update staff_session set created_at = $1'
  await service.owner.query({ name: '', text: age }, [signedInAt])
  const key = { name: 'Server', scopes: ['read'] }
  const made = await browser.request('POST', `/api/v1/test_${live.alias}/api-keys`, { body: key })
  expect(made.status).toBe(201)
  const options = await browser.request('GET', '/portal/auth/passkey/generate-register-options')
  const response = makeAuthenticator().register(String(options.body.challenge))
  const verification = '/portal/auth/passkey/verify-registration'
  const passkey = await browser.request('POST', verification, { body: { response } })
  expect([options.status, passkey.status]).toEqual([200, 200])
  // Now there is one to sign in with.
  const later = await browser.request('POST', `/api/v1/test_${live.alias}/api-keys`, { body: key })
  expect(later.body.apiErrorCode).toBe('REAUTHENTICATION_REQUIRED')
  expect((await post('/portal/enter', { token })).body.apiErrorCode).toBe('LINK_NOT_VALID')
  // A new link for the same person, who does not count as the first owner.
  const again = tokenOf(await createDemoLink(service.operator, live.alias))
  const uses = await Promise.all([
    post('/portal/enter', { token: again }),
    post('/portal/enter', { token: again }),
  ])
  expect(uses.map((it) => it.status).sort()).toEqual([200, 410])
})
