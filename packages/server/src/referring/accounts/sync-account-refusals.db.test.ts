import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestService, unknownCode } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, other } = service
const ownCode = await service.addUser('alice')
const foreignCode = String(
  (
    await service.call('POST', '/open/identify', {
      alias: other.alias,
      body: { account_id: 'stranger', user_id: 's' },
    })
  ).body.referralCode,
)
await service.call('POST', '/accountsync', { body: { id: 'bound', paymentProviderId: 'cus_1' } })

let before: unknown
beforeEach(async () => {
  before = await service.rows()
})
afterEach(async () => {
  expect(await service.rows()).toEqual(before)
})

const subscription = (fields: object) => ({ subscription: fields })
const expand = (fields: object) => ({ id: 'someone', ...fields })

describe('refused calls', () => {
  test.each([
    [{}, 'id'],
    [{ id: null }, 'id'],
    [{ id: '' }, 'id'],
    [{ id: ' \u00a0\t'.trim() }, 'id'],
    [{ id: '   ' }, 'id'],
    [{ id: '.' }, 'id'],
    [{ id: '..' }, 'id'],
    [{ id: 12 }, 'id'],
    [{ id: true }, 'id'],
    [{ id: ['a'] }, 'id'],
    [{ id: 'a'.repeat(257) }, 'id'],
    [{ id: '😀'.repeat(257) }, 'id'],
    [{ id: 'x\ud83d' }, 'id'],
    [{ id: '\udc00x' }, 'id'],
    [{ id: 'a\u0000b' }, 'id'],
    [{ id: 'a\nb' }, 'id'],
    [{ id: 'a\u007fb' }, 'id'],
    [expand({ paymentProviderId: '' }), 'paymentProviderId'],
    [expand({ paymentProviderId: 17 }), 'paymentProviderId'],
    [expand(subscription({ status: 'paid' })), 'subscription.status'],
    [expand(subscription({ status: 'ACTIVE' })), 'subscription.status'],
    [expand(subscription({ status: 1 })), 'subscription.status'],
    [expand(subscription({ value: '9.99' })), 'subscription.value'],
    [expand(subscription({ value: 0.1 + 0.2 })), 'subscription.value'],
    [expand(subscription({ value: 9.999 })), 'subscription.value'],
    [expand(subscription({ value: -0.01 })), 'subscription.value'],
    [expand(subscription({ value: 100_000_000 })), 'subscription.value'],
    [expand({ currency: 'JPY', subscription: { value: 9.5 } }), 'subscription.value'],
    [expand({ currency: 'KWD', subscription: { value: 1.0001 } }), 'subscription.value'],
    [expand(subscription({ billingIntervalValue: '1' })), 'subscription.billingIntervalValue'],
    [expand(subscription({ billingIntervalValue: 0 })), 'subscription.billingIntervalValue'],
    [expand(subscription({ billingIntervalValue: 1.5 })), 'subscription.billingIntervalValue'],
    [expand(subscription({ billingIntervalValue: 10_001 })), 'subscription.billingIntervalValue'],
    [expand(subscription({ billingIntervalType: 'day' })), 'subscription.billingIntervalType'],
    [expand({ subscription: 'PAID' }), 'subscription'],
    [expand({ subscription: [] }), 'subscription'],
    [expand({ currency: 'eur' }), 'currency'],
    [expand({ currency: 'XYZ' }), 'currency'],
    [expand({ currency: 'EURO' }), 'currency'],
    [expand({ referral: 'CODE' }), 'referral'],
    [expand({ referral: { code: 5 } }), 'referral.code'],
    [expand({ referral: { code: '' } }), 'referral.code'],
    [expand({ referral: { code: '  ' } }), 'referral.code'],
    [expand({ referral: { code: 'A' } }), 'referral.code'],
    [expand({ referral: { code: 'A'.repeat(65) } }), 'referral.code'],
    [expand({ referral: { code: 'ſAM' } }), 'referral.code'],
    [expand({ referral: { code: 'A B' } }), 'referral.code'],
    [expand({ referral: { code: 'A\u0000B' } }), 'referral.code'],
  ])('the call with %j is 400 for %s, and stores nothing', async (body, param) => {
    const answer = await service.call('POST', '/accountsync', { body })
    expect([answer.status, answer.body.apiErrorCode, answer.body.param]).toEqual([
      400,
      'VALIDATION_FAILED',
      param,
    ])
  })

  test.each(['[]', 'null', '"x"', '1', 'true'])('the body %s is no account: 400', async (body) => {
    const answer = await service.call('POST', '/accountsync', { body })
    expect([answer.status, answer.body.apiErrorCode]).toEqual([400, 'VALIDATION_FAILED'])
  })

  test.each(['{', '{"id":"a",}', '{"id":NaN}', '{"id":"\u0001"}', ''])(
    'the body %j is no JSON: 400',
    async (body) => {
      const answer = await service.call('POST', '/accountsync', { body })
      expect(answer.status).toBe(400)
    },
  )

  test('a number too large for JSON readers is 400', async () => {
    const answer = await service.call('POST', '/accountsync', {
      body: '{"id":"someone","subscription":{"value":1e400}}',
    })
    expect([answer.status, answer.body.param]).toEqual([400, 'subscription.value'])
  })

  test('bytes that are no UTF-8 are 400', async () => {
    const { statusCode } = await service.app.inject({
      method: 'POST',
      url: `/api/v1/${live.alias}/accountsync`,
      headers: {
        authorization: `Basic ${Buffer.from(`${live.apiKey}:`).toString('base64')}`,
        'content-type': 'application/json',
      },
      payload: Buffer.concat([Buffer.from('{"id":"a'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
    })
    expect(statusCode).toBe(400)
  })

  test('another media type is 415, a body beyond 256 KiB is 413', async () => {
    const form = { body: 'id=a', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    expect((await service.call('POST', '/accountsync', form)).body.apiErrorCode).toBe(
      'UNSUPPORTED_MEDIA_TYPE',
    )
    const big = { body: { id: 'someone', note: 'x'.repeat(256 * 1024) } }
    expect((await service.call('POST', '/accountsync', big)).status).toBe(413)
  })

  test('another method is 405 with Allow', async () => {
    const answer = await service.call('GET', '/accountsync')
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST'])
  })

  test.each([unknownCode(), foreignCode])(
    'the code %s, which is unknown to this tenant, is 404',
    async (code) => {
      const body = expand({ subscription: { status: 'PAID', value: 5 }, referral: { code } })
      const answer = await service.call('POST', '/accountsync', { body })
      expect(answer.body).toMatchObject({
        statusCode: 404,
        apiErrorCode: 'REFERRAL_CODE_NOT_FOUND',
        param: 'referral.code',
      })
    },
  )

  test('the account’s own code is 400, for every user of the account', async () => {
    const body = { id: 'alice', subscription: { status: 'PAID' }, referral: { code: ownCode.toLowerCase() } }
    const answer = await service.call('POST', '/accountsync', { body })
    expect(answer.body).toMatchObject({
      statusCode: 400,
      apiErrorCode: 'SELF_REFERRAL',
      param: 'referral.code',
    })
  })

  test('a processor customer of another account, or another customer of the account, is 409', async () => {
    for (const body of [
      expand({ paymentProviderId: 'cus_1', referral: { code: ownCode } }),
      { id: 'bound', paymentProviderId: 'cus_2', subscription: { status: 'PAID' } },
    ]) {
      const answer = await service.call('POST', '/accountsync', { body })
      expect(answer.body).toMatchObject({
        statusCode: 409,
        apiErrorCode: 'PROVIDER_ID_TAKEN',
        param: 'paymentProviderId',
      })
    }
  })

  test('values are checked before the code: a bad price with an unknown code is 400', async () => {
    const body = expand({ subscription: { value: 0.001 }, referral: { code: unknownCode() } })
    expect((await service.call('POST', '/accountsync', { body })).body.param).toBe('subscription.value')
  })
})
