import { describe, expect, test } from 'vitest'
import { startTestService, unknownCode } from '../../testing/test-service.ts'

const service = await startTestService()
const { clock } = service
const code = await service.addUser('alice', { first_name: 'Alice', last_name: 'Tan' })

const identify = (body: unknown, options = {}) => service.call('POST', '/open/identify', { body, ...options })
const accountOf = async (id: string) => (await service.call('GET', `/account/${encodeURIComponent(id)}`)).body

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

describe('attribution from the browser', () => {
  test('a new user is attributed by the tracking cookie', async () => {
    await service.addUser('cookied', { cookie_referral_code: code })
    expect(await accountOf('cookied')).toMatchObject({ referral: { code } })
  })

  test('an explicit code goes before the cookie, and one that does not work is not replaced by it', async () => {
    const other = await service.addUser('zoe')
    await service.addUser('explicit', { referral_code: other, cookie_referral_code: code })
    expect(await accountOf('explicit')).toMatchObject({ referral: { code: other } })
    await service.addUser('broken', { referral_code: unknownCode(), cookie_referral_code: code })
    expect(await accountOf('broken')).toMatchObject({ referral: null })
  })

  test.each(['', ' ', '\t\n', '\u00a0'])(
    'the blank code %j is an empty form field: the cookie counts',
    async (blank) => {
      const id = `blank_${blank.length}_${blank.charCodeAt(0)}`
      await service.addUser(id, { referral_code: blank, cookie_referral_code: ` ${code.toLowerCase()} ` })
      expect(await accountOf(id)).toMatchObject({ referral: { code } })
    },
  )

  test('the cookie counts for an account known before, and not for a user a browser identified before', async () => {
    await service.call('POST', '/accountsync', { body: { id: 'known' } })
    await service.addUser('known', { cookie_referral_code: code })
    expect(await accountOf('known')).toMatchObject({ referral: { code } })
    await service.addUser('seen')
    await service.addUser('seen', { cookie_referral_code: code })
    expect(await accountOf('seen')).toMatchObject({ referral: null })
    await service.addUser('seen', { referral_code: code })
    expect(await accountOf('seen')).toMatchObject({ referral: { code } })
  })

  test.each(['referral_code', 'cookie_referral_code'])(
    'a hostile %s identifies and does not attribute',
    async (name) => {
      const hostile = [
        '\u0000',
        '\ud800',
        'ſAM',
        '<script>alert(1)</script>',
        "' or 1=1 --",
        '../../x',
        'x'.repeat(1024),
        'A',
        '😀',
        '__proto__',
        'null',
        '%00',
        unknownCode(),
      ]
      for (const [index, text] of hostile.entries()) {
        const id = `${name}_${index}`
        await service.addUser(id, { [name]: text })
        expect(await accountOf(id)).toMatchObject({ referral: null })
      }
    },
  )

  test('the own code does not attribute', async () => {
    await service.addUser('alice', { user_id: 'second', referral_code: code })
    expect(await accountOf('alice')).toMatchObject({ referral: null })
  })
})

describe('conversion from the browser', () => {
  test('the first PAID converts, also together with the cookie; nothing else has an effect', async () => {
    await service.addUser('both', { cookie_referral_code: code, account_status: 'PAID' })
    expect(await accountOf('both')).toMatchObject({ referral: { status: 'CONVERTED' } })
    for (const account_status of ['TRIAL', 'FREE', 'CANCELLED']) {
      await service.addUser('both', { account_status })
      expect(await accountOf('both')).toMatchObject({
        referral: { status: 'CONVERTED' },
        subscription: { status: 'PAID' },
      })
    }
  })

  test('a PAID without a code closes the account for ever', async () => {
    await service.addUser('unreferred', { account_status: 'PAID' })
    await service.addUser('unreferred', { referral_code: code })
    await service.addUser('unreferred', { user_id: 'new', cookie_referral_code: code })
    expect(await accountOf('unreferred')).toMatchObject({ referral: null })
  })
})

test('a page that is loaded again writes nothing', async () => {
  const bodies = [
    whole,
    { account_id: 'cookied', user_id: 'cookied_user', cookie_referral_code: code },
    { account_id: 'both', user_id: 'both_user', cookie_referral_code: code, account_status: 'PAID' },
    { account_id: 'broken', user_id: 'broken_user', referral_code: unknownCode(), account_status: 'TRIAL' },
    { account_id: 'seen', user_id: 'seen_user', first_name: 'Sean', cookie_referral_code: code },
    { account_id: 'alice', user_id: 'second', referral_code: code },
  ]
  const first = []
  for (const body of bodies) first.push((await identify(body)).body)
  const before = await service.rows()
  clock.now += 60_000
  const again = []
  for (const body of bodies) again.push((await identify(body)).body)
  expect(again).toEqual(first)
  expect(await service.rows()).toEqual(before)
})
