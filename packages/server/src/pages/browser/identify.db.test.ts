import { describe, expect, test } from 'vitest'
import { BASE_URL, startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { live } = service
const code = await service.addUser('alice', { first_name: 'Alice', last_name: 'Tan' })

const identify = (body: unknown, options = {}) => service.call('POST', '/open/identify', { body, ...options })
const accountOf = async (id: string) => (await service.call('GET', `/account/${encodeURIComponent(id)}`)).body
const userOf = async (id: string) =>
  (await service.call('GET', `/account/${encodeURIComponent(id)}/user/${id}_user`)).body

const whole = {
  account_id: 'bob',
  user_id: 'bob_user',
  payment_provider_id: 'cus_bob',
  email: 'bob@example.com',
  first_name: 'Bob',
  last_name: 'Lee',
  locale: 'de-AT',
  referral_code: code,
  account_status: 'TRIAL',
}

describe('POST open/identify', () => {
  test('POST open/identify takes the object of `init` and returns ids, code and share links alone', async () => {
    const { status, body } = await identify(whole)
    const link = `${BASE_URL}/r/${live.alias}/${body.referralCode}`
    expect(status).toBe(200)
    expect(body).toEqual({
      accountId: 'bob',
      userId: 'bob_user',
      referralCode: expect.stringMatching(/^[A-Z0-9]{9}$/),
      shareLinks: {
        direct: link,
        email: `${link}?via=email`,
        twitter: `${link}?via=twitter`,
        facebook: `${link}?via=facebook`,
        linkedin: `${link}?via=linkedin`,
        whatsapp: `${link}?via=whatsapp`,
      },
    })
    expect(await userOf('bob')).toMatchObject({
      email: 'bob@example.com',
      firstName: 'Bob',
      lastName: 'Lee',
      referralCode: body.referralCode,
    })
    expect(await accountOf('bob')).toMatchObject({ referral: { code, status: 'IN_PROGRESS' } })
  })

  test('account and user are enough, and null is as good as absent', async () => {
    const { payment_provider_id, email, first_name, last_name, locale, referral_code, account_status } = whole
    const optional = {
      payment_provider_id,
      email,
      first_name,
      last_name,
      locale,
      referral_code,
      account_status,
    }
    const nulls = Object.fromEntries(Object.keys(optional).map((name) => [name, null]))
    const cookie = { cookie_referral_code: null, jwt: null }
    expect((await identify({ account_id: 'min', user_id: 'min_user' })).status).toBe(200)
    const before = await service.rows()
    expect((await identify({ account_id: 'min', user_id: 'min_user', ...nulls, ...cookie })).status).toBe(200)
    expect(await service.rows()).toEqual(before)
  })

  test('an empty field of a form is as good as absent', async () => {
    await service.addUser('form', { email: '', first_name: '', last_name: 'Lee' })
    expect(await userOf('form')).toMatchObject({ email: null, firstName: null, lastName: 'Lee' })
    await service.addUser('form', { email: 'form@example.com', first_name: 'Fo', last_name: '' })
    expect(await userOf('form')).toMatchObject({
      email: 'form@example.com',
      firstName: 'Fo',
      lastName: 'Lee',
    })
  })

  test('unknown fields, also those of the server’s calls, are ignored', async () => {
    const extra = {
      accountId: 'x',
      firstName: 'X',
      referralCode: code,
      tenant_alias: 'other',
      subscription: {},
    }
    await service.addUser('extra', extra)
    expect(await userOf('extra')).toMatchObject({ accountId: 'extra', firstName: null })
    expect(await accountOf('extra')).toMatchObject({ referral: null })
  })

  test('POST open/identify gives one code to many equal first calls at the same time', async () => {
    const body = { ...whole, account_id: 'rush', payment_provider_id: null }
    const answers = await Promise.all(Array.from({ length: 20 }, () => identify(body)))
    expect(new Set(answers.map((it) => it.body.referralCode)).size).toBe(1)
    expect((await service.call('GET', '/referrals?referredAccountId=rush')).body).toMatchObject({ count: 1 })
  })

  test.each([
    [{}, 'account_id'],
    [{ account_id: 'a' }, 'user_id'],
    [{ ...whole, account_id: null }, 'account_id'],
    [{ ...whole, account_id: 5 }, 'account_id'],
    [{ ...whole, user_id: 5 }, 'user_id'],
    [{ ...whole, user_id: ' ' }, 'user_id'],
    [{ ...whole, user_id: 'x'.repeat(257) }, 'user_id'],
    [{ ...whole, user_id: '\ud800' }, 'user_id'],
    [{ ...whole, payment_provider_id: 5 }, 'payment_provider_id'],
    [{ ...whole, payment_provider_id: '' }, 'payment_provider_id'],
    [{ ...whole, email: 'bob' }, 'email'],
    [{ ...whole, email: 'a@b@c' }, 'email'],
    [{ ...whole, email: `${'x'.repeat(256)}@b` }, 'email'],
    [{ ...whole, first_name: 'a\u0000' }, 'first_name'],
    [{ ...whole, last_name: 'x'.repeat(257) }, 'last_name'],
    [{ ...whole, account_status: 'paid' }, 'account_status'],
    [{ ...whole, account_status: true }, 'account_status'],
    [{ ...whole, referral_code: 5 }, 'referral_code'],
    [{ ...whole, referral_code: [code] }, 'referral_code'],
    [{ ...whole, cookie_referral_code: {} }, 'cookie_referral_code'],
  ])('the body %j is 400 for %s and stores nothing', async (body, param) => {
    const before = await service.rows()
    const answer = await identify(body)
    expect([answer.status, answer.body.param]).toEqual([400, param])
    expect(await service.rows()).toEqual(before)
  })

  test('POST open/identify takes ids of 256 emoji', async () => {
    const id = '😀'.repeat(256)
    expect((await identify({ account_id: id, user_id: id })).body).toMatchObject({
      accountId: id,
      userId: id,
    })
  })
})
