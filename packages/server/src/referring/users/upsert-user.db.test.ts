import { describe, expect, test } from 'vitest'
import { merchantAt } from '../../testing/merchant.ts'
import { BASE_URL, startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, other } = service
const merchant = merchantAt(service.call, live)
const secondProcess = merchantAt(await service.anotherProcess(), live)
const { request, requestOk } = merchant

const upsert = (fields: object) => request('POST', '/user', fields)
const statusOfCode = async (code: string) => (await request('GET', `/code/${code}`)).status
const ids = { accountId: 'ada', id: 'ada_user' }
const ada = { ...ids, email: 'ada@example.com', firstName: 'Ada', lastName: 'Love', locale: 'de-AT' }

describe('POST user', () => {
  test('POST user makes user and account known, and a repeat returns the same and writes nothing', async () => {
    const { status, body } = await upsert(ada)
    const direct = `${BASE_URL}/r/acme/${body.referralCode}`
    const mediums = ['email', 'twitter', 'facebook', 'linkedin', 'whatsapp']
    expect(status).toBe(200)
    expect(body).toEqual({
      ...ada,
      referralCode: expect.stringMatching(/^[A-Z0-9]{9}$/),
      shareLinks: { direct, ...Object.fromEntries(mediums.map((it) => [it, `${direct}?via=${it}`])) },
      dateCreated: service.clock.now,
      dateBlocked: null,
    })
    expect(await requestOk('GET', '/account/ada/user/ada_user')).toEqual(body)
    expect(await requestOk('GET', '/account/ada')).toMatchObject({ referral: null, subscription: null })
    const before = await service.rows()
    service.clock.now += 1000
    expect((await upsert(ada)).body).toEqual(body)
    expect((await upsert({ ...ada, email: null, referralCode: null, locale: 'de_at' })).body).toEqual(body)
    expect(await service.rows()).toEqual(before)
  })

  test('POST user overwrites what is given, keeps what is left out, and leaves other users alone', async () => {
    await upsert({ ...ada, accountId: 'team', id: 'one' })
    await upsert({ ...ada, accountId: 'team', id: 'two' })
    expect((await upsert({ accountId: 'team', id: 'one', lastName: 'King' })).body).toMatchObject({
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'King',
    })
    expect(await requestOk('GET', '/account/team/user/two')).toMatchObject({ lastName: 'Love' })
  })

  test('POST user never attributes: the code it takes is the user’s own', async () => {
    const code = await merchant.user('sharer')
    expect(await upsert({ accountId: 'mixed_up', id: 'u', referralCode: code })).toMatchObject({
      status: 409,
    })
    await upsert({ accountId: 'plain', id: 'u', referralCode: 'PLAIN-1' })
    expect(await requestOk('GET', '/account/plain')).toMatchObject({ referral: null })
  })

  test('the first user of an account that has paid completes its referral', async () => {
    const code = await merchant.user('waited_for')
    await merchant.sync('waiting', { subscription: { status: 'PAID' }, referral: { code } })
    expect(await merchant.referral('waiting')).toMatchObject({ reasons: ['NO_USER_IDENTIFIED'] })
    await merchant.user('waiting')
    expect(await merchant.referral('waiting')).toMatchObject({
      status: 'CONVERTED',
      referredUser: { id: 'waiting_user' },
      referrerReward: { accountId: 'waited_for' },
    })
  })

  test('POST user does not affect the tracking cookie of a user that no browser has identified yet', async () => {
    const code = await merchant.user('cookie_sharer')
    await merchant.user('visitor')
    await service.addUser('visitor', { cookie_referral_code: code })
    expect(await requestOk('GET', '/account/visitor')).toMatchObject({ referral: { code } })
  })

  test.each([
    [{ id: 'u' }, 'accountId'],
    [{ accountId: 'a' }, 'id'],
    [{ accountId: 'a', id: 5 }, 'id'],
    [{ accountId: 'a', id: null }, 'id'],
    [{ accountId: '..', id: 'u' }, 'accountId'],
    [{ ...ada, email: 'ada' }, 'email'],
    [{ ...ada, email: 'a@b@c' }, 'email'],
    [{ ...ada, firstName: '' }, 'firstName'],
    [{ ...ada, firstName: 'a\u0000' }, 'firstName'],
    [{ ...ada, lastName: '\ud800' }, 'lastName'],
    [{ ...ada, referralCode: '' }, 'referralCode'],
    [{ ...ada, referralCode: 'x' }, 'referralCode'],
    [{ ...ada, referralCode: 'ſpring' }, 'referralCode'],
    [{ ...ada, referralCode: 5 }, 'referralCode'],
    [{ ...ada, referralCode: 'x'.repeat(65) }, 'referralCode'],
  ])('the body %j is 400 for %s and stores nothing', async (body, param) => {
    const before = await service.rows()
    expect((await upsert(body)).body).toMatchObject({ statusCode: 400, param })
    expect(await service.rows()).toEqual(before)
  })
})

