import { describe, expect, test } from 'vitest'
import { createLogger } from '../../../engine/logging/logger.ts'
import { hookToken } from '../../../engine/secrets/derived-secret.ts'
import { makeSecretKey } from '../../../engine/secrets/secret-key.ts'
import { createLimits } from '../../../frame/http/limits/limits.ts'
import { createLoadShedding } from '../../../frame/http/limits/load-shedding.ts'
import { createRateLimit } from '../../../frame/http/limits/rate-limit.ts'
import { createThrottle } from '../../../frame/http/limits/throttle.ts'
import { createApp } from '../../../frame/http/server/app.ts'
import { type BraintreeShop, givenBraintreeShop } from '../../../testing/processor/braintree-shop.ts'
import { givenConnectedTenant } from '../../../testing/processor/connected-tenant.ts'
import type { SignedForm } from '../../../testing/processor/signed-request.ts'
import { BASE_URL, startTestService } from '../../../testing/test-service.ts'
import { serveNotificationUrls } from './notification-urls.ts'

const service = await startTestService()
const { app } = service

/** A notification that the merchant's keys signed. */
async function sign(
  { sdk }: BraintreeShop,
  id = 'first',
  kind = 'subscription_canceled',
): Promise<SignedForm> {
  // The published types have a promise of it.
  return sdk.webhookTesting.sampleNotification(kind as never, id)
}

const post = (url: string, form: Partial<SignedForm>) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })

async function stored(table: 'processor_notification' | 'job', alias: string) {
  const text = `select * from app.${table} where tenant_id = $1 order by id`
  return service.owner.query<Record<string, unknown>>({ name: '', text }, [alias])
}

/** A connection has other jobs from its start. */
async function jobsOfNotifications(alias: string) {
  return (await stored('job', alias)).filter(({ kind }) => kind === 'NOTIFICATION')
}

describe('GET with a challenge', () => {
  test('a GET with a challenge is answered with what the SDK makes of it', async () => {
    const { hook, shop } = await givenConnectedTenant(service)
    const challenge = '20f9f8ed05f77439fe955c977e4c8a53'
    const { statusCode, headers, payload } = await app.inject({ url: `${hook}?bt_challenge=${challenge}` })
    expect({ statusCode, type: headers['content-type'], payload }).toEqual({
      statusCode: 200,
      type: 'text/plain; charset=utf-8',
      payload: await Reflect.get(shop.sdk.webhookNotification, 'verify').call(
        shop.sdk.webhookNotification,
        challenge,
      ),
    })
  })

  test.each(['', '?bt_challenge=', '?bt_challenge=x', '?bt_challenge=%ff', '?bt_challenge=a&bt_challenge=b'])(
    'a GET with the malformed challenge %s is 400',
    async (query) => {
      const { hook } = await givenConnectedTenant(service)
      expect((await app.inject({ url: `${hook}${query}` })).json()).toMatchObject({
        statusCode: 400,
        param: 'bt_challenge',
      })
    },
  )
})

