import type { Transaction, TransactionSearchFn } from 'braintree'
import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenShop } from '../../testing/given-shop.ts'
import { givenSubscriber } from '../../testing/given-subscriber.ts'
import { rawRequest } from '../../testing/raw-request.ts'
import { allOf } from '../../testing/search-all.ts'
import { wholeSdkFor } from '../../testing/whole-sdk.ts'

const merchant = givenShop()
merchant.settings = { ...merchant.settings, duplicateCheckingSeconds: null }
givenSubscriber(merchant)
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
afterAll(() => sandbox.close())
const gateway = wholeSdkFor(sandbox, merchant)

const address = {
  company: 'Braintree',
  countryName: 'United States of America',
  extendedAddress: 'Apt B',
  firstName: 'Tom',
  lastName: 'Guy',
  locality: 'Chicago',
  postalCode: '60646',
  region: 'IL',
  streetAddress: '123 Fake St',
}
const customer = {
  company: 'Braintree',
  email: 'tom@example.com',
  fax: '(123)456-7890',
  firstName: 'Tom',
  lastName: 'Guy',
  phone: '(456)123-7890',
  website: 'http://www.example.com/',
}
const sale = await gateway.transaction.sale({
  amount: '5.00',
  billing: { ...address },
  shipping: { ...address },
  creditCard: {
    number: '5105105105105100',
    expirationDate: '05/2012',
    cardholderName: 'Tom Guy',
    token: 'tom_card',
  },
  customer: { ...customer, id: 'tom' },
  orderId: '123',
  options: { storeInVault: true, submitForSettlement: true },
})
await gateway.testing.settle(sale.transaction.id)
const tom = await gateway.transaction.find(sale.transaction.id)
await gateway.transaction.sale({ amount: '7.00', paymentMethodToken: 'jane_card' })

/** A question as a program asks it: `search.billingCompany().is('x')`. */
type Query = (search: Record<string, () => Record<string, (...values: unknown[]) => void>>) => void

async function idsOf(query: Query): Promise<readonly string[]> {
  // The SDK's types do not name all criteria.
  const found = await allOf<Transaction>(gateway.transaction.search(query as unknown as TransactionSearchFn))
  return found.map(({ id }) => id)
}

const texts = Object.entries({
  ...prefixed('billing', address),
  ...prefixed('shipping', address),
  ...prefixed('customer', { ...customer, id: 'tom' }),
  creditCardCardholderName: 'Tom Guy',
  creditCardExpirationDate: '05/2012',
  creditCardUniqueIdentifier: `${tom.creditCard?.uniqueNumberIdentifier}`,
  currency: 'USD',
  id: tom.id,
  orderId: '123',
  paymentMethodToken: 'tom_card',
  processorAuthorizationCode: tom.processorAuthorizationCode,
  settlementBatchId: '2026-01-31_merchant_usd',
})

function prefixed(prefix: string, fields: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(fields).map(([key, value]) => [
    `${prefix}${key.charAt(0).toUpperCase()}${key.slice(1)}`,
    value,
  ])
  return Object.fromEntries(named)
}

test.each(texts)('%s is %s finds the one that has it', async (name, value) => {
  expect(await idsOf((search) => search[name]?.().is?.(value))).toContain(tom.id)
  if (name !== 'currency') expect(await idsOf((search) => search[name]?.().is?.('other'))).toEqual([])
})

test.each([
  ['createdUsing', 'full_information'],
  ['creditCardCardType', 'MasterCard'],
  ['creditCardCustomerLocation', 'us'],
  ['merchantAccountId', 'merchant_usd'],
  ['paymentInstrumentType', 'credit_card'],
  ['status', 'settled'],
  ['source', 'api'],
  ['type', 'sale'],
  ['user', 'merchant_public'],
  ['ids', tom.id],
])('%s in %s finds it', async (name, value) => {
  expect(await idsOf((search) => search[name]?.().in?.(value))).toContain(tom.id)
})

test.each([['createdAt'], ['authorizedAt'], ['submittedForSettlementAt'], ['settledAt']])(
  '%s between two moments finds it',
  async (name) => {
    const [from, to] = [new Date('2026-01-31T11:00:00Z'), new Date('2026-01-31T13:00:00Z')]
    expect(await idsOf((search) => search[name]?.().between?.(from, to))).toContain(tom.id)
    expect(await idsOf((search) => search[name]?.().min?.(to))).toEqual([])
  },
)

