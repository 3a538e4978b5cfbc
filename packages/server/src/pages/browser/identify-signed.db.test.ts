import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeSigningKey } from '../../engine/secrets/api-key.ts'
import { signToken } from '../../testing/sign.ts'
import { startTestService, unknownCode } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, other, test: testMode, clock } = service
const code = await service.addUser('alice', { email: 'alice@example.com' })

const identify = (body: unknown, options = {}) => service.call('POST', '/open/identify', { body, ...options })
const accountOf = async (id: string) => (await service.call('GET', `/account/${id}`)).body
const userOf = async (id: string) => (await service.call('GET', `/account/${id}/user/${id}_user`)).body

const now = () => ({ iat: Math.floor(clock.now / 1000) })
const idsOf = (id: string) => ({ account_id: id, user_id: `${id}_user` })
const tokenOf = (id: string, fields = {}, signingKey = live.signingKey, claims = {}) =>
  signToken(signingKey, { user: { accountId: id, id: `${id}_user`, ...fields }, ...now(), ...claims })
const signed = (id: string, fields = {}, body = {}) =>
  identify({ ...idsOf(id), ...body, jwt: tokenOf(id, fields) })

async function expectInvalid(body: unknown, options = {}): Promise<void> {
  const before = await service.rows()
  const answer = await identify(body, options)
  expect(answer.body).toMatchObject({ statusCode: 401, apiErrorCode: 'SIGNATURE_INVALID' })
  expect(await service.rows()).toEqual(before)
}

describe('a signed call', () => {
  test('a signed call overwrites with signed fields, and fills empty fields with unsigned ones', async () => {
    await service.addUser('bob', { email: 'bob@example.com', first_name: 'Bob' })
    await signed('bob', { email: 'robert@example.com' }, { first_name: 'Eve', last_name: 'Lee' })
    expect(await userOf('bob')).toMatchObject({
      email: 'robert@example.com',
      firstName: 'Bob',
      lastName: 'Lee',
    })
    await service.addUser('bob', { email: 'eve@example.com' })
    expect(await userOf('bob')).toMatchObject({ email: 'robert@example.com' })
  })

  test('a signed call may come in the header, and says enough without a body that repeats it', async () => {
    const fields = {
      email: 'ann@example.com',
      firstName: 'Ann',
      lastName: 'Oh',
      referralCode: ` ${code.toLowerCase()} `,
    }
    const headers = { authorization: `Bearer ${tokenOf('ann', fields)}` }
    const { status, body } = await identify(idsOf('ann'), { headers })
    expect(status).toBe(200)
    expect(body).toMatchObject({ attributed: true, reason: 'EXPLICIT_CODE' })
    expect(await userOf('ann')).toMatchObject({ email: 'ann@example.com', firstName: 'Ann', lastName: 'Oh' })
    expect(await accountOf('ann')).toMatchObject({ referral: { code } })
  })

  test('a signed call tells the language of the person’s e-mails: the token’s, else that of the page', async () => {
    const localeOf = async (id: string) => (await userOf(id)).locale
    await signed('spoken', {}, { locale: 'fr_ca' })
    expect(await localeOf('spoken')).toBe('fr-CA')
    await signed('spoken', { locale: 'no language' }, { locale: 'es' })
    expect(await localeOf('spoken')).toBe('fr-CA')
    expect((await signed('spoken', { locale: 'de' }, { locale: 'es' })).status).toBe(200)
    expect(await localeOf('spoken')).toBe('de')
    await identify({ ...idsOf('unsigned'), locale: 'de' })
    expect(await localeOf('unsigned')).toBeNull()
  })

  test('a signed call binds the processor customer, once', async () => {
    await signed('bound', { paymentProviderId: 'cus_bound' })
    expect(await accountOf('bound')).toMatchObject({ paymentProviderId: 'cus_bound' })
    await signed('bound', { paymentProviderId: 'cus_else' })
    expect((await signed('thief', { paymentProviderId: 'cus_bound' })).status).toBe(200)
    expect(await accountOf('bound')).toMatchObject({ paymentProviderId: 'cus_bound' })
    expect(await accountOf('thief')).toMatchObject({ paymentProviderId: null })
    await signed('claims', {}, { payment_provider_id: 'cus_claimed' })
    expect(await accountOf('claims')).toMatchObject({ paymentProviderId: null })
  })

  test('a signed call converts by its status', async () => {
    await signed('payer', { referralCode: code, accountStatus: 'PAID' })
    expect(await accountOf('payer')).toMatchObject({ referral: { status: 'CONVERTED' } })
  })

  test('an empty or null field of the token counts as unsigned', async () => {
    await service.addUser('empty', { email: 'e@example.com', first_name: 'Em' })
    const nothing = {
      email: null,
      firstName: '',
      lastName: null,
      paymentProviderId: null,
      accountStatus: null,
    }
    await signed('empty', { ...nothing, referralCode: ' ' }, { last_name: 'Pty', referral_code: code })
    expect(await userOf('empty')).toMatchObject({ email: 'e@example.com', firstName: 'Em', lastName: 'Pty' })
    expect(await accountOf('empty')).toMatchObject({ referral: { code } })
  })

  test.each([
    ['email', 'no address'],
    ['email', 5],
    ['firstName', 'a\u0000'],
    ['lastName', 'x'.repeat(257)],
    ['paymentProviderId', 7],
    ['referralCode', [code]],
    ['accountStatus', 'paid'],
  ])('a signed call with the impossible %s %j is 400 and stores nothing', async (name, value) => {
    const before = await service.rows()
    const { status, body } = await signed('impossible', { [name]: value })
    expect([status, body.param]).toEqual([400, `jwt.user.${name}`])
    expect(await service.rows()).toEqual(before)
  })

  test('a token written twice the same way is one token; an API key beside it changes nothing', async () => {
    const jwt = tokenOf('twice', { firstName: 'Twi' })
    const headers = { authorization: `bearer  ${jwt} ` }
    expect((await identify({ ...idsOf('twice'), jwt }, { headers })).status).toBe(200)
    expect(await userOf('twice')).toMatchObject({ firstName: 'Twi' })
  })
})