describe('POST with a notification', () => {
  test('a POST with a notification is stored with its job, and answered', async () => {
    const { keys, hook, shop } = await givenConnectedTenant(service)
    const signed = await sign(shop)
    expect((await post(hook, signed)).statusCode).toBe(200)
    expect(await stored('processor_notification', keys.alias)).toMatchObject([
      {
        kind: 'subscription_canceled',
        subscription_id: 'first',
        payload: Buffer.from(signed.bt_payload, 'base64').toString('utf8'),
        outcome: null,
      },
    ])
    const [notification] = await stored('processor_notification', keys.alias)
    expect(await jobsOfNotifications(keys.alias)).toMatchObject([
      { kind: 'NOTIFICATION', subject: notification?.id },
    ])
  })

  test('a notification that comes again is answered like the first time, and stored once', async () => {
    const { keys, hook, shop } = await givenConnectedTenant(service)
    const signed = await sign(shop)
    const again = { ...signed, bt_payload: signed.bt_payload.trimEnd() }
    const answers = await Promise.all([signed, signed, again, signed].map((it) => post(hook, it)))
    expect(answers.map((it) => it.statusCode)).toEqual([200, 200, 200, 200])
    expect(await stored('processor_notification', keys.alias)).toHaveLength(1)
    expect(await jobsOfNotifications(keys.alias)).toHaveLength(1)
  })

  test('a notification signed by an earlier key of the merchant stays stored when the keys are replaced', async () => {
    const { keys, hook, shop } = await givenConnectedTenant(service)
    await post(hook, await sign(shop))
    const { merchantId } = shop.credentials
    const renewed = { publicKey: 'renewed_public', privateKey: 'renewed_private' }
    const gateway = await service.gateway()
    await gateway.control('DELETE', `/merchants/${merchantId}`)
    await gateway.control('POST', '/merchants', { id: merchantId, keys: [renewed] })
    const body = { ...shop.credentials, ...renewed }
    const { alias, apiKey: key } = keys
    expect((await service.call('PUT', '/connection', { alias, key, body })).status).toBe(200)
    expect((await post(hook, await sign(shop, 'second'))).statusCode).toBe(400)
    expect(await stored('processor_notification', alias)).toHaveLength(1)
  })

  describe('malformed notifications', () => {
    const tampered = (payload: string) => payload.replace(/^../, 'AA')
    const xml = (text: string) => Buffer.from(text).toString('base64').concat('\n')
    const entities = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">${[
      ...'abcdefghij',
    ]
      .map(
        (it, index) => `<!ENTITY l${it} "${index === 0 ? 'x' : `&l${'abcdefghij'[index - 1]};`.repeat(10)}">`,
      )
      .join('')}]><notification><kind>&x;&lj;</kind></notification>`

    const wrong: readonly [string, (shop: BraintreeShop) => Promise<Partial<SignedForm>>][] = [
      ['nothing', async () => ({})],
      ['no signature', async (shop) => ({ bt_payload: (await sign(shop)).bt_payload })],
      ['no payload', async (shop) => ({ bt_signature: (await sign(shop)).bt_signature })],
      [
        'a changed payload',
        async (shop) => {
          const signed = await sign(shop)
          return { ...signed, bt_payload: tampered(signed.bt_payload) }
        },
      ],
      [
        'the signature of another notification',
        async (shop) => ({
          ...(await sign(shop)),
          bt_signature: (await sign(shop, 'second')).bt_signature,
        }),
      ],
      ['another merchant’s keys', async () => sign(await givenBraintreeShop(await service.gateway()))],
      ['a signature of entities', async () => ({ bt_signature: 'a|b', bt_payload: xml(entities) })],
      ['no base64', async () => ({ bt_signature: 'a|b', bt_payload: '\u0000<>' })],
      ['a very long signature', async () => ({ bt_signature: 'a|'.repeat(100_000), bt_payload: 'aa' })],
    ]

    test.each(wrong)('a malformed notification is 4xx and stores nothing: %s', async (_, form) => {
      const { hook, shop } = await givenConnectedTenant(service)
      const made = await form(shop)
      const before = await service.rows()
      const { statusCode, body } = await post(hook, made)
      expect(statusCode).toBe(400)
      expect(body).not.toContain(shop.credentials.privateKey)
      expect(await service.rows()).toEqual(before)
    })

    test('a body that is too large, or no form', async () => {
      const { hook, shop } = await givenConnectedTenant(service)
      const signed = await sign(shop)
      const before = await service.rows()
      const large = await post(hook, {
        ...signed,
        bt_payload: `${signed.bt_payload}${'A'.repeat(1_048_576)}`,
      })
      expect(large.statusCode).toBe(413)
      const json = await app.inject({ method: 'POST', url: hook, payload: signed })
      expect(json.json()).toMatchObject({ statusCode: 400, param: 'bt_signature' })
      const text = await app.inject({
        method: 'POST',
        url: hook,
        payload: 'x',
        headers: { 'content-type': 'text/plain' },
      })
      expect(text.statusCode).toBe(415)
      expect((await app.inject({ method: 'POST', url: hook })).statusCode).toBe(400)
      expect(await service.rows()).toEqual(before)
    })
  })

  test('a notification of one tenant is not taken at another’s URL', async () => {
    const [one, other] = [await givenConnectedTenant(service), await givenConnectedTenant(service)]
    expect((await post(other.hook, await sign(one.shop))).statusCode).toBe(400)
    const crossed = one.hook.replace(one.keys.alias, other.keys.alias)
    expect((await post(crossed, await sign(one.shop))).statusCode).toBe(404)
    expect(await stored('processor_notification', other.keys.alias)).toEqual([])
  })

  test('a notification that cannot be stored is 5xx, so that the processor sends it again', async () => {
    const { keys, hook, shop } = await givenConnectedTenant(service)
    const execute = (text: string) => service.owner.query({ name: '', text }, [])
    await execute('alter table app.processor_notification rename to moved')
    const failed = await post(hook, await sign(shop))
    await execute('alter table app.moved rename to processor_notification')
    expect(failed.statusCode).toBe(500)
    expect((await post(hook, await sign(shop))).statusCode).toBe(200)
    expect(await stored('processor_notification', keys.alias)).toHaveLength(1)
  })
})

test('notifications are limited per tenant, by a rate of their own, before the body is read', async () => {
  const stopwatch = { now: () => 0 }
  const limits = createLimits(
    createRateLimit({ live: 2, test: 1, browser: 1, clicksPerMinute: 1 }, stopwatch),
    createLoadShedding(() => 0),
    createThrottle(stopwatch, async () => undefined),
  )
  const limited = createApp({ baseUrl: BASE_URL, logger: createLogger('silent') })
  serveNotificationUrls(limited, service.ctx, { limits })
  const [one, other] = [await givenConnectedTenant(service), await givenConnectedTenant(service)]
  const statusOf = async (url: string) => (await limited.inject({ method: 'POST', url })).statusCode
  for (let index = 0; index < 20; index += 1) expect(await statusOf(`${one.hook}x`)).toBe(404)
  const statuses = []
  for (let index = 0; index < 6; index += 1) statuses.push(await statusOf(one.hook))
  expect(statuses).toEqual([400, 400, 400, 400, 429, 429])
  expect(await statusOf(other.hook)).toBe(400)
  await limited.close()
})

describe('a URL without the right token', () => {
  test('a URL without the right token is answered like an unknown page, whichever part of it is wrong, before the body is read', async () => {
    const { keys, hook } = await givenConnectedTenant(service)
    const token = hook.split('/').at(-1) ?? ''
    const before = await service.rows()
    const urls = [
      `/hooks/${keys.alias}/${token.slice(1)}x`,
      `/hooks/${keys.alias}/${token}x`,
      `/hooks/${keys.alias}/${hookToken(makeSecretKey(), keys.alias)}`,
      `/hooks/test_nobody/${service.ctx.secretBox.hookToken('test_nobody' as never)}`,
      `/hooks/test_nobody/${token}`,
      `/hooks/NO%20ALIAS/${token}`,
    ]
    const answers = []
    for (const url of urls) {
      for (const path of [url, `${url}/clock`]) {
        const { statusCode, body } = await post(path, { bt_payload: 'x'.repeat(100) })
        answers.push({ statusCode, body: JSON.stringify({ ...JSON.parse(body), requestId: '' }) })
      }
    }
    expect(new Set(answers.map((it) => JSON.stringify(it))).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(404)
    expect(await service.rows()).toEqual(before)
  })

  test('the URL of a tenant that removed its connection is answered with an error that says so', async () => {
    const { keys, hook, shop } = await givenConnectedTenant(service)
    await service.call('DELETE', '/connection', { alias: keys.alias, key: keys.apiKey })
    expect((await post(hook, await sign(shop))).json()).toMatchObject({
      statusCode: 409,
      apiErrorCode: 'PROCESSOR_NOT_CONNECTED',
    })
  })
})
