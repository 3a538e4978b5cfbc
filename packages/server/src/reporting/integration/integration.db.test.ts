import { fileURLToPath } from 'node:url'
import { leadsSomewhere } from '@goodword/testing/dead-links'
import { describe, expect, test } from 'vitest'
import { createTenant, type NamedKeys } from '../../administration/tenants/create-tenant.ts'
import type { HostRecords } from '../../engine/network/name-servers.ts'
import { noteScript, recordIntegrationActivity } from '../../frame/integration-activity.ts'
import { givenConnectedTenant } from '../../testing/processor/connected-tenant.ts'
import { signUser } from '../../testing/sign.ts'
import { LANDING_PAGE, startTestService } from '../../testing/test-service.ts'
import { writeIntegrationActivity } from './write-integration-activity.ts'

/** The records of hosts at name servers; none for hosts whose look-up fails. */
const hosts = new Map<string, HostRecords>()
const service = await startTestService({
  async resolveRecords(host) {
    const found = hosts.get(host)
    if (found === undefined) throw new Error('no answer')
    return found
  },
})
const { ctx, owner } = service
const callElsewhere = await service.anotherProcess()
const CONTENTS = fileURLToPath(new URL('../../../../../docs/guides/README.md', import.meta.url))
const MINUTE_MS = 60_000
const SHOP = 'https://shop.example.com'
let made = 0

type Step = {
  step: string
  state: string
  dateFirst: number | null
  dateLast: number | null
  message: string
}
type Row = Readonly<Record<string, unknown>>

async function newTenant(): Promise<NamedKeys> {
  made += 1
  return (await createTenant(service.operator, { alias: `seen_${made}`, landingPage: LANDING_PAGE })).live
}

async function read({ alias, apiKey: key }: NamedKeys, call = service.call) {
  const { body } = await call('GET', '/integration', { alias, key })
  const steps = body.steps as (Step & { guideUrl: string })[]
  const stateOf = (name: string) => steps.find((it) => it.step === name)?.state
  return { body, steps, stateOf, pages: body.pages as Row[] }
}

const page = (alias: string, method: 'GET' | 'POST', path: string, origin: string, body?: unknown) =>
  service.call(method, path, { alias, headers: { origin }, ...(body === undefined ? {} : { body }) })

const stored = ({ alias }: NamedKeys) =>
  owner.query<{ kind: string; origin: string; seen: number }>(
    {
      name: '',
      text: 'select kind, origin, seen from app.integration_activity where tenant_id = $1 order by 1, 2',
    },
    [alias],
  )

test('a new tenant sees what is missing, each with a guide that exists', async () => {
  const { body, steps } = await read(await newTenant())
  expect(steps.map((it) => [it.step, it.state, it.dateFirst, it.dateLast])).toEqual([
    ['PROGRAM_ACTIVE', 'DONE', null, null],
    ['LANDING_PAGE_SET', 'DONE', null, null],
    ['CUSTOM_DOMAIN', 'OPTIONAL', null, null],
    ['SCRIPT_LOADED', 'MISSING', null, null],
    ['ORIGINS_ALLOWED', 'WARNING', null, null],
    ['CODE_FILLED', 'MISSING', null, null],
    ['USER_IDENTIFIED', 'MISSING', null, null],
    ['SERVER_CALLED', 'MISSING', null, null],
    ['PROCESSOR_CONNECTED', 'OPTIONAL', null, null],
    ['NOTIFICATION_RECEIVED', 'OPTIONAL', null, null],
    ['REFERRAL_CONVERTED', 'MISSING', null, null],
  ])
  expect(body.pages).toEqual([])
  for (const { guideUrl } of steps) {
    const { pathname, hash } = new URL(guideUrl)
    const link = `${pathname.replace('/docs/guides/', '') || 'README'}.md${hash}`
    expect([link, await leadsSomewhere(CONTENTS, link)]).toEqual([link, true])
  }
})

test('times are by the clock of the service, also where that of the test program is ahead: the day of a conversion is in words', async () => {
  const { alias, apiKey: key } = (await createTenant(service.operator, { alias: `seen_${made + 1000}` })).test
  const post = (path: string, body: object) => service.call('POST', path, { alias, key, body })
  const { body: bob } = await post('/user', { accountId: 'bob', id: 'bob' })
  await post('/user', { accountId: 'carol', id: 'carol' })
  const converted = async () => {
    const { steps } = await read({ alias, apiKey: key } as NamedKeys)
    return steps.find((it) => it.step === 'REFERRAL_CONVERTED')
  }
  const { now } = service.clock
  const referral = { code: bob.referralCode }
  await post('/accountsync', { id: 'carol', subscription: { status: 'PAID' }, referral })
  expect(await converted()).toMatchObject({ state: 'DONE', dateFirst: now, dateLast: now })
  expect((await post('/test/clock', { now: now + 400 * 86_400_000 })).status).toBe(200)
  const day = new Date(now).toISOString().slice(0, 10)
  const message = `Referrals have converted, the last one on ${day} by the clock of the test program.`
  expect(await converted()).toMatchObject({ state: 'DONE', dateFirst: null, dateLast: null, message })
})

