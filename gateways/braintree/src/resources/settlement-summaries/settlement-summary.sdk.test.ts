import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenShop } from '../../testing/given-shop.ts'
import { givenSubscriber } from '../../testing/given-subscriber.ts'
import { wholeSdkFor } from '../../testing/whole-sdk.ts'

const merchant = givenShop()
merchant.settings = { ...merchant.settings, duplicateCheckingSeconds: null }
givenSubscriber(merchant)
givenSubscriber(merchant, 'joe', '5555555555554444')
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
afterAll(() => sandbox.close())
const gateway = wholeSdkFor(sandbox, merchant)

async function settle(amount: string, token: string, coupon?: string, sdk = gateway): Promise<string> {
  const { transaction } = await sdk.transaction.sale({
    amount,
    paymentMethodToken: token,
    options: { submitForSettlement: true },
    ...(coupon === undefined ? {} : { customFields: { referral_coupon: coupon } }),
  })
  await sdk.testing.settle(transaction.id)
  return transaction.id
}

await settle('10.00', 'jane_card', 'A')
await settle('5.00', 'jane_card', 'B')
const masterCard = await settle('7.00', 'joe_card', 'A')
await gateway.testing.settle((await gateway.transaction.refund(masterCard, '2.00')).transaction.id)

type Summary = { readonly settlementBatchSummary: { readonly records: readonly unknown[] } }

async function summaryOf(
  settlementDate: string,
  groupByCustomField?: string,
  sdk = gateway,
): Promise<readonly unknown[]> {
  const criteria = { settlementDate, ...(groupByCustomField === undefined ? {} : { groupByCustomField }) }
  // The SDK gives the answer around what its types call the answer.
  const answer = (await sdk.settlementBatchSummary.generate(criteria)) as unknown as Summary
  return answer.settlementBatchSummary.records
}

test.each([['2026-01-31'], ['1/31/2026'], ['2026-1-31']])(
  'the transactions that settled on %s are summed up',
  async (day) => {
    const account = { merchantAccountId: 'merchant_usd' }
    expect(await summaryOf(day)).toMatchObject([
      { kind: 'sale', cardType: 'Visa', count: '2', amountSettled: '15.00', ...account },
      { kind: 'sale', cardType: 'MasterCard', count: '1', amountSettled: '7.00', ...account },
      { kind: 'credit', cardType: 'MasterCard', count: '1', amountSettled: '2.00', ...account },
    ])
  },
)

test('the summary of a day without settlement is empty', async () => {
  expect(await summaryOf('2026-01-30')).toEqual([])
})

test('records are grouped by a custom field', async () => {
  expect(await summaryOf('2026-01-31', 'referral_coupon')).toMatchObject([
    { cardType: 'Visa', amountSettled: '10.00', referral_coupon: 'A' },
    { cardType: 'Visa', amountSettled: '5.00', referral_coupon: 'B' },
    { kind: 'sale', cardType: 'MasterCard', referral_coupon: 'A' },
    { kind: 'credit', cardType: 'MasterCard', referral_coupon: 'A' },
  ])
})

test('transactions without the custom field come last', async () => {
  const shop = { ...givenShop('other'), settings: merchant.settings }
  givenSubscriber(shop)
  sandbox.gateway.accounts.set(shop.id, shop)
  await settle('1.00', 'jane_card', undefined, wholeSdkFor(sandbox, shop))
  await settle('2.00', 'jane_card', 'A', wholeSdkFor(sandbox, shop))
  const records = await summaryOf('2026-01-31', 'referral_coupon', wholeSdkFor(sandbox, shop))
  expect(records).toMatchObject([{ referral_coupon: 'A' }, { referral_coupon: null }])
})

test.each([
  [{}, 'settlementDate', '82301'],
  [{ settlementDate: 'NOT A DATE' }, 'settlementDate', '82302'],
  [{ settlementDate: '2026-01-31', groupByCustomField: 'x' }, 'groupByCustomField', '82303'],
])('a summary of %o has the error of %s: %s', async (criteria, field, code) => {
  const result = (await gateway.settlementBatchSummary.generate(
    criteria as { settlementDate: string },
  )) as unknown as Awaited<ReturnType<typeof gateway.transaction.void>>
  expect(result.errors.for('settlementBatchSummary').on(field)).toMatchObject([{ code }])
})
