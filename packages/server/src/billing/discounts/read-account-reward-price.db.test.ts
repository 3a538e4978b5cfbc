import { beforeAll, describe, expect, test } from 'vitest'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const code = await service.addUser('alice', { first_name: 'Alice', last_name: 'Tan' })

async function reward(id: string, query = '') {
  return (await service.call('GET', `/account/${encodeURIComponent(id)}/reward${query}`)).body
}
const sync = (id: string, fields: object) => service.call('POST', '/accountsync', { body: { id, ...fields } })

describe('the price of a request', () => {
  beforeAll(async () => {
    await service.setProgram({ referredReward: { type: 'PCT_DISCOUNT', discountPercent: 12.5 } })
    await sync('euro', { currency: 'EUR', subscription: { value: 10 }, referral: { code } })
    await sync('plain', { referral: { code } })
    await service.setProgram({})
  })

  test.each([
    ['?value=49.90', 6.24, 'EUR'],
    // 12.5 % of 0.04 is half a cent.
    ['?value=0.04', 0.01, 'EUR'],
    ['?value=0.03', 0, 'EUR'],
    ['?value=0', 0, 'EUR'],
    ['?value=99999999.99', 12_500_000, 'EUR'],
    ['?value=1000&currency=JPY', 125, 'JPY'],
    ['?value=1004&currency=JPY', 126, 'JPY'],
    ['?value=1.234&currency=KWD', 0.154, 'KWD'],
    ['?value=1.236&currency=KWD', 0.155, 'KWD'],
    ['?value=007', 0.88, 'EUR'],
    ['?value=5.50000', 0.69, 'EUR'],
  ])('the reward with %s takes off %s %s', async (query, discountAmount, currency) => {
    expect(await reward('euro', query)).toMatchObject({ discountAmount, currency })
  })

  test('the currency is the account’s, else the program’s, and unsaid without a price', async () => {
    expect(await reward('plain', '?value=8')).toMatchObject({ discountAmount: 1, currency: 'USD' })
    const unpriced = await reward('euro', '?currency=JPY')
    expect(unpriced).not.toHaveProperty('discountAmount')
    expect(unpriced).not.toHaveProperty('currency')
  })

  test.each([
    ['?value=', 'value'],
    ['?value', 'value'],
    ['?value=abc', 'value'],
    ['?value=-1', 'value'],
    ['?value=1e2', 'value'],
    ['?value=.5', 'value'],
    ['?value=5.', 'value'],
    ['?value=1,5', 'value'],
    ['?value=+5', 'value'],
    ['?value=%205', 'value'],
    ['?value=Infinity', 'value'],
    ['?value=0x10', 'value'],
    ['?value=%D9%A1', 'value'],
    ['?value=9.999', 'value'],
    ['?value=100000000', 'value'],
    ['?value=99999999.999', 'value'],
    ['?value=9.5&currency=JPY', 'value'],
    ['?value=9.0001&currency=KWD', 'value'],
    [`?value=${'9'.repeat(500)}`, 'value'],
    ['?value=%FF', 'value'],
    ['?value=1&value=2', 'value'],
    ['?value=1&currency=eur', 'currency'],
    ['?value=1&currency=', 'currency'],
    ['?currency=XXX', 'currency'],
    ['?currency=EUR&currency=EUR', 'currency'],
    ['?couponCode=', 'couponCode'],
    ['?couponCode=A', 'couponCode'],
    ['?couponCode=A%00B', 'couponCode'],
    ['?couponCode=AB&couponCode=AB', 'couponCode'],
  ])('a price of %s is 400 for %s', async (query, param) => {
    expect(await reward('euro', query)).toMatchObject({ statusCode: 400, param })
  })

  test('empty parameters are ignored, unknown ones are named', async () => {
    expect(await reward('euro', '?&=x&&')).toMatchObject({ discountPercentage: 12.5 })
    expect(await reward('euro', '?foo=1&foo=2')).toMatchObject({ statusCode: 400, param: 'foo' })
  })
})
