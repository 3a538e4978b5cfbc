import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LocalSandbox, startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import { givenStripeProgram } from '../../testing/processor/stripe/stripe-program.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
let sandbox: LocalSandbox

beforeAll(async () => {
  sandbox = await startLocalSandbox('stripe')
})

afterAll(() => sandbox.close())

const reward = { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 3 } as const
const START = '2040-01-31T12:00:00Z'

async function given(settings: object = {}) {
  const program = await givenStripeProgram(service, sandbox, START)
  const { shop, keys, call, runJobs } = program
  await call('PUT', '/connection', { ...shop.credentials, webhookSecret: 'whsec_story' })
  const set = (more: object) =>
    service.setProgram({ referredReward: reward, referrerReward: reward, ...more }, keys.alias)
  await set(settings)
  let now = Date.parse(START)
  const settle = async () => {
    now += 11 * 60_000
    await shop.control('POST', '/clock/advance', { to: new Date(now).toISOString() })
    await runJobs(now)
  }
  await settle()
  const user = async (accountId: string, referralCode?: string) => {
    const body = {
      accountId,
      id: `${accountId}_user`,
      ...(referralCode === undefined ? {} : { referralCode }),
    }
    return String((await call('POST', '/user', body)).body.referralCode)
  }
  const price = await shop.addPrice(3000)
  const subscribe = async (customer: string, more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    (await shop.sdk.subscriptions.create({ customer, items: [{ price }], ...more })).id
  /** A session that a customer completes. */
  const checkOut = async ({
    promotionCode,
    ...more
  }: Partial<Stripe.Checkout.SessionCreateParams> & { promotionCode?: string }) => {
    const { id } = await shop.sdk.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price, quantity: 1 }],
      success_url: 'https://shop.example.com/thanks',
      ...more,
    })
    await shop.control('POST', `/checkout/sessions/${id}/complete`, { promotionCode })
    return String((await shop.sdk.checkout.sessions.retrieve(id)).customer)
  }
  const bind = async (id: string, paymentProviderId: string) => {
    await call('POST', '/user', { accountId: id, id: `${id}_user` })
    await call('POST', '/accountsync', { id, paymentProviderId })
    await settle()
    return (await call('GET', `/account/${id}`)).body.referral as Record<string, unknown> | null
  }
  const totals = async (customer: string) => {
    const { data } = await shop.sdk.invoices.list({ customer })
    return data.toReversed().map(({ total }) => total)
  }
  return { ...program, set, settle, user, subscribe, checkOut, bind, totals }
}

test('the coupon of a code exists when it is answered, and a friend who subscribes with it has it once', async () => {
  const { call, shop, user, subscribe, settle, totals } = await given()
  const code = await user('ada')
  const { status, body } = await call('GET', `/code/${code}`)
  expect([status, body.discountId, body.promotionCode]).toEqual([200, 'referral_discount-1000', null])
  expect(await shop.sdk.coupons.retrieve(String(body.discountId))).toMatchObject({ percent_off: 10 })
  const customer = await shop.addCustomer()
  const id = await subscribe(customer, { discounts: [{ coupon: String(body.discountId) }] })
  await call('POST', '/user', { accountId: 'bob', id: 'bob_user' })
  await call('POST', '/discount', { accountId: 'bob', paymentProviderId: customer, couponCode: code })
  await settle()
  expect(await totals(customer)).toEqual([2700])
  expect((await shop.sdk.refunds.list()).data).toEqual([])
  expect((await shop.sdk.subscriptions.retrieve(id)).discounts).toHaveLength(1)
  expect((await call('GET', '/account/bob')).body.referral).toMatchObject({ code, status: 'CONVERTED' })
})

test('a code is refused with what to do when its coupon cannot be there, and waits for an outage', async () => {
  const { call, shop, user } = await given()
  const code = await user('ada')
  const fail = (status: number) =>
    shop.control('POST', '/faults', { path: '/coupons/*', action: { kind: 'status', status } })
  await fail(503)
  expect((await call('GET', `/code/${code}`)).body).toMatchObject({ apiErrorCode: 'PROCESSOR_UNAVAILABLE' })
  await shop.control('DELETE', '/faults')
  await shop.sdk.coupons.create({ id: 'referral_discount-1000', percent_off: 50, duration: 'forever' })
  expect((await call('GET', `/code/${code}`)).body).toMatchObject({
    apiErrorCode: 'PROCESSOR_SETUP_INCOMPLETE',
    message: expect.stringContaining('referral_discount-1000'),
  })
})