test('the integration says what pages and the server did as soon as it has happened, and keeps it', async () => {
  const tenant = await newTenant()
  const { alias, apiKey: key } = tenant
  const start = service.clock.now
  const file = `/s/v1/goodword.js?tenant=${alias}`
  await service.app.inject({ url: file, headers: { referer: `${SHOP}/welcome?x=1` } })
  await writeIntegrationActivity(ctx)
  expect((await read(tenant)).stateOf('SCRIPT_LOADED')).toBe('DONE')

  service.clock.now += 1
  const referrer = { account_id: 'bob', user_id: 'bob' }
  const { body: bob } = await page(alias, 'POST', '/open/identify', SHOP, referrer)
  expect((await read(tenant)).stateOf('USER_IDENTIFIED')).toBe('WARNING')
  expect((await read(tenant)).stateOf('CODE_FILLED')).toBe('MISSING')
  await page(alias, 'GET', `/open/code/${String(bob.referralCode)}/cookie`, SHOP)
  const user = { accountId: 'bob', id: 'bob' }
  const jwt = signUser(tenant.signingKey, user, service.clock.now)
  await page(alias, 'POST', '/open/identify', SHOP, { ...referrer, jwt })
  const referral = { code: bob.referralCode }
  const body = { id: 'carol', subscription: { status: 'PAID' }, referral }
  await service.call('POST', '/accountsync', { alias, key, body })
  await service.call('POST', '/user', { alias, key, body: { accountId: 'carol', id: 'carol' } })

  const { steps, pages, body: seen } = await read(tenant)
  const later = start + 1
  expect(
    steps.flatMap((it) => (it.dateFirst === null ? [] : [[it.step, it.state, it.dateFirst, it.dateLast]])),
  ).toEqual([
    ['SCRIPT_LOADED', 'DONE', start, later],
    ['CODE_FILLED', 'DONE', later, later],
    ['USER_IDENTIFIED', 'DONE', later, later],
    ['SERVER_CALLED', 'DONE', later, later],
    ['REFERRAL_CONVERTED', 'DONE', later, later],
  ])
  expect(pages).toEqual([{ origin: SHOP, allowed: true, dateFirst: start, dateLast: later }])
  const once = { count: 1, dateFirst: later, dateLast: later }
  expect(seen.identifications).toMatchObject({ signed: once, unsigned: once })

  await writeIntegrationActivity(ctx)
  // Another process knows the written activity.
  expect((await read(tenant, callElsewhere)).body).toEqual(seen)

  await page(alias, 'POST', '/open/identify', SHOP, { ...referrer, jwt: `${jwt}x` })
  expect((await read(tenant)).stateOf('USER_IDENTIFIED')).toBe('DONE')
  service.clock.now += 1
  await page(alias, 'POST', '/open/identify', SHOP, { ...referrer, jwt: `${jwt}x` })
  expect((await read(tenant)).stateOf('USER_IDENTIFIED')).toBe('WARNING')
  expect((await read(tenant)).body.identifications).toMatchObject({ invalidSignature: { count: 2 } })
})

test('a page that the program does not allow is named, also when its browser sends no more than a preflight', async () => {
  const tenant = await newTenant()
  const { alias } = tenant
  await service.setProgram({ allowedOrigins: [SHOP] }, alias)
  expect((await read(tenant)).stateOf('ORIGINS_ALLOWED')).toBe('DONE')
  await service.app.inject({
    method: 'OPTIONS',
    url: `/api/v1/${alias}/open/identify`,
    headers: { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
  })
  const { steps, pages } = await read(tenant)
  expect(pages).toMatchObject([{ origin: 'https://app.example.com', allowed: false }])
  expect(steps.find((it) => it.step === 'ORIGINS_ALLOWED')).toMatchObject({
    state: 'WARNING',
    message: expect.stringContaining('https://app.example.com'),
  })
  await service.setProgram(
    { allowedOrigins: ['https://www.example.com'], active: false, landingPage: LANDING_PAGE },
    alias,
  )
  const { stateOf } = await read(tenant)
  expect([stateOf('ORIGINS_ALLOWED'), stateOf('PROGRAM_ACTIVE')]).toEqual(['MISSING', 'MISSING'])
})

test('a connected tenant sees its connection and its notifications', async () => {
  const { keys, shop, hook } = await givenConnectedTenant(service)
  const before = await read(keys)
  expect([before.stateOf('PROCESSOR_CONNECTED'), before.stateOf('NOTIFICATION_RECEIVED')]).toEqual([
    'DONE',
    'MISSING',
  ])
  const signed = await shop.sdk.webhookTesting.sampleNotification('check' as never, 'x')
  const send = (signature: string) =>
    service.app.inject({
      method: 'POST',
      url: hook,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ bt_signature: signature, bt_payload: signed.bt_payload }).toString(),
    })
  expect((await send('wrong|signature')).statusCode).toBe(400)
  expect((await read(keys)).body.rejectedNotifications).toMatchObject({ count: 1 })
  service.clock.now += 1
  expect((await send(signed.bt_signature)).statusCode).toBe(200)
  expect((await read(keys)).stateOf('NOTIFICATION_RECEIVED')).toBe('DONE')
})

