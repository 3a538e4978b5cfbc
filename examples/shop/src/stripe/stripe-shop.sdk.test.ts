import { startSandbox } from '@goodword/stripe-sandbox/start'
import Fastify from 'fastify'
import Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { createShop } from '../shop.ts'

const sandbox = await startSandbox({ port: 0 })
const secretKey = 'sk_test_larkfield'
const sdk = new Stripe(secretKey, { host: '127.0.0.1', port: sandbox.port, protocol: 'http' })
await sdk.coupons.create({ id: 'referral_discount-1000', percent_off: 10, duration: 'forever' })

/** The requests of the shop's server to the referral service. */
const calls: { readonly call: string; readonly body: unknown }[] = []
const service = Fastify()
service.setNotFoundHandler((request, reply) => {
  const { pathname, searchParams } = new URL(request.url, 'http://service')
  const path = pathname.replace('/api/v1/shop', '')
  calls.push({ call: `${request.method} ${path}`, body: request.body ?? null })
  const offer = { discountPercentage: 10, referrerName: 'Ann L.' }
  if (path === '/code/ANN10')
    return reply.send({ code: 'ANN10', discountId: 'referral_discount-1000', ...offer })
  if (path === '/code/GONE10') return reply.send({ code: 'GONE10', discountId: 'deleted', ...offer })
  const discountAmount = Number(searchParams.get('value')) / 10
  return reply.send({ discountId: 'referral_discount', discountAmount, bills: [] })
})
const serviceUrl = await service.listen({ port: 0, host: '127.0.0.1' })

const warnings: string[] = []
const shop = await createShop(
  { url: serviceUrl, tenant: 'shop', apiKey: 'gw_live_key', signingKey: 'gw_sign_key' },
  { processor: 'stripe', url: sandbox.url, secretKey },
  (line) => warnings.push(line),
)
const shopUrl = await shop.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => Promise.all([shop.close(), service.close(), sandbox.close()]))

const card = { card: '4242 4242 4242 4242', expires: '05/31', cvc: '100' }

test('a friend pays at Stripe with the coupon from the first bill on, changes the plan, cancels and comes back', async () => {
  const cookie = await signUp('bob@example.com', 'ANN10')
  calls.length = 0
  expect(await leadsTo(post('/pay/house', card, cookie))).toBe('/account')
  expect(calls.map(({ call }) => call)).toEqual(['GET /code/ANN10', 'POST /discount'])
  const [subscription] = (await sdk.subscriptions.list()).data
  expect(calls[1]?.body).toEqual({
    accountId: expect.stringMatching(/^cust_/),
    paymentProviderId: subscription?.customer,
    couponCode: 'ANN10',
  })
  expect(await accountOf(cookie)).toMatch(
    /\(next\)<\/td><td>−\$2\.20<\/td><td>\$19\.80[\s\S]*<td>−\$2\.20<\/td><td>\$19\.80/,
  )

  expect(await leadsTo(post('/pay/office', {}, cookie))).toBe('/account')
  const changed = await accountOf(cookie)
  expect(changed).toContain('You are on <strong>Office</strong>')
  expect(changed).toMatch(/\(next\)<\/td><td>−\$4\.90<\/td><td>\$44\.10/)

  await post('/cancel', {}, cookie)
  expect(await accountOf(cookie)).toContain('Your subscription has ended.')
  expect(await leadsTo(post('/pay/taster', card, cookie))).toBe('/account')
  const customers = (await sdk.subscriptions.list({ status: 'all' })).data.map(({ customer }) => customer)
  expect(customers).toEqual([subscription?.customer, subscription?.customer])
  expect(warnings).toEqual([])
})

test('Checkout takes the code and its coupon along, and the shop learns of the customer when the browser is back', async () => {
  const cookie = await signUp('eve@example.com', '')
  const checkout = await leadsTo(post('/pay/taster/checkout', { referral_code: 'ANN10' }, cookie))
  const page = await get('/pay/taster', cookie)
  expect(page.headers.get('content-security-policy')).toContain(`form-action 'self' ${sandbox.url};`)
  const body = new URLSearchParams({ card: 'pm_card_visa', email: 'eve@example.com' })
  const paid = await fetch(checkout, { method: 'POST', redirect: 'manual', body })
  const back = new URL(paid.headers.get('location') ?? '')
  expect(back.origin).toBe(shopUrl)
  const path = `${back.pathname}${back.search}`
  expect((await get(path, await signUp('kim@example.com', ''))).status).toBe(400)
  calls.length = 0
  expect(await leadsTo(get(path, cookie))).toBe('/account')
  const [session] = (await sdk.checkout.sessions.list()).data
  expect(session).toMatchObject({ client_reference_id: 'gw_ANN10', amount_total: 10_80 })
  const { metadata } = await sdk.subscriptions.retrieve(String(session?.subscription))
  expect(metadata.referral_coupon).toBe('ANN10')
  expect(calls).toMatchObject([
    { call: 'POST /discount', body: { couponCode: 'ANN10', paymentProviderId: session?.customer } },
  ])
  expect(await accountOf(cookie)).toMatch(/−\$1\.20<\/td><td>\$10\.80/)
  expect(await leadsTo(get(path, cookie))).toBe('/account')
})

test('a declined card is shown beside the form, and a coupon that is gone does not keep a friend from paying', async () => {
  const cookie = await signUp('dan@example.com', 'GONE10')
  const refused = await post('/pay/house', { ...card, card: '4000 0000 0000 0002' }, cookie)
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('The payment was refused')
  expect(await accountOf(cookie)).toContain('You are trying us out.')
  expect(await leadsTo(post('/pay/house', card, cookie))).toBe('/account')
  expect(await accountOf(cookie)).toContain('<td></td><td>$22.00</td>')
})

async function signUp(email: string, code: string): Promise<string> {
  const form = { name: 'Bob Ray', email, password: 'long enough', referral_code: code, plan: '' }
  return (await post('/sign-up', form)).headers.get('set-cookie')?.split(';')[0] ?? ''
}

async function leadsTo(response: Promise<Response>): Promise<string> {
  return (await response).headers.get('location') ?? ''
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