describe('a body that contradicts its token', () => {
  test.each([
    [{ account_id: 'else' }],
    [{ user_id: 'else' }],
    [{ email: 'else@example.com' }],
    [{ first_name: 'Else' }],
    [{ last_name: 'Else' }],
    [{ payment_provider_id: 'cus_else' }],
    [{ referral_code: 'ELSE' }],
    [{ account_status: 'PAID' }],
  ])('a body that contradicts the token is 401: %j', async (body) => {
    const fields = {
      email: 'c@example.com',
      firstName: 'Con',
      lastName: 'Tra',
      paymentProviderId: 'cus_c',
      referralCode: code,
      accountStatus: 'TRIAL',
    }
    const jwt = tokenOf('contra', fields)
    await expectInvalid({ ...idsOf('contra'), ...body, jwt })
  })

  test('the same code in another spelling, or an empty field, is no contradiction', async () => {
    const body = { referral_code: `  ${code.toLowerCase()}`, email: 'spelled@example.com' }
    const { status } = await signed('spelled', { referralCode: code, email: 'spelled@example.com' }, body)
    expect(status).toBe(200)
    expect((await signed('spelled', { referralCode: code }, { referral_code: ' ' })).status).toBe(200)
  })
})

describe('a wrong signature', () => {
  const ids = idsOf('wrong')
  const user = { accountId: 'wrong', id: 'wrong_user' }

  test.each([
    ['of an unknown key', () => tokenOf('wrong', {}, makeSigningKey())],
    ['of another program', () => tokenOf('wrong', {}, other.signingKey)],
    ['of the other mode', () => tokenOf('wrong', {}, testMode.signingKey)],
    ['of the API key', () => tokenOf('wrong', {}, live.apiKey)],
    ['by no algorithm', () => signToken(live.signingKey, { user, ...now() }, { alg: 'none' })],
    ['by RS256', () => signToken(live.signingKey, { user, ...now() }, { alg: 'RS256' })],
    ['that has expired', () => tokenOf('wrong', {}, live.signingKey, { exp: clock.now / 1000 - 60 })],
    ['without an end', () => signToken(live.signingKey, { user })],
    ['without a user', () => signToken(live.signingKey, { accountId: 'wrong', id: 'wrong_user', ...now() })],
    ['with a user that is a text', () => signToken(live.signingKey, { user: 'wrong_user', ...now() })],
    ['without the account', () => signToken(live.signingKey, { user: { id: 'wrong_user' }, ...now() })],
    ['with a number as id', () => signToken(live.signingKey, { user: { ...user, id: 5 }, ...now() })],
    ['that is nothing', () => ''],
    ['that is the API key', () => live.apiKey],
  ])('a token %s is 401 and stores nothing', async (_story, make) => {
    await expectInvalid({ ...ids, jwt: make() })
    await expectInvalid(ids, { headers: { authorization: `Bearer ${make()}` } })
  })

  test('a wrong token beside a right one is 401 and stores nothing', async () => {
    const right = tokenOf('wrong')
    await expectInvalid({ ...ids, jwt: right }, { headers: { authorization: 'Bearer x' } })
  })

  test('each mode takes its own key', async () => {
    const jwt = tokenOf('wrong', {}, testMode.signingKey)
    expect((await identify({ ...ids, jwt }, { alias: testMode.alias })).status).toBe(200)
  })

  test('pages may read what is wrong, and send the header', async () => {
    const origin = 'https://shop.example.com'
    const answer = await identify({ ...ids, jwt: 'x' }, { headers: { origin } })
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([401, '*'])
    const { statusCode, headers } = await service.app.inject({
      method: 'OPTIONS',
      url: `/api/v1/${live.alias}/open/identify`,
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    })
    expect(statusCode).toBe(204)
    expect(headers['access-control-allow-headers']).toMatch(/\bauthorization\b/i)
  })
})

