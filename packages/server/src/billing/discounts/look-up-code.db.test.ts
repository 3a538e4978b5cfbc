import { describe, expect, test } from 'vitest'
import { startTestService, unknownCode } from '../../testing/test-service.ts'

const service = await startTestService()
const { clock, live, other, test: testMode } = service
const createdAt = clock.now
const code = await service.addUser('alice', { first_name: 'Alice', last_name: 'Tan' })
// Names are shown once the server has named the user.
await service.call('POST', '/user', { body: { accountId: 'alice', id: 'alice_user' } })

const get = (path: string, options?: Parameters<typeof service.call>[2]) => service.call('GET', path, options)

/** Switches a code as `PUT code` does. */
function setCode(fields: { disabled_at?: number; expires_at?: number }): Promise<unknown> {
  const at = (time: number | undefined) => (time === undefined ? null : new Date(time).toISOString())
  return service.owner.query(
    { name: '', text: 'update app.referral_code set disabled_at = $2, expires_at = $3 where code = $1' },
    [code, at(fields.disabled_at), at(fields.expires_at)],
  )
}

describe.each(['code', 'discount', 'coupon'])('GET %s/{code}', (name) => {
  test('the look-up returns the friend’s reward of the code', async () => {
    const { status, body } = await get(`/${name}/${code}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      code,
      couponCode: code,
      discountPercentage: 10,
      discountId: 'referral_discount',
      promotionCode: null,
      referrerName: 'Alice T.',
      reward: { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 },
      dateCreated: createdAt,
    })
  })

  test.each([code.toLowerCase(), `%20${code}%20`, `%09${code}%0A`, `%20${code.toLowerCase()}`])(
    'the look-up finds the code as %s',
    async (written) => {
      expect((await get(`/${name}/${written}`)).body).toMatchObject({ code })
    },
  )

  test.each([
    'A',
    'x'.repeat(65),
    'x'.repeat(1000),
    `${code}!x`,
    '%20',
    '%00',
    'A%2FB',
    '%C5%BFAM',
    'null',
    'undefined',
    '__proto__',
    '%F0%9F%98%80',
    "'%20or%201=1",
    unknownCode(),
  ])('the look-up is 404 for %s', async (written) => {
    const { body } = await get(`/${name}/${written}`)
    expect(body).toMatchObject({
      statusCode: 404,
      apiErrorCode: 'REFERRAL_CODE_NOT_FOUND',
      param: 'code',
    })
  })

  test('the look-up is 400 for a path that is not percent-encoded UTF-8, and 414 for one that is far too long', async () => {
    expect((await get(`/${name}/%FF`)).body).toMatchObject({
      statusCode: 400,
      apiErrorCode: 'MALFORMED_REQUEST',
    })
    expect((await get(`/${name}/${'x'.repeat(7000)}`)).body).toMatchObject({ statusCode: 414 })
  })
})

describe('a code', () => {
  test('a code is unknown in the other mode and to another merchant', async () => {
    for (const { alias, apiKey } of [testMode, other]) {
      expect((await get(`/code/${code}`, { alias, key: apiKey })).status).toBe(404)
    }
  })

  test('a code that is switched off or expired is 404 at once, to the millisecond', async () => {
    await setCode({ disabled_at: clock.now })
    expect((await get(`/code/${code}`)).status).toBe(404)
    await setCode({ expires_at: clock.now + 1 })
    expect((await get(`/code/${code}`)).status).toBe(200)
    clock.now += 1
    expect((await get(`/code/${code}`)).status).toBe(404)
    await setCode({})
    expect((await get(`/code/${code}`)).status).toBe(200)
  })

  test('a code shows as much of the name of its person as is known and written like a name', async () => {
    const codeOf = async (accountId: string, names: object) => {
      const body = { accountId, id: `${accountId}_user`, ...names }
      return (await service.call('POST', '/user', { body })).body.referralCode
    }
    const first = await codeOf('mononym', { firstName: 'Cher' })
    expect((await get(`/code/${first}`)).body.referrerName).toBe('Cher')
    const unnamed = await codeOf('nameless', { lastName: 'Tan' })
    expect((await get(`/code/${unnamed}`)).body.referrerName).toBeNull()
    const emoji = await codeOf('emoji', { firstName: '😀', lastName: '😎x' })
    expect((await get(`/code/${emoji}`)).body.referrerName).toBeNull()
  })
})

describe('the settings of the program', () => {
  test('a reward that is no percentage is 0 percent and shown whole', async () => {
    for (const reward of [
      { type: 'CREDIT', unit: 'EUR', credit: 500, monthsCreditIsValid: 6 },
      { type: 'TIME_CREDIT', unit: 'DAY', credit: 30 },
      { type: 'FEATURE', featureType: 'EXTRA_SEAT', quantity: 2 },
    ] as const) {
      await service.setProgram({ referredReward: reward })
      expect((await get(`/code/${code}`)).body).toMatchObject({ discountPercentage: 0, reward })
    }
  })

  test('a program without a reward for friends says so', async () => {
    await service.setProgram({ referredReward: null })
    expect((await get(`/code/${code}`)).body).toMatchObject({ discountPercentage: 0, reward: null })
  })

  test('fractions of a percent and the name of the discount come as they were set', async () => {
    const referredReward = { type: 'PCT_DISCOUNT', discountPercent: 12.35 } as const
    await service.setProgram({ referredReward, processorDiscountId: 'friends' })
    expect((await get(`/code/${code}`)).body).toMatchObject({
      discountPercentage: 12.35,
      discountId: 'friends',
      reward: referredReward,
    })
  })

  test('a program that is off has no codes', async () => {
    await service.setProgram({ active: false })
    expect((await get(`/code/${code}`)).status).toBe(404)
    await service.setProgram({})
    expect((await get(`/code/${code}`)).status).toBe(200)
  })
})

test('looking up writes nothing', async () => {
  const before = await service.rows()
  await get(`/code/${code}`)
  await get(`/code/${unknownCode()}`)
  expect(await service.rows()).toEqual(before)
  expect(live.alias).toBe('acme')
})