describe('the bounds of what is stored', () => {
  test('a kind and origin is written once in five minutes, with all that was seen meanwhile', async () => {
    const tenant = await newTenant()
    const see = () => recordIntegrationActivity(ctx, tenant.alias, 'PAGE', SHOP)
    see()
    await writeIntegrationActivity(ctx)
    for (let count = 0; count < 3; count += 1) see()
    service.clock.now += 5 * MINUTE_MS - 1
    await writeIntegrationActivity(ctx)
    const rows = (seen: number) => [
      { kind: 'PAGE', origin: '', seen },
      { kind: 'PAGE', origin: SHOP, seen },
    ]
    expect(await stored(tenant)).toEqual(rows(1))
    service.clock.now += 1
    await writeIntegrationActivity(ctx)
    expect(await stored(tenant)).toEqual(rows(4))
  })

  test('unknown origins have 20 places; those of the program always have theirs, and old ones make room', async () => {
    const tenant = await newTenant()
    const see = async (name: string) => {
      for (let number = 0; number < 30; number += 1) {
        recordIntegrationActivity(ctx, tenant.alias, 'PAGE', `https://${name}${number}.example`)
      }
      await writeIntegrationActivity(ctx)
    }
    const origins = async (start: string) => {
      const rows = await stored(tenant)
      return rows.filter((it) => it.origin.startsWith(`https://${start}`)).length
    }
    await see('a')
    await see('b')
    recordIntegrationActivity(ctx, tenant.alias, 'PAGE', LANDING_PAGE)
    await writeIntegrationActivity(ctx)
    expect([await origins('a'), await origins('b'), await origins('shop.')]).toEqual([20, 0, 1])
    service.clock.now += 31 * 24 * 60 * MINUTE_MS
    await see('c')
    expect([await origins('a'), await origins('c'), await origins('')]).toEqual([0, 20, 20])
    expect((await read(tenant)).pages).toHaveLength(20)
  })

  test('an origin of no page is not stored, and a tenant that does not exist has nothing', async () => {
    const tenant = await newTenant()
    const hostile = [
      'null',
      '',
      'javascript:alert(1)',
      'file:///etc',
      `https://${'a'.repeat(5000)}.example`,
      'https://a b',
    ]
    for (const header of hostile) recordIntegrationActivity(ctx, tenant.alias, 'PAGE', header)
    recordIntegrationActivity(
      ctx,
      tenant.alias,
      'PAGE',
      'https://user:secret@Shop.Example.com:443/cart?token=1#x',
    )
    for (let number = 0; number < 1000; number += 1) noteScript(ctx, `nobody_${number}`, SHOP)
    await writeIntegrationActivity(ctx)
    expect(await stored(tenant)).toEqual([
      { kind: 'PAGE', origin: '', seen: 7 },
      { kind: 'PAGE', origin: SHOP, seen: 1 },
    ])
    const text = "select count(*) as rows from app.integration_activity where tenant_id like 'nobody%'"
    expect(await owner.query({ name: '', text }, [])).toEqual([{ rows: 0 }])
  })
})

describe('the cookies of a custom domain', () => {
  const domainStep = async (tenant: NamedKeys) =>
    (await read(tenant)).steps.find((it) => it.step === 'CUSTOM_DOMAIN')

  async function tenantWithDomain(domain: string): Promise<NamedKeys> {
    const tenant = await newTenant()
    const { alias, apiKey: key } = tenant
    const { body } = await service.call('POST', '/domains', { alias, key, body: { domain } })
    const { name, value } = body.proof as { name: string; value: string }
    service.texts.set(name, [value])
    await service.call('POST', `/domains/${domain}/check`, { alias, key })
    return tenant
  }

  test('a domain in the network of the landing page keeps cookies, and one elsewhere for seven days', async () => {
    hosts.set(new URL(LANDING_PAGE).hostname, { addresses: ['198.51.2.3'], alias: null })
    hosts.set('near.example.com', { addresses: ['198.51.9.9'], alias: null })
    hosts.set('far.example.com', { addresses: ['203.0.9.9'], alias: null })
    expect(await domainStep(await tenantWithDomain('near.example.com'))).toMatchObject({ state: 'DONE' })
    expect(await domainStep(await tenantWithDomain('far.example.com'))).toMatchObject({
      state: 'OPTIONAL',
      message: expect.stringMatching(
        /^Safari keeps a cookie that far.example.com sets for 7 days: .* by a proxy.$/,
      ),
    })
  })

  test('name servers that do not answer, and private addresses, say nothing', async () => {
    hosts.set('inside.example.com', { addresses: ['10.0.0.9'], alias: null })
    for (const domain of ['silent.example.com', 'inside.example.com']) {
      const { state, message = '' } = (await domainStep(await tenantWithDomain(domain))) ?? {}
      expect([state, message.includes('10.0.0.9')]).toEqual(['OPTIONAL', false])
      expect(message).toMatch(/^How long Safari keeps a cookie that \S+ sets is not known/)
    }
  })
})