test('a coupon that was deleted is there for the next code, after its event and after a check of the connection', async () => {
  const { call, shop, user } = await given()
  const code = await user('ada')
  const { webhookUrl } = (await call('GET', '/connection')).body
  const deliver = () => {
    const data = { object: { id: 'referral_discount-1000', object: 'coupon' } }
    const event = { id: 'evt_deleted', object: 'event', type: 'coupon.deleted', livemode: false }
    const payload = JSON.stringify({ ...event, created: Date.parse(START) / 1000, data })
    const signature = shop.sdk.webhooks.generateTestHeaderString({ payload, secret: 'whsec_story' })
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    return service.app.inject({ method: 'POST', url: new URL(String(webhookUrl)).pathname, headers, payload })
  }
  const percentOffered = async () => {
    const { discountId } = (await call('GET', `/code/${code}`)).body
    return (await shop.sdk.coupons.retrieve(String(discountId))).percent_off
  }
  expect(await percentOffered()).toBe(10)
  for (const noticed of [deliver, () => call('POST', '/connection/check')]) {
    await shop.sdk.coupons.del('referral_discount-1000')
    service.clock.now += 1
    await noticed()
    expect(await percentOffered()).toBe(10)
  }
})

test('a code in the metadata of a subscription, a session or a customer attributes, the first of them', async () => {
  const { shop, user, subscribe, checkOut, bind } = await given()
  const [ada, bea, cat] = [await user('ada'), await user('bea'), await user('cat')]
  const onCustomer = await shop.addCustomer({ coupon: cat })
  const customers = {
    ofSubscription: await shop.addCustomer({ coupon: cat }),
    ofSession: await checkOut({ customer: onCustomer, metadata: { referral_coupon: bea } }),
  }
  await subscribe(customers.ofSubscription, { metadata: { referral_coupon: ada } })
  expect(await bind('friend_1', customers.ofSubscription)).toMatchObject({ code: ada, status: 'CONVERTED' })
  expect(await bind('friend_2', customers.ofSession)).toMatchObject({ code: bea, status: 'CONVERTED' })
  const customer = await shop.addCustomer({ coupon: cat })
  await subscribe(customer)
  expect(await bind('friend_3', customer)).toMatchObject({ code: cat, status: 'CONVERTED' })
})

test('the reference of a session attributes though its event was lost, and only with our prefix', async () => {
  const { user, checkOut, bind, call } = await given()
  const code = await user('ada')
  const customer = await checkOut({ client_reference_id: `gw_${code}` })
  // The customer's payment waits until the customer is bound to an account.
  expect((await call('GET', '/referrals')).body.referrals).toEqual([])
  expect(await bind('bob', customer)).toMatchObject({ code, status: 'CONVERTED' })
  expect(await bind('cyd', await checkOut({ client_reference_id: code }))).toBeNull()
})

test('a code that is a promotion code attributes who enters it at Checkout, with the discount once', async () => {
  const { call, shop, user, checkOut, bind, totals } = await given({ processorPromotionCodes: true })
  const code = await user('ada')
  const { body } = await call('GET', `/code/${code}`)
  expect(body).toMatchObject({ discountId: 'referral_discount-1000', promotionCode: code })
  const customer = await checkOut({ allow_promotion_codes: true, promotionCode: code.toLowerCase() })
  expect(await bind('bob', customer)).toMatchObject({ code, status: 'CONVERTED' })
  expect(await totals(customer)).toEqual([2700])
  expect((await shop.sdk.refunds.list()).data).toEqual([])
})

test('a promotion code for the first invoice alone attributes, and one of another program does not', async () => {
  const { shop, user, subscribe, bind } = await given()
  const code = await user('ada')
  const promotion = async (text: string, metadata: Record<string, string>) => {
    const { id: coupon } = await shop.sdk.coupons.create({ percent_off: 10, duration: 'once' })
    const made = { promotion: { type: 'coupon', coupon }, code: text, metadata } as const
    return (await shop.sdk.promotionCodes.create(made)).id
  }
  const own = await promotion('FRIEND10', { referral_coupon: code })
  const other = await promotion('OTHER10', { referral_coupon: code, goodword_discount: 'other_discount' })
  const [bob, cyd] = [await shop.addCustomer(), await shop.addCustomer()]
  await subscribe(bob, { discounts: [{ promotion_code: own }] })
  await subscribe(cyd, { discounts: [{ promotion_code: other }] })
  expect(await bind('bob', bob)).toMatchObject({ code, status: 'CONVERTED' })
  expect(await bind('cyd', cyd)).toBeNull()
})