describe('a checksum', () => {
  // Signed honestly for acct_mal with the first name acct_vic and the last name user_vic, and cut into other fields.
  const recut = {
    a: 'acct_malmallory@evil.test',
    account_id: 'acct_vic',
    user_id: 'user_vic',
    z: 'user_mal',
  }
  const text = Object.values(recut).join('')

  test.each([
    [
      'that was right under the older scheme',
      createHmac('sha256', live.signingKey).update(text).digest('base64'),
    ],
    ['that is empty', ''],
    ['that is no text', 5],
  ])('a checksum %s is 400, says to send a token, and stores nothing', async (_story, checksum) => {
    const before = await service.rows()
    for (const path of ['/open/identify', '/open/widget']) {
      for (const extra of [{}, { jwt: tokenOf('acct_vic') }]) {
        const answer = await service.call('POST', path, { body: { ...recut, ...extra, checksum } })
        expect(answer.body).toMatchObject({
          statusCode: 400,
          apiErrorCode: 'VALIDATION_FAILED',
          param: 'checksum',
        })
        expect(answer.body.message).toContain('"jwt"')
      }
    }
    expect(await service.rows()).toEqual(before)
  })

  test('a checksum that is null is absent', async () => {
    expect((await identify({ ...idsOf('sumless'), checksum: null })).status).toBe(200)
  })
})

describe('the answer to a signed call', () => {
  test('the answer says whether the account is referred, and what became of the code; a repeat says the same', async () => {
    await service.addUser('customer')
    const paid = { id: 'customer', subscription: { status: 'PAID' } }
    expect((await service.call('POST', '/accountsync', { body: paid })).status).toBe(200)
    const second = await service.addUser('zoe')
    const stories = [
      ['plain', {}, {}, false, null],
      ['explicit', { referralCode: code }, {}, true, 'EXPLICIT_CODE'],
      ['explicit', { referralCode: second }, {}, true, 'ALREADY_REFERRED'],
      ['explicit', {}, {}, true, null],
      ['unsaid', {}, { referral_code: code }, true, 'EXPLICIT_CODE'],
      ['cookied', {}, { cookie_referral_code: code }, true, 'TRACKING_COOKIE'],
      ['cookied', {}, { cookie_referral_code: second }, true, 'ALREADY_REFERRED'],
      ['plain', {}, { cookie_referral_code: code }, false, 'USER_KNOWN_BEFORE'],
      ['unknown', { referralCode: unknownCode() }, {}, false, 'CODE_UNKNOWN'],
      ['unknown', { referralCode: '<>' }, {}, false, 'CODE_UNKNOWN'],
      ['alice', { referralCode: code }, {}, false, 'SELF_REFERRAL'],
      ['customer', { referralCode: code }, {}, false, 'EXISTING_CUSTOMER'],
      ['customer', {}, { cookie_referral_code: code }, false, 'EXISTING_CUSTOMER'],
    ] as const
    for (const [id, fields, body, attributed, reason] of stories) {
      const first = await signed(id, fields, body)
      expect(first.body, `${id} ${reason}`).toMatchObject({ attributed, reason })
      const before = await service.rows()
      expect((await signed(id, fields, body)).body).toEqual(first.body)
      expect(await service.rows()).toEqual(before)
    }
  })

  test('a page that is loaded again with a new token writes nothing', async () => {
    const fields = {
      email: 'again@example.com',
      firstName: 'Ag',
      paymentProviderId: 'cus_again',
      referralCode: code,
      accountStatus: 'PAID',
    }
    const body = { last_name: 'Ain', locale: 'de' }
    const first = await signed('again', fields, body)
    const before = await service.rows()
    clock.now += 60_000
    const jwt = tokenOf('again', fields, live.signingKey, { iat: Math.floor(clock.now / 1000) })
    expect((await identify({ ...idsOf('again'), ...body, jwt })).body).toEqual(first.body)
    expect(await service.rows()).toEqual(before)
  })
})
