import { describe, expect, test } from 'vitest'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const code = await service.addUser('alice', { first_name: 'Alice', last_name: 'Tan' })

async function sync(id: string, fields: object = {}) {
  const { status, body } = await service.call('POST', '/accountsync', { body: { id, ...fields } })
  expect(status).toBe(200)
  return body
}

const referral = { code }

describe('the subscription', () => {
  test('the subscription is null until it is described, and then has the sent fields', async () => {
    expect(await sync('plain')).toMatchObject({ subscription: null, referral: null })
    expect(await sync('plain', { subscription: {} })).toMatchObject({ subscription: null })
    const rhythm = { billingIntervalValue: 10_000, billingIntervalType: 'SEMI_ANNUAL' }
    expect((await sync('plain', { subscription: rhythm })).subscription).toEqual(rhythm)
    expect((await sync('plain', { subscription: { value: 0 } })).subscription).toEqual({
      ...rhythm,
      value: 0,
    })
    const known = { ...rhythm, value: 0, status: 'FREE' }
    expect((await sync('plain', { subscription: { status: 'FREE' } })).subscription).toEqual(known)
  })

  test('an explicit null is as good as absent', async () => {
    const request = {
      subscription: { status: 'TRIAL', value: 12.5 },
      referral,
      paymentProviderId: 'cus_null',
    }
    const before = await sync('nulls', request)
    const none = { status: null, value: null, billingIntervalType: null, billingIntervalValue: null }
    for (const nulls of [
      { subscription: null, referral: null, currency: null, paymentProviderId: null },
      { subscription: none, referral: { code: null } },
    ]) {
      expect(await sync('nulls', nulls)).toEqual(before)
    }
    expect(await sync('null', { paymentProviderId: 'null' })).toMatchObject({ paymentProviderId: 'null' })
  })

  test('a price has its currency, and changes it only together with the currency', async () => {
    expect(await sync('priced', { subscription: { value: 10 } })).toMatchObject({ currency: 'USD' })
    const alone = await service.call('POST', '/accountsync', { body: { id: 'priced', currency: 'EUR' } })
    expect([alone.status, alone.body.param]).toEqual([400, 'currency'])
    const yen = await sync('priced', { currency: 'JPY', subscription: { value: 1000 } })
    expect(yen).toMatchObject({ currency: 'JPY', subscription: { value: 1000 } })
    expect(await sync('priced', { subscription: { value: 1 } })).toMatchObject({ currency: 'JPY' })
    const dinar = await sync('dinar', { currency: 'KWD', subscription: { value: 1.234 } })
    expect(dinar).toMatchObject({ currency: 'KWD', subscription: { value: 1.234 } })
  })

  test('the largest price is kept to the cent', async () => {
    const subscription = { value: 99_999_999.99 }
    expect(await sync('rich', { subscription })).toMatchObject({ subscription })
  })

  test('unknown fields are ignored', async () => {
    const extra = { name: 'x', subscription: { status: 'TRIAL', plan: 'x' }, referral: { code, note: {} } }
    expect((await sync('extra', extra)).subscription).toEqual({ status: 'TRIAL' })
    expect((await sync('extra', { statusCode: 1 })).id).toBe('extra')
  })
})

describe('ids', () => {
  test.each([
    ['a'.repeat(256)],
    ['😀'.repeat(256)],
    [' blank around '],
    ['a/b?c#d%e&f=g+h'],
    ['%2F%00'],
    ['null'],
    ['...'],
    ['Ä\u0041\u0308'],
    ['ſtrange'],
    ['constructor'],
    ['__proto__'],
    [`'; drop table app.account; --`],
  ])('the id %j is kept exactly and found under its own path', async (id) => {
    const written = await sync(id, { paymentProviderId: id })
    expect(written).toMatchObject({ id, paymentProviderId: id })
    const read = await service.call('GET', `/account/${encodeURIComponent(id)}`)
    expect([read.status, read.body]).toEqual([200, written])
  })

  test('ids are compared exactly: neither case nor normal forms make them equal', async () => {
    const ids = ['case', 'Case', 'CASE', ' case', '\u00e9', 'e\u0301']
    for (const [index, id] of ids.entries()) await sync(id, { subscription: { value: index } })
    for (const [index, id] of ids.entries()) {
      expect(await sync(id)).toMatchObject({ id, subscription: { value: index } })
    }
  })
})
