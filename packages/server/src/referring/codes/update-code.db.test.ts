import { describe, expect, test } from 'vitest'
import { merchantAt } from '../../testing/merchant.ts'
import { startTestService, unknownCode } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, test: testMode, other, clock } = service
const merchant = merchantAt(service.call, live)
const secondProcess = merchantAt(await service.anotherProcess(), live)
const { request, requestOk } = merchant

const update = (code: string, body: object) => request('PUT', `/code/${encodeURIComponent(code)}`, body)

/** The response of each endpoint that takes a code, for accounts that could use one. */
async function everywhere(code: string, name: string) {
  const answers = await Promise.all([
    ...[merchant, secondProcess].map((it) => it.request('GET', `/code/${code}`)),
    ...[merchant, secondProcess].map((it, index) =>
      it.request('POST', '/accountsync', { id: `${name}_${index}`, referral: { code } }),
    ),
    request('GET', `/account/new/reward?couponCode=${code}`),
  ])
  return new Set(answers.map((it) => it.body.apiErrorCode ?? it.status))
}

describe('PUT code', () => {
  test('PUT code returns the code with whose it is, and an empty body changes nothing', async () => {
    const code = await merchant.user('owner')
    const state = {
      code,
      disabled: false,
      dateExpires: null,
      accountId: 'owner',
      userId: 'owner_user',
      dateCreated: clock.now,
    }
    expect(await requestOk('PUT', `/code/${code}`, {})).toEqual(state)
    expect(await requestOk('PUT', `/code/${code}`, { disabled: null, dateExpires: null })).toEqual(state)
    expect(await requestOk('PUT', `/code/%20${code.toLowerCase()}%09`, { disabled: true })).toEqual({
      ...state,
      disabled: true,
    })
    expect(await requestOk('PUT', `/code/${code}`, { dateExpires: 5 })).toEqual({
      ...state,
      disabled: true,
      dateExpires: 5,
    })
  })

  test('PUT code takes effect at once, at every endpoint and in every process, and can be undone', async () => {
    const code = await merchant.user('switched')
    expect(await everywhere(code, 'before')).toEqual(new Set([200]))
    await update(code, { disabled: true })
    expect(await everywhere(code, 'off')).toEqual(new Set(['REFERRAL_CODE_NOT_FOUND']))
    await update(code, { disabled: false })
    expect(await everywhere(code, 'on')).toEqual(new Set([200]))
  })

  test('an expiry ends the code at its very moment, and can be moved either way', async () => {
    const code = await merchant.user('expiring')
    const dateExpires = clock.now + 10_000
    await update(code, { dateExpires })
    clock.now = dateExpires - 1
    expect(await everywhere(code, 'early')).toEqual(new Set([200]))
    clock.now = dateExpires
    expect(await everywhere(code, 'late')).toEqual(new Set(['REFERRAL_CODE_NOT_FOUND']))
    await update(code, { dateExpires: clock.now + 1 })
    expect(await everywhere(code, 'moved')).toEqual(new Set([200]))
    await update(code, { dateExpires: 0 })
    expect(await everywhere(code, 'past')).toEqual(new Set(['REFERRAL_CODE_NOT_FOUND']))
    await update(code, { dateExpires: 253_402_300_799_999 })
    expect(await everywhere(code, 'far')).toEqual(new Set([200]))
  })

  test('PUT code leaves accounts that the code attributed with their referral and rewards', async () => {
    const code = await merchant.user('kept')
    await merchant.friend('kept_friend', code)
    await update(code, { disabled: true, dateExpires: 0 })
    expect(await merchant.sync('kept_friend', { referral: { code } })).toMatchObject({ referral: { code } })
    await merchant.pay('kept_friend')
    for (const id of ['kept', 'kept_friend']) {
      expect(await merchant.discount(id)).toMatchObject({ discountPercentage: 10 })
    }
  })

  test('PUT code leaves the user’s other codes, and the user who shows it, as they are', async () => {
    const first = await merchant.user('two_codes')
    const second = await merchant.user('two_codes', { referralCode: 'TWO-2' })
    await update(first, { disabled: true })
    expect((await request('GET', `/code/${second}`)).status).toBe(200)
    await update(second, { disabled: true })
    expect(await merchant.user('two_codes')).toBe(second)
  })

  test.each([unknownCode(), 'x', 'a b', 'ſpring', '\u0000', 'x'.repeat(65)])(
    '%j is an unknown code: 404',
    async (code) => {
      expect((await update(code, { disabled: true })).body).toMatchObject({
        statusCode: 404,
        apiErrorCode: 'REFERRAL_CODE_NOT_FOUND',
        param: 'code',
      })
    },
  )

  test('a code of another program or mode is 404', async () => {
    for (const keys of [testMode, other]) {
      const code = await merchantAt(service.call, keys).user('elsewhere')
      expect((await update(code, {})).status).toBe(404)
    }
  })

  test.each([
    [{ disabled: 'yes' }, 'disabled'],
    [{ disabled: 1 }, 'disabled'],
    [{ dateExpires: '5' }, 'dateExpires'],
    [{ dateExpires: -1 }, 'dateExpires'],
    [{ dateExpires: 1.5 }, 'dateExpires'],
    [{ dateExpires: 253_402_300_800_000 }, 'dateExpires'],
    [{ dateExpires: true }, 'dateExpires'],
  ])('the body %j is 400 for %s and changes nothing', async (body, param) => {
    const code = await merchant.user('strict')
    const before = await service.rows()
    expect((await update(code, body)).body).toMatchObject({ statusCode: 400, param })
    expect(await service.rows()).toEqual(before)
  })
})
