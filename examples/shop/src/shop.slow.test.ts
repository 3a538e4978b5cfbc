import { expect, test } from 'vitest'
import { createShop } from './shop.ts'

const lines: string[] = []
/** Goodword is away: nothing listens on this port. */
const settings = {
  url: 'http://127.0.0.1:9',
  tenant: 'shop',
  // Longer than anything that a token or a nonce may hold by chance.
  apiKey: 'gw_key_of_the_shop',
  signingKey: 'gw_sign_key_of_the_shop',
}
const shop = await createShop(settings, null, (line) => lines.push(line))
const ann = {
  name: 'Ann Lee',
  email: 'ann@example.com',
  password: 'long enough',
  referral_code: '',
  plan: '',
}
const card = { card: '4111 1111 1111 1111', expires: '05/31', cvc: '100', referral_code: 'SOMECODE' }

test('customers sign up, pay and come back while Goodword is away', async () => {
  const signedUp = await post('/sign-up', { ...ann, plan: 'house' })
  expect(signedUp).toMatchObject({ statusCode: 303, headers: { location: '/pay/house' } })
  const cookie = cookieOf(signedUp)
  const paid = await post('/pay/house', card, cookie)
  expect(paid).toMatchObject({ statusCode: 303, headers: { location: '/account' } })
  expect((await get('/account', cookie)).body).toContain('You are on <strong>House</strong>')
  expect(lines).toContainEqual(expect.stringContaining('could not be synced'))

  await post('/sign-out', {}, cookie)
  expect((await get('/account', cookie)).headers.location).toBe('/sign-in')
  const again = await post('/sign-in', ann)
  expect((await get('/account', cookieOf(again))).body).toContain('Hello, Ann.')
})

test('the error of a form is shown beside the field, and the input is kept', async () => {
  const { statusCode, body } = await post('/sign-up', {
    ...ann,
    name: ' ',
    email: 'no address',
    password: 'short',
  })
  expect(statusCode).toBe(400)
  expect(body).toContain('Enter your name.')
  expect(body).toContain('Enter a valid e-mail address.')
  expect(body).toContain('Enter a password of at least eight characters.')
  expect(body).toContain('value="no address"')
})

test('an address has one account, and another password does not open it', async () => {
  const eve = { ...ann, email: 'eve@example.com' }
  await post('/sign-up', eve)
  expect((await post('/sign-up', eve)).body).toContain('There is already an account with this address.')
  const wrong = await post('/sign-in', { ...eve, password: 'something else' })
  expect(wrong).toMatchObject({ statusCode: 400 })
  expect(wrong.headers['set-cookie']).toBeUndefined()
  expect(wrong.body).toContain('it keeps no customers. Start the trial again.')
})

test('a card number that is none is refused, and an unknown plan leads to those there are', async () => {
  const cookie = cookieOf(await post('/sign-up', { ...ann, email: 'kim@example.com' }))
  expect((await post('/pay/house', { ...card, card: 'my card' }, cookie)).body).toContain(
    'Enter a card number',
  )
  expect((await get('/pay/castle', cookie)).headers.location).toBe('/pricing')
  expect((await get('/pay/house')).headers.location).toBe('/sign-in')
})

test.each([
  ['de-AT, en;q=0.8', 'de', 'Zwei Wochen gratis testen'],
  ['en;q=0.5, de;q=0.9', 'de', 'Zwei Wochen gratis testen'],
  ['de;q=0, fr', 'en', 'Try two weeks free'],
  ['', 'en', 'Try two weeks free'],
])('a browser that asks for %j gets the shop in %s', async (accepted, lang, words) => {
  const { body } = await get('/', '', { 'accept-language': accepted })
  expect(body).toContain(`<html lang="${lang}">`)
  expect(body).toContain(words)
})

test('a friend with a German browser reads German from the plans to the account', async () => {
  const german = { 'accept-language': 'de' }
  const cookie = cookieOf(await post('/sign-up', { ...ann, email: 'uwe@example.com' }))
  const read = async (url: string) => (await get(url, cookie, german)).body
  expect(await read('/pricing')).toMatch(/22,00\s\$/)
  expect(await read('/pay/house')).toContain('House, ab heute.')
  await post('/pay/house', card, cookie)
  expect(await read('/account')).toContain(
    'Sie haben <strong>House</strong>. Zwei Tüten mit je 250 g im Monat.',
  )
  expect((await get('/sign-in', '', german)).body).toContain('Schön, dass Sie da sind.')
})

test('a page identifies only signed-in users, with a signature', async () => {
  expect((await get('/')).body).toContain('_gw.push(["init",{"tenant_alias":"shop"}])')
  const cookie = cookieOf(await post('/sign-up', { ...ann, email: 'dana@example.com' }))
  const { body, headers } = await get('/account', cookie)
  const [, payload = ''] = /"jwt":"[^.]+\.([^.]+)\./.exec(body) ?? []
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString()).user).toMatchObject({
    email: 'dana@example.com',
    locale: 'en',
  })
  expect(body).not.toContain(settings.apiKey)
  expect(body).not.toContain(settings.signingKey)
  expect(headers['content-security-policy']).toMatch(/script-src 'nonce-[^']+' http:\/\/127\.0\.0\.1:9;/)
})

function get(url: string, cookie = '', headers: Readonly<Record<string, string>> = {}) {
  return shop.inject({ method: 'GET', url, headers: { cookie, ...headers } })
}

function post(url: string, form: Readonly<Record<string, string>>, cookie = '') {
  return shop.inject({
    method: 'POST',
    url,
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
}

function cookieOf({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): string {
  return String(headers['set-cookie']).split(';')[0] ?? ''
}
