import { describe, expect, test } from 'vitest'
import { readAuditPage } from '../../administration/audit/read-audit.ts'
import { createApiKey } from '../../administration/keys/create-api-key.ts'
import { createTenant, type NamedKeys } from '../../administration/tenants/create-tenant.ts'
import { ProcessorClients } from '../../connectors/processor-clients.ts'
import { type BraintreeShop, givenBraintreeShop } from '../../testing/processor/braintree-shop.ts'
import { givenConnectedTenant } from '../../testing/processor/connected-tenant.ts'
import { testContext } from '../../testing/test-context.ts'
import { BASE_URL, startTestService } from '../../testing/test-service.ts'
import { checkConnection } from './check-connection.ts'
import { connectProcessor } from './connect-processor.ts'
import { reportedBillsOf } from './processor-client.ts'
import { readConnection } from './read-connection.ts'

const service = await startTestService()
const gateway = await service.gateway()
const { live } = service

const as = ({ alias, apiKey: key }: NamedKeys, body?: unknown) => ({
  alias,
  key,
  ...(body === undefined ? {} : { body }),
})

async function givenTenant(): Promise<NamedKeys> {
  const alias = `shop_${(await givenBraintreeShop(gateway)).credentials.merchantId}`
  return (await createTenant(service.operator, { alias })).test
}

const read = (keys: NamedKeys) => service.call('GET', '/connection', as(keys))
const put = (keys: NamedKeys, credentials: object) =>
  service.call('PUT', '/connection', as(keys, credentials))

async function auditOf({ alias }: NamedKeys) {
  const page = { limit: 10, cursor: null, countAll: false }
  const { rows } = await readAuditPage(service.ctx, alias, {}, page)
  const changes = rows.filter(({ action }) => /Processor$|Connection$/.test(action))
  return changes.map(({ actor, action, details }) => ({ actor, action, details }))
}

describe('200', () => {
  test('a connection is what the credentials say, without the private key', async () => {
    const keys = await givenTenant()
    const { credentials } = await givenBraintreeShop(gateway)
    const { status, body } = await put(keys, credentials)
    expect(status).toBe(200)
    const { privateKey, ...visible } = credentials
    expect(body).toMatchObject({
      ...visible,
      state: 'INCOMPLETE',
      missingSetup: [{ item: 'WEBHOOK' }],
      dateLastNotification: null,
      dateLastCall: service.clock.now,
      dateConnected: service.clock.now,
      lastError: null,
    })
    expect(body.webhookUrl).toMatch(new RegExp(`^${BASE_URL}/hooks/${keys.alias}/[A-Za-z0-9_-]{43}$`))
    expect(body.clockUrl).toBe(`${body.webhookUrl}/clock`)
    // The URLs hold a token: they are for those who may change the connection.
    const { apiKey: key } = await createApiKey(service.operator, { alias: keys.alias, scopes: ['read'] })
    const { body: seen } = await service.call('GET', '/connection', { alias: keys.alias, key })
    expect(seen).toMatchObject({ merchantId: credentials.merchantId, webhookUrl: null, clockUrl: null })
    expect(JSON.stringify(seen)).not.toContain(String(body.webhookUrl).split('/').at(-1))
    expect(body.notificationKinds).toContainEqual({
      kind: 'subscription_charged_successfully',
      dateLastSeen: null,
    })
    expect(JSON.stringify(body)).not.toContain(privateKey)
    expect((await read(keys)).body).toEqual(body)
  })

  test('the same merchant again gets new keys, and the tenant keeps its URL', async () => {
    const { keys, shop } = await givenConnectedTenant(service)
    const before = (await read(keys)).body
    service.clock.now += 60_000
    const renewed = { publicKey: 'renewed_public', privateKey: 'renewed_private' }
    const { merchantId } = shop.credentials
    // A merchant of the gateway cannot get further keys, so it is made anew with others.
    await gateway.control('DELETE', `/merchants/${merchantId}`)
    await gateway.control('POST', '/merchants', { id: merchantId, keys: [renewed] })
    const { status, body } = await put(keys, { ...shop.credentials, ...renewed })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      publicKey: 'renewed_public',
      webhookUrl: before.webhookUrl,
      dateConnected: before.dateConnected,
    })
    expect((await service.call('POST', '/connection/check', as(keys))).body).toMatchObject({
      lastError: null,
    })
  })

  test('each change leaves an audit entry without the private key, a repeat one that says so', async () => {
    const { keys, shop } = await givenConnectedTenant(service)
    await put(keys, shop.credentials)
    await service.call('DELETE', '/connection', as(keys))
    const { privateKey, ...shown } = shop.credentials
    const { merchantId, processor } = shown
    const entries = await auditOf(keys)
    const actor = `key ****${keys.apiKey.slice(-4)}`
    const origin = { requestId: expect.any(String), byKeyId: expect.any(String) }
    const connected = { ...shown, dailyCallBudget: 10_000, replaced: false }
    expect(entries).toEqual([
      {
        ...{ actor, action: 'removeConnection' },
        details: { processor, merchantId, state: 'REMOVED', discountsLeft: 0, ...origin },
      },
      { actor, action: 'connectProcessor', details: { outcome: 'UNCHANGED', ...origin } },
      { actor, action: 'connectProcessor', details: { ...connected, ...origin } },
    ])
    expect(JSON.stringify(entries)).not.toContain(privateKey)
  })

  test('a live program takes production only, and has no clock', async () => {
    const { credentials } = await givenBraintreeShop(gateway)
    const reportedBills = (tenant: string) => reportedBillsOf(ctx.db, tenant)
    const local = new ProcessorClients({ allowLocalTargets: true, reportedBills })
    // Production is not reachable from here, so its place is taken by the local gateway.
    const ctx = testContext(service.owner, service.ctx.clock, {
      secretBox: service.ctx.secretBox,
      processors: { open: (it) => local.open({ ...it, environment: gateway.url }) },
    })
    const other = (await createTenant(service.operator, { alias: 'live_shop' })).live
    const connection = await connectProcessor(ctx, other.alias, {
      ...credentials,
      environment: 'production',
    })
    expect(connection).toMatchObject({ environment: 'production', clockUrl: null })
  })
})

