import { createHash, createHmac } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenMerchant, sdkFor } from '../../testing/given-merchant.ts'
import { vaultSdkFor } from '../../testing/vault-sdk.ts'

const merchant = givenMerchant()
merchant.customFields = [{ name: 'referral_coupon', kind: 'store_and_pass_back' }]
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
afterAll(() => sandbox.close())
const gateway = vaultSdkFor(sandbox, merchant)
const base = `${sandbox.url}/merchants/merchant`

type RedirectParams = Readonly<Record<string, string>>

function hashOf(text: string, privateKey = 'merchant_private'): string {
  const key = createHash('sha1').update(privateKey).digest()
  return createHmac('sha1', key).update(text).digest('hex')
}

/** Signs what a form may not change, as Python's SDK does. */
function trDataFor(
  given: RedirectParams,
  privateKey?: string,
  redirectUrl = 'http://shop.example/back?page=1',
): string {
  const query = `${new URLSearchParams({
    ...given,
    time: '20260131120000',
    redirect_url: redirectUrl,
    public_key: 'merchant_public',
    api_version: '5',
  })}`
  return `${hashOf(query, privateKey)}|${query}`
}

/** Posts the form like a browser; returns the query of the merchant's page. */
async function post(
  trData: string,
  form: RedirectParams,
  path = '/transparent_redirect_requests',
): Promise<string> {
  const response = await fetch(`${base}${path}`, {
    method: 'POST',
    body: new URLSearchParams({ tr_data: trData, ...form }),
    redirect: 'manual',
  })
  expect(response.status).toBe(303)
  return new URL(`${response.headers.get('location')}`).search.slice(1)
}

/** Confirms as Python's SDK does after it checked the hash. */
async function confirm(query: string): Promise<Response> {
  const [content = '', hash] = query.split('&hash=')
  expect(hash).toBe(hashOf(content))
  const id = new URLSearchParams(query).get('id')
  return fetch(`${base}/transparent_redirect_requests/${id}/confirm`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('merchant_public:merchant_private')}`,
      'x-apiversion': '5',
    },
  })
}

test('a form creates a customer with a custom field, once it is confirmed, and once', async () => {
  const query = await post(trDataFor({ kind: 'create_customer', 'customer[id]': 'jane' }), {
    'customer[first_name]': 'Jane',
    'customer[custom_fields][referral_coupon]': 'CODE',
    'customer[credit_card][number]': '4111111111111111',
    'customer[credit_card][expiration_date]': '05/2030',
  })
  expect(new URLSearchParams(query).get('page')).toBe('1')
  expect(new URLSearchParams(query).get('kind')).toBe('create_customer')
  await expect(gateway.customer.find('jane')).rejects.toMatchObject({ type: 'notFoundError' })
  const confirmed = await confirm(query)
  expect(confirmed.status).toBe(201)
  expect(await confirmed.text()).toContain('<referral-coupon>CODE</referral-coupon>')
  expect(await gateway.customer.find('jane')).toMatchObject({
    firstName: 'Jane',
    customFields: { referralCoupon: 'CODE' },
    creditCards: [{ last4: '1111' }],
  })
  expect((await confirm(query)).status).toBe(404)
})

test('what the merchant signed counts before what the browser says', async () => {
  const signed = { kind: 'create_customer', 'customer[id]': 'signed', 'customer[company]': 'Signed' }
  const query = await post(trDataFor(signed), { 'customer[company]': 'Forged', 'customer[fax]': '1' })
  await confirm(query)
  expect(await gateway.customer.find('signed')).toMatchObject({ company: 'Signed', fax: '1' })
})

test('a form updates the customer that the merchant names, and only that one', async () => {
  await gateway.customer.create({ id: 'target' })
  await gateway.customer.create({ id: 'other' })
  const query = await post(trDataFor({ kind: 'update_customer', customer_id: 'target' }), {
    customer_id: 'other',
    'customer[last_name]': 'New',
  })
  expect((await confirm(query)).status).toBe(200)
  expect(await gateway.customer.find('target')).toMatchObject({ lastName: 'New' })
  expect(await gateway.customer.find('other')).toMatchObject({ lastName: null })
})

test('a form adds a card and changes it', async () => {
  await gateway.customer.create({ id: 'cards' })
  const create = { kind: 'create_payment_method', 'credit_card[customer_id]': 'cards' }
  await confirm(
    await post(trDataFor(create), {
      'credit_card[number]': '4111111111111111',
      'credit_card[expiration_month]': '01',
      'credit_card[expiration_year]': '30',
      'credit_card[token]': 'by_form',
    }),
  )
  expect(await gateway.creditCard.find('by_form')).toMatchObject({ expirationDate: '01/2030' })
  const update = { kind: 'update_payment_method', payment_method_token: 'by_form' }
  await confirm(await post(trDataFor(update), { 'credit_card[expiration_date]': '12/32' }))
  expect(await gateway.creditCard.find('by_form')).toMatchObject({ expirationDate: '12/2032' })
})

test('a form charges a card', async () => {
  const sale = { kind: 'create_transaction', 'transaction[type]': 'sale', 'transaction[amount]': '10.00' }
  const query = await post(trDataFor(sale), {
    'transaction[credit_card][number]': '4111111111111111',
    'transaction[credit_card][expiration_date]': '05/2030',
  })
  const confirmed = await (await confirm(query)).text()
  const id = /<id>([^<]+)<\/id>/.exec(confirmed)?.[1]
  const transaction = await sdkFor(sandbox, merchant).transaction.find(`${id}`)
  expect(transaction).toMatchObject({ amount: '10.00', status: 'authorized' })
})

test('a form with errors gets them when it is confirmed', async () => {
  const query = await post(trDataFor({ kind: 'create_customer' }), { 'customer[email]': 'nobody' })
  const confirmed = await confirm(query)
  expect(confirmed.status).toBe(422)
  expect(await confirmed.text()).toContain('<code>81604</code>')
})

test('a wrong signature comes back as 401, and an unknown field as 403', async () => {
  const forged = await post(trDataFor({ kind: 'create_customer' }, 'wrong'), {})
  expect(new URLSearchParams(forged).get('http_status')).toBe('401')
  const unknown = await post(trDataFor({ kind: 'create_customer' }), {
    'customer[credit_card][colour]': 'red',
  })
  expect(Object.fromEntries(new URLSearchParams(unknown))).toMatchObject({
    http_status: '403',
    bt_message: 'Invalid params: customer[credit_card][colour]',
  })
  const nothing = await fetch(`${base}/transparent_redirect_requests`, { method: 'POST' })
  expect(nothing.status).toBe(403)
})

test('the older addresses of forms and confirmations do the same', async () => {
  const path = '/customers/all/create_via_transparent_redirect_request'
  const query = await post(trDataFor({ kind: 'create_customer', 'customer[id]': 'older' }), {}, path)
  const id = new URLSearchParams(query).get('id')
  const confirmed = await fetch(`${base}/customers/all/confirm_transparent_redirect_request`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('merchant_public:merchant_private')}`,
      'content-type': 'application/xml',
    },
    body: `<id>${id}</id>`,
  })
  expect(confirmed.status).toBe(201)
  expect(await gateway.customer.find('older')).toMatchObject({ id: 'older' })
})
