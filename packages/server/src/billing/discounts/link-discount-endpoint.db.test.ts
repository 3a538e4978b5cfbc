import { describe, expect, test } from 'vitest'
import { startTestService, unknownCode } from '../../testing/test-service.ts'

const service = await startTestService()
const couponCode = await service.addUser('alice')
const link = { accountId: 'bob', paymentProviderId: 'cus_bob', couponCode }

const post = (body: unknown) => service.call('POST', '/discount', { body })

describe('without a payment processor', () => {
  test.each([link, { ...link, couponCode: unknownCode() }, { ...link, accountId: 'alice' }])(
    'without a payment processor, linking %j is 409 and stores nothing',
    async (body) => {
      const before = await service.rows()
      const answer = await post(body)
      expect(answer.body).toMatchObject({
        statusCode: 409,
        apiErrorCode: 'PROCESSOR_NOT_CONNECTED',
        param: null,
      })
      expect(await service.rows()).toEqual(before)
    },
  )

  test.each([
    [{}, 'accountId'],
    [{ ...link, accountId: undefined }, 'accountId'],
    [{ ...link, accountId: null }, 'accountId'],
    [{ ...link, accountId: 12 }, 'accountId'],
    [{ ...link, accountId: '..' }, 'accountId'],
    [{ ...link, paymentProviderId: undefined }, 'paymentProviderId'],
    [{ ...link, paymentProviderId: null }, 'paymentProviderId'],
    [{ ...link, paymentProviderId: 'a\u0000' }, 'paymentProviderId'],
    [{ ...link, paymentProviderId: 'x'.repeat(257) }, 'paymentProviderId'],
    [{ ...link, couponCode: undefined }, 'couponCode'],
    [{ ...link, couponCode: '' }, 'couponCode'],
    [{ ...link, couponCode: 'A\u0000B' }, 'couponCode'],
    [{ ...link, couponCode: ['AB'] }, 'couponCode'],
  ])('the shape of %j is checked first: 400 for %s', async (body, param) => {
    const answer = await post(body)
    expect([answer.status, answer.body.param]).toEqual([400, param])
  })

  test('an empty body is 400', async () => {
    expect((await service.call('POST', '/discount')).status).toBe(400)
  })
})