describe('BROKEN', () => {
  test('the connection is BROKEN when the processor rejects its credentials at a check, until new ones are sent', async () => {
    const { keys, shop } = await givenConnectedTenant(service)
    await shop.control('POST', '/faults', { action: { kind: 'status', status: 401 } })
    service.clock.now += 1000
    const { status, body } = await service.call('POST', '/connection/check', as(keys))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      state: 'BROKEN',
      lastError: { code: 'CREDENTIALS_REJECTED', date: service.clock.now },
    })
    await shop.control('DELETE', '/faults')
    expect((await put(keys, shop.credentials)).body).toMatchObject({ state: 'INCOMPLETE', lastError: null })
  })

  test('a private key that was encrypted with another secret key', async () => {
    const { keys } = await givenConnectedTenant(service)
    const stranger = testContext(service.owner, service.ctx.clock)

    for (const operation of [readConnection, checkConnection]) {
      expect(await operation(stranger, keys.alias)).toMatchObject({
        state: 'BROKEN',
        lastError: { code: 'PRIVATE_KEY_LOST' },
      })
    }
  })
})

describe('400', () => {
  const wrong: readonly [string, (shop: BraintreeShop) => object][] = [
    ['merchant', ({ credentials }) => ({ ...credentials, merchantId: 'unknown' })],
    ['public key', ({ credentials }) => ({ ...credentials, publicKey: 'unknown' })],
    ['private key', ({ credentials }) => ({ ...credentials, privateKey: 'unknown' })],
  ]

  test.each(wrong)('a wrong %s stores nothing, and a connection stays as it was', async (_, change) => {
    const { keys, shop } = await givenConnectedTenant(service)
    const before = await service.rows()
    const { body } = await put(keys, change(shop))
    expect(body).toMatchObject({ statusCode: 400, apiErrorCode: 'PROCESSOR_CREDENTIALS_REJECTED' })
    expect(JSON.stringify(body)).not.toContain(shop.credentials.privateKey)
    expect(await service.rows()).toEqual(before)
  })

  test('an environment that is not of the mode names the field, before any call', async () => {
    const { credentials } = await givenBraintreeShop(gateway)
    await gateway.control('DELETE', `/merchants/${credentials.merchantId}`)
    for (const [keys, environment] of [
      [live, 'sandbox'],
      [live, gateway.url],
      [service.test, 'production'],
    ] as const) {
      const { body } = await put(keys, { ...credentials, environment })
      expect(body).toMatchObject({ apiErrorCode: 'VALIDATION_FAILED', param: 'environment' })
    }
  })

  test('a local gateway is refused unless the service permits local targets', async () => {
    const { credentials } = await givenBraintreeShop(gateway)
    const ctx = testContext(service.owner, service.ctx.clock, { allowLocalTargets: false })
    await expect(connectProcessor(ctx, service.test.alias, credentials)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      param: 'environment',
    })
  })
})