describe('a code of the user’s own choice', () => {
  test('a chosen code becomes the one that is shown, in upper case; the ones before go on working', async () => {
    const first = await merchant.user('vain')
    expect(await merchant.user('vain', { referralCode: ' vain-2\t' })).toBe('VAIN-2')
    expect(await merchant.user('vain', { referralCode: 'Vain_3' })).toBe('VAIN_3')
    expect(await merchant.user('vain')).toBe('VAIN_3')
    for (const code of [first, 'vain-2', 'VAIN_3']) {
      expect(await statusOfCode(code)).toBe(200)
      const friend = `friend of ${code}`
      const { referral } = await merchant.sync(friend, { referral: { code } })
      expect(referral).toMatchObject({ code: code.toUpperCase() })
      expect(await merchant.referral(encodeURIComponent(friend))).toMatchObject({
        referrerUser: { id: 'vain_user', referralCode: 'VAIN_3' },
      })
    }
    expect(await merchant.user('vain', { referralCode: first.toLowerCase() })).toBe(first)
  })

  test('a chosen code may be an own one that is shown already: that changes nothing', async () => {
    await merchant.user('same', { referralCode: 'SAME-1' })
    const before = await service.rows()
    expect(await merchant.user('same', { referralCode: 'same-1' })).toBe('SAME-1')
    expect(await service.rows()).toEqual(before)
  })

  test('a code that another user has, or once had, is 409 however it is written, and stores nothing', async () => {
    const made = await merchant.user('owner')
    await merchant.user('owner', { referralCode: 'MINE' })
    await merchant.user('known')
    const before = await service.rows()
    for (const referralCode of ['MINE', 'mine', ' Mine ', made, made.toLowerCase()]) {
      for (const user of [
        { accountId: 'known', id: 'known_user' },
        { accountId: 'known', id: 'new' },
        { accountId: 'unknown', id: 'new' },
        { accountId: 'owner', id: 'colleague' },
      ]) {
        const { body } = await upsert({ ...user, firstName: 'Changed', referralCode })
        expect(body).toMatchObject({ statusCode: 409, apiErrorCode: 'CODE_TAKEN', param: 'referralCode' })
      }
    }
    expect(await service.rows()).toEqual(before)
  })

  test('a chosen code is free when only another program or mode has it', async () => {
    for (const keys of [live, service.test, other]) {
      expect(await merchantAt(service.call, keys).user('everywhere', { referralCode: 'HELLO' })).toBe('HELLO')
    }
  })

  test('a code goes to exactly one of many who want it at once, by two processes', async () => {
    const wanting = Array.from({ length: 24 }, (_, index) => `racer_${index}`)
    const answers = await Promise.all(
      wanting.map((accountId, index) =>
        (index % 2 === 0 ? merchant : secondProcess).request('POST', '/user', {
          accountId,
          id: 'u',
          referralCode: index % 3 === 0 ? 'raced' : 'RACED',
        }),
      ),
    )
    const winners = answers.filter((it) => it.status === 200)
    expect(winners.map((it) => it.body.referralCode)).toEqual(['RACED'])
    for (const [index, { status, body }] of answers.entries()) {
      if (status === 200) continue
      expect(body).toMatchObject({ apiErrorCode: 'CODE_TAKEN' })
      expect((await request('GET', `/account/${wanting[index]}`)).status).toBe(404)
    }
  })

  test('a code changed many times at once leaves every one of them working', async () => {
    await merchant.user('fickle')
    const codes = Array.from({ length: 12 }, (_, index) => `FICKLE-${index}`)
    await Promise.all(
      codes.map((referralCode, index) =>
        (index % 2 === 0 ? merchant : secondProcess).user('fickle', { referralCode }),
      ),
    )
    for (const code of codes) expect(await statusOfCode(code)).toBe(200)
    expect(codes).toContain(await merchant.user('fickle'))
  })
})
