import { fileURLToPath } from 'node:url'
import { readFixtures } from '@goodword/braintree-sandbox/control/fixtures/read-fixtures'
import { startSandbox } from '@goodword/braintree-sandbox/start'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { plans, priceOf } from './plans.ts'
import { createShop } from './shop.ts'

const now = Date.parse('2026-03-10T12:00:00Z')
const fixtures = readFixtures(fileURLToPath(new URL('../gateway-fixtures.json', import.meta.url)), now)
const sandbox = await startSandbox({
  port: 0,
  merchants: Array.from(fixtures.values(), (fixture) => fixture(now)),
})
const [merchant] = sandbox.gateway.accounts.values()
if (merchant === undefined) throw new Error('the fixtures have no merchant')
const [keys] = merchant.keys
if (keys === undefined) throw new Error('the merchant has no keys')

/** The requests of the shop's server to the referral service. */
const calls: { readonly call: string; readonly body: unknown }[] = []
const service = Fastify()
service.setNotFoundHandler((request, reply) => {
  const { pathname, searchParams } = new URL(request.url, 'http://service')
  const path = pathname.replace('/api/v1/shop', '')
  calls.push({ call: `${request.method} ${path}`, body: request.body ?? null })
  if (path === '/code/ANN10') {
    return reply.send({
      code: 'ANN10',
      discountPercentage: 10,
      discountId: 'referral_discount',
      referrerName: 'Ann L.',
    })
  }
  if (path.endsWith('/reward')) {
    const discountAmount = Number(searchParams.get('value')) / 10
    return reply.send({ discountId: 'referral_discount', discountAmount })
  }
  return reply.send({ bills: [] })
})
const serviceUrl = await service.listen({ port: 0, host: '127.0.0.1' })

const warnings: string[] = []
const shop = await createShop(
  { url: serviceUrl, tenant: 'shop', apiKey: 'gw_live_key', signingKey: 'gw_sign_key' },
  { processor: 'braintree', url: sandbox.url, merchantId: merchant.id, ...keys },
  (line) => warnings.push(line),
)
const shopUrl = await shop.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => Promise.all([shop.close(), service.close(), sandbox.close()]))

const card = { card: '4111 1111 1111 1111', expires: '05/31', cvc: '100' }

test('the plans are sold for what the gateway bills', () => {
  const billed = Array.from(merchant.plans.values(), ({ id, price }) => [id, price])
  expect(billed).toEqual(plans.map(({ id, cents }) => [id, cents]))
  expect(plans.map(({ cents }) => priceOf(cents))).toEqual(['12.00', '22.00', '49.00'])
})

test('a friend pays with the discount from the first bill on, and is linked to the customer of the gateway', async () => {
  const cookie = await signUp('bob@example.com', 'ANN10')
  calls.length = 0
  expect((await post('/pay/house', { ...card, referral_code: '' }, cookie)).headers.get('location')).toBe(
    '/account',
  )
  expect(calls.map(({ call }) => call)).toEqual(['GET /code/ANN10', 'POST /discount'])
  const subscription = newest()
  expect(calls[1]?.body).toEqual({
    accountId: expect.stringMatching(/^cust_/),
    paymentProviderId: subscription.customerId,
    couponCode: 'ANN10',
  })
  expect(await accountOf(cookie)).toMatch(/−\$2\.20<\/td><td>\$19\.80/)

  expect((await post('/pay/office', {}, cookie)).headers.get('location')).toBe('/account')
  const changed = await accountOf(cookie)
  expect(changed).toContain('You are on <strong>Office</strong>')
  expect(changed).toMatch(/\(next\)<\/td><td>−\$4\.90<\/td><td>\$44\.10/)

  // With 3.00 of credit that is kept for the next bill.
  billed().discounts = billed().discounts.map((it) => ({ ...it, amount: it.amount + 300 }))
  await post('/pay/house', {}, cookie)
  expect(await accountOf(cookie)).toMatch(/\(next\)<\/td><td>−\$5\.20<\/td>/)

  await post('/cancel', {}, cookie)
  expect(await accountOf(cookie)).toContain('Your subscription has ended.')
  expect((await post('/pay/taster', card, cookie)).headers.get('location')).toBe('/account')
  expect(newest().customerId).toBe(subscription.customerId)
  expect(warnings).toEqual([])
})

test('the form that goes to the gateway brings the code to it, and paying twice is not possible', async () => {
  const cookie = await signUp('eve@example.com', '')
  const form = await (await get('/pay/taster?form=redirect', cookie)).text()
  const action = /<form method="post" action="(http[^"]+)"/.exec(form)?.[1] ?? ''
  const data = /name="tr_data" value="([^"]+)"/.exec(form)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(action).toMatch(new RegExp(`^${sandbox.url}/`))
  const sent = await fetch(action, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      tr_data: data,
      'customer[custom_fields][referral_coupon]': 'ANN10',
      'customer[credit_card][number]': '4111111111111111',
      'customer[credit_card][expiration_date]': '05/31',
      'customer[credit_card][cvv]': '100',
    }),
  })
  const back = new URL(sent.headers.get('location') ?? '')
  expect(back.origin).toBe(shopUrl)
  const page = `${back.pathname}${back.search}`
  expect((await get(page, cookie)).headers.get('location')).toBe('/account')
  expect(await accountOf(cookie)).toMatch(/−\$1\.20<\/td><td>\$10\.80/)
  expect((await get(page, cookie)).headers.get('location')).toBe('/account')
  expect((await accountOf(cookie)).match(/\d<\/td><td>−\$1\.20/g)).toHaveLength(1)
  const forged = await get(page.replace('hash=', 'hash=0'), await signUp('kim@example.com', ''))
  expect(forged.status).toBe(400)
  expect(await forged.text()).toContain('The form was not sent by the gateway.')
})

test('a declined card is shown beside the form, and changes nothing', async () => {
  const cookie = await signUp('dan@example.com', '')
  const refused = await post('/pay/house', { ...card, card: '4111 1111 1111 1112' }, cookie)
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('The payment was refused')
  expect(await accountOf(cookie)).toContain('You are trying us out.')
})

function billed() {
  const subscription = [...(merchant?.subscriptions.values() ?? [])].at(-1)
  if (subscription === undefined) throw new Error('no subscription at the gateway')
  return subscription
}

function newest() {
  const subscription = billed()
  return { customerId: merchant?.cards.get(subscription.paymentMethodToken)?.customerId }
}

async function signUp(email: string, code: string): Promise<string> {
  const form = { name: 'Bob Ray', email, password: 'long enough', referral_code: code, plan: '' }
  return (await post('/sign-up', form)).headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function accountOf(cookie: string): Promise<string> {
  return (await get('/account', cookie)).text()
}

function get(path: string, cookie: string): Promise<Response> {
  return fetch(`${shopUrl}${path}`, { headers: { cookie }, redirect: 'manual' })
}

function post(path: string, form: Readonly<Record<string, string>>, cookie = ''): Promise<Response> {
  return fetch(`${shopUrl}${path}`, {
    method: 'POST',
    headers: { cookie },
    redirect: 'manual',
    body: new URLSearchParams(form),
  })
}