test.each([
  ['LEAVE', 1],
  ['REMOVE', 0],
])(
  'no promotion code is left of a connection that is removed with %s, and discounts as that says',
  async (discounts, left) => {
    const { call, shop, user, checkOut, bind, settle } = await given({ processorPromotionCodes: true })
    const code = await user('ada')
    await call('GET', `/code/${code}`)
    const customer = await checkOut({ allow_promotion_codes: true, promotionCode: code })
    await bind('bob', customer)
    const active = async () =>
      (await shop.sdk.promotionCodes.list({ active: true })).data.map((it) => it.code)
    await shop.control('POST', '/faults', {
      path: '/promotion_codes',
      action: { kind: 'status', status: 503 },
    })
    const { body } = await call('DELETE', `/connection?discounts=${discounts}`)
    expect(body).toMatchObject({ state: 'REMOVING', discountsLeft: 1 })
    expect((await call('GET', `/code/${code}`)).body).toMatchObject({ promotionCode: null })
    await settle()
    expect((await call('GET', '/connection')).body.removal).toMatchObject({ discountsLeft: 0 })
    await shop.control('DELETE', '/faults')
    expect(await active()).toEqual([code])
    await settle()
    expect(await active()).toEqual([])
    expect((await call('GET', '/connection')).status).toBe(404)
    const [subscription] = (await shop.sdk.subscriptions.list({ customer })).data
    expect(subscription?.discounts).toHaveLength(left)
  },
)

test('promotion codes end though no subscription has a discount, and are left when the merchant does not wait', async () => {
  const { call, shop, user, settle } = await given({ processorPromotionCodes: true })
  await call('GET', `/code/${await user('ada')}`)
  const active = async () => (await shop.sdk.promotionCodes.list({ active: true })).data.length
  expect(await active()).toBe(1)
  const remove = (discounts: string) => call('DELETE', `/connection?discounts=${discounts}`)
  expect((await remove('REMOVE')).body).toMatchObject({ state: 'REMOVING', discountsLeft: 0 })
  await settle()
  expect([await active(), (await call('GET', '/connection')).status]).toEqual([0, 404])
  await call('PUT', '/connection', { ...shop.credentials, webhookSecret: 'whsec_story' })
  await settle()
  expect(await active()).toBe(1)
  await remove('LEAVE')
  expect((await remove('LEAVE')).body).toMatchObject({ state: 'REMOVED' })
  await settle()
  expect(await active()).toBe(1)
})

test('promotion codes follow the setting, the percentage and the code, and leave those of the merchant alone', async () => {
  const { call, shop, user, set, settle } = await given()
  const [ada, bea, cat] = [await user('ada'), await user('bea', 'BEA_1'), await user('cat', 'SUMMER')]
  const coupon = await shop.sdk.coupons.create({ percent_off: 5, duration: 'once' })
  await shop.sdk.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code: 'summer' })
  const active = async () => {
    const { data } = await shop.sdk.promotionCodes.list({ active: true })
    return data.map((it) => `${it.code} ${String(it.promotion.coupon)}`).sort()
  }
  const foreign = `summer ${coupon.id}`
  await set({ processorPromotionCodes: true })
  await settle()
  expect(await active()).toEqual([`${ada} referral_discount-1000`, foreign].sort())
  expect((await call('GET', '/connection')).body.setupWarnings).toMatchObject([
    { item: 'PROMOTION_CODE', message: expect.stringContaining('2 referral codes') },
  ])
  for (const code of [bea, cat])
    expect((await call('GET', `/code/${code}`)).body).toMatchObject({ promotionCode: null })
  await call('POST', '/connection/check')
  expect((await call('GET', '/connection')).body.setupWarnings).toHaveLength(1)

  await set({ processorPromotionCodes: true, referredReward: { ...reward, discountPercent: 20 } })
  await settle()
  expect(await active()).toEqual([`${ada} referral_discount-2000`, foreign].sort())

  await call('PUT', `/code/${ada}`, { disabled: true })
  await settle()
  expect(await active()).toEqual([foreign])
  await call('PUT', `/code/${ada}`, { disabled: false })
  await settle()
  expect(await active()).toEqual([`${ada} referral_discount-2000`, foreign].sort())

  await set({})
  await settle()
  expect(await active()).toEqual([foreign])
})