test.each([
  ['voidedAt'],
  ['failedAt'],
  ['gatewayRejectedAt'],
  ['processorDeclinedAt'],
  ['authorizationExpiredAt'],
  ['disbursementDate'],
  ['disputeDate'],
])('%s finds nothing where that did not happen', async (name) => {
  expect(await idsOf((search) => search[name]?.().min?.(new Date(0)))).toEqual([])
})

test('a search for refunds finds the refunded sale and its credit, and nothing else', async () => {
  const made = await gateway.transaction.sale({
    amount: '8.00',
    paymentMethodToken: 'jane_card',
    options: { submitForSettlement: true },
  })
  await gateway.testing.settle(made.transaction.id)
  const { transaction: credit } = await gateway.transaction.refund(made.transaction.id, { amount: '3.00' })
  expect(await idsOf((search) => search.refund?.().is?.(true))).toEqual([credit.id, made.transaction.id])
  const others = await idsOf((search) => search.refund?.().is?.(false))
  expect(others).not.toContain(credit.id)
  expect(others).not.toContain(made.transaction.id)
})

test('a search for a negative amount times out', async () => {
  await expect(idsOf((search) => search.amount?.().is?.(-10))).rejects.toMatchObject({
    type: 'unexpectedError',
  })
})

test('a transaction has to match all criteria of a search', async () => {
  const found = await idsOf((search) => {
    search.creditCardNumber?.().startsWith?.('5105')
    search.creditCardNumber?.().endsWith?.('100')
    search.amount?.().between?.(4.99, 5.01)
    search.refund?.().is?.(false)
  })
  expect(found).toEqual([tom.id])
})

test('a search without criteria finds all transactions, the newest first', async () => {
  const all = Array.from(merchant.transactions.values()).sort((a, b) => b.sequence - a.sequence)
  expect(await idsOf(() => undefined)).toEqual(all.map(({ id }) => id))
})

test('a search that finds more than a page is read page by page, each transaction once', async () => {
  for (let n = 0; n < 120; n += 1) {
    await gateway.transaction.sale({ amount: '1.00', paymentMethodToken: 'jane_card', orderId: 'pages' })
  }
  const found = await idsOf((search) => search.orderId?.().is?.('pages'))
  expect(new Set(found).size).toBe(120)
  expect(found).toHaveLength(120)
})

test.each([
  ['Ruby and PHP', '<search></search>'],
  ['Python', '<search/>'],
  ['Ruby', '<search><created-at><min type="datetime">1970-01-01 00:00:00 +0000</min></created-at></search>'],
])('the empty search of %s finds all', async (_sdk, body) => {
  const path = '/transactions/advanced_search_ids'
  const { status, text } = await rawRequest(sandbox, merchant, { method: 'POST', path, body })
  expect(status).toBe(200)
  expect(text.match(/<item>/g)).toHaveLength(merchant.transactions.size)
  expect(text).toContain('<page-size type="integer">50</page-size>')
})

test('a page without ids is the first of all', async () => {
  const path = '/transactions/advanced_search'
  const { text } = await rawRequest(sandbox, merchant, { method: 'POST', path, body: '<search/>' })
  expect(text.match(/<transaction>/g)).toHaveLength(50)
  expect(text).toContain(`<total-items type="integer">${merchant.transactions.size}</total-items>`)
})

test('an unknown criterion is refused', async () => {
  const body = '<search><colour><is>red</is></colour></search>'
  const path = '/transactions/advanced_search_ids'
  expect((await rawRequest(sandbox, merchant, { method: 'POST', path, body })).status).toBe(403)
})

test('a few transactions are found among twenty thousand', async () => {
  const [template] = merchant.transactions.values()
  if (template === undefined) throw new Error('transaction not found')
  for (let n = 0; n < 20_000; n += 1) {
    const id = `many${n}`
    const orderId = n % 400 === 0 ? 'few' : 'many'
    merchant.transactions.set(id, { ...template, id, sequence: 1_000_000 + n, orderId, createdAt: n })
  }
  const found = await idsOf((search) => {
    search.orderId?.().is?.('few')
    search.createdAt?.().max?.(new Date('2026-01-01T00:00:00Z'))
  })
  expect(found).toHaveLength(50)
  expect(found[0]).toBe('many19600')
})
