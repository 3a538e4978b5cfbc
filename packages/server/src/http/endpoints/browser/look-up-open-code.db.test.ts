import { describe, expect, test } from 'vitest'
import { startTestService, unknownCode } from '../../../testing/test-service.ts'

const service = await startTestService()
const { live, test: testMode, other } = service
const code = await service.addUser('alice', { first_name: 'Alice', last_name: 'Tan' })

const lookUp = (text: string, options = {}) =>
  service.call('GET', `/open/code/${encodeURIComponent(text)}`, options)

describe('GET open/code/{code}', () => {
  test('the look-up says what the friend gets and who recommends, and takes no key', async () => {
    const { status, body } = await lookUp(` ${code.toLowerCase()} `)
    expect(status).toBe(200)
    expect(body).toEqual({
      code,
      discountPercentage: 10,
      reward: { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 },
      referrerName: 'Alice T.',
    })
  })

  test('the look-up does not name who recommends when the program hides it', async () => {
    await service.setProgram({ showReferrerName: false })
    expect((await lookUp(code)).body).toMatchObject({ code, referrerName: null })
    await service.setProgram({})
  })

  test('the look-up has no name for a user without one', async () => {
    expect((await lookUp(await service.addUser('nameless'))).body).toMatchObject({ referrerName: null })
  })

  test('the look-up returns a reward that is no percentage, and null without a reward', async () => {
    const reward = { type: 'CREDIT', unit: 'USD', credit: 500 } as const
    await service.setProgram({ referredReward: reward })
    expect((await lookUp(code)).body).toMatchObject({ discountPercentage: 0, reward })
    await service.setProgram({ referredReward: null })
    expect((await lookUp(code)).body).toMatchObject({ discountPercentage: 0, reward: null })
    await service.setProgram({})
  })

  test.each([
    unknownCode(),
    'A',
    'x'.repeat(65),
    'ſAM',
    '😀',
    '<script>',
    "' or 1=1 --",
    '__proto__',
    '..%2f',
    '\u0000',
  ])('the look-up of the code %j is 404', async (text) => {
    const { body } = await lookUp(text)
    expect(body).toMatchObject({ statusCode: 404, apiErrorCode: 'REFERRAL_CODE_NOT_FOUND', param: 'code' })
  })

  test('a code of another program or mode is 404, and so is every code while the program is off', async () => {
    for (const { alias } of [testMode, other]) expect((await lookUp(code, { alias })).status).toBe(404)
    await service.setProgram({ active: false })
    expect((await lookUp(code)).status).toBe(404)
    await service.setProgram({})
  })

  test('a code that was switched off or has expired is 404 within 5 seconds', async () => {
    const set = (column: string, at: string | null) =>
      service.owner.query(
        { name: '', text: `update app.referral_code set ${column} = $3 where tenant_id = $1 and code = $2` },
        [live.alias, code, at],
      )
    for (const column of ['disabled_at', 'expires_at']) {
      await set(column, new Date(service.clock.now).toISOString())
      service.clock.now += 5000
      expect((await lookUp(code)).status).toBe(404)
      await set(column, null)
      service.clock.now += 5000
      expect((await lookUp(code)).status).toBe(200)
    }
  })

  test('pages of any origin may read it while none is listed', async () => {
    const { headers } = await lookUp(code, { headers: { origin: 'https://shop.example.com' } })
    expect(headers['access-control-allow-origin']).toBe('*')
  })
})