describe('404', () => {
  test.each([
    ['GET', '/connection'],
    ['DELETE', '/connection'],
    ['POST', '/connection/check'],
    ['POST', '/connection/reconcile', {}],
  ] as const)('%s %s without a connection is 404', async (method, path, sent?: object) => {
    const { body } = await service.call(method, path, as(await givenTenant(), sent))
    expect(body).toMatchObject({ statusCode: 404, apiErrorCode: 'PROCESSOR_NOT_CONNECTED' })
  })
})

describe('409', () => {
  const missing = { discounts: [] }

  test('a program cannot be turned on while set-up is missing, until a check finds it there', async () => {
    const keys = await givenTenant()
    const shop = await givenBraintreeShop(gateway, missing)
    const program = (await service.call('GET', '/program', as(keys))).body
    const off = (await service.call('PUT', '/program', as(keys, { ...program, active: false }))).body
    const { body } = await put(keys, shop.credentials)
    expect(body).toMatchObject({
      state: 'INCOMPLETE',
      missingSetup: [{ item: 'DISCOUNT', name: 'referral_discount' }, { item: 'WEBHOOK' }],
    })
    const on = { ...off, active: true }
    const refused = await service.call('PUT', '/program', as(keys, on))
    expect(refused.body).toMatchObject({
      statusCode: 409,
      apiErrorCode: 'PROCESSOR_SETUP_INCOMPLETE',
      param: 'active',
    })
    // Everything else can be changed meanwhile.
    const renamed = await service.call('PUT', '/program', as(keys, { ...off, name: 'Renamed' }))
    expect(renamed.status).toBe(200)
    // A name of the merchant's own is worth a warning, and works.
    await shop.control('POST', '/discounts', { id: 'referral_discount', name: 'Friends', amount: '1.00' })
    const checked = await service.call('POST', '/connection/check', as(keys))
    expect(checked.body).toMatchObject({
      missingSetup: [{ item: 'WEBHOOK' }],
      setupWarnings: [{ item: 'DISCOUNT' }],
    })
    const turnedOn = await service.call('PUT', '/program', as(keys, { ...renamed.body, active: true }))
    expect(turnedOn.status).toBe(200)
  })

  test('a program that is on stays on when a processor is connected', async () => {
    const keys = await givenTenant()
    const shop = await givenBraintreeShop(gateway, missing)
    await put(keys, shop.credentials)
    const program = (await service.call('GET', '/program', as(keys))).body
    expect((await service.call('PUT', '/program', as(keys, program))).status).toBe(200)
  })
})

describe('503', () => {
  test('a processor that does not answer stores nothing, says when to retry, and is not the caller’s fault', async () => {
    const { keys, shop } = await givenConnectedTenant(service)
    const before = await service.rows()
    await shop.control('POST', '/faults', { action: { kind: 'status', status: 503 } })
    const { status, body, headers } = await put(keys, shop.credentials)
    expect({ status, code: body.apiErrorCode }).toEqual({ status: 503, code: 'PROCESSOR_UNAVAILABLE' })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(await service.rows()).toEqual(before)
  })

  test('a check that cannot be made leaves what was found before, and the error', async () => {
    const { keys, shop } = await givenConnectedTenant(service)
    await shop.control('POST', '/faults', { action: { kind: 'status', status: 503 } })
    const { body } = await service.call('POST', '/connection/check', as(keys))
    expect(body.apiErrorCode).toBe('PROCESSOR_UNAVAILABLE')
    expect((await read(keys)).body).toMatchObject({
      state: 'INCOMPLETE',
      missingSetup: [{ item: 'WEBHOOK' }],
      lastError: { code: 'UNAVAILABLE' },
    })
  })
})

describe('tenants', () => {
  test('a connection is seen with a key of its tenant alone', async () => {
    const { keys } = await givenConnectedTenant(service)
    const other = await givenConnectedTenant(service)
    const { apiKey: key } = keys
    const foreign = await service.call('GET', '/connection', { alias: other.keys.alias, key })
    expect(foreign.body).toMatchObject({ statusCode: 401, apiErrorCode: 'UNAUTHORIZED' })
    expect(other.hook).not.toBe((await givenConnectedTenant(service)).hook)
  })

  test('a private key that was copied to another tenant’s row does not open', async () => {
    const { keys } = await givenConnectedTenant(service)
    const other = await givenConnectedTenant(service)
    const boxOf = 'select credentials_box as box from app.processor_connection where tenant_id = $1'
    const [row] = await service.owner.query<{ box: Buffer }>({ name: '', text: boxOf }, [other.keys.alias])
    const text = 'update app.processor_connection set credentials_box = $2 where tenant_id = $1'
    await service.owner.query({ name: '', text }, [keys.alias, row?.box])
    expect((await read(keys)).body).toMatchObject({
      state: 'BROKEN',
      lastError: { code: 'PRIVATE_KEY_LOST' },
    })
  })
})
