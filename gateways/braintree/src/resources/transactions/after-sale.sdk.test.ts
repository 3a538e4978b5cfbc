import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenShop } from '../../testing/given-shop.ts'
import { givenSubscriber } from '../../testing/given-subscriber.ts'
import { wholeSdkFor } from '../../testing/whole-sdk.ts'

const merchant = givenShop()
merchant.settings = { ...merchant.settings, duplicateCheckingSeconds: null }
givenSubscriber(merchant)
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
afterAll(() => sandbox.close())
const gateway = wholeSdkFor(sandbox, merchant)

async function sold(amount = '10.00', submitForSettlement = true): Promise<string> {
  const { transaction } = await gateway.transaction.sale({
    amount,
    paymentMethodToken: 'jane_card',
    orderId: 'order',
    options: { submitForSettlement },
  })
  return transaction.id
}

async function settled(amount?: string): Promise<string> {
  const id = await sold(amount)
  await gateway.testing.settle(id)
  return id
}

test.each([[true], [false]])(
  'a sale that has not begun to settle can be voided, once (submitted: %s)',
  async (isSubmitted) => {
    const id = await sold('10.00', isSubmitted)
    const { success, transaction } = await gateway.transaction.void(id)
    expect(success).toBe(true)
    expect(transaction.status).toBe('voided')
    const again = await gateway.transaction.void(id)
    expect(again.errors.for('transaction').on('base')).toMatchObject([{ code: '91504' }])
  },
)

test('a void may come without a body', async () => {
  const id = await sold()
  const { transaction } = await gateway.transaction.void(id, {})
  expect(transaction.status).toBe('voided')
})

test('a settlement may be for less than what was authorized, but not for more', async () => {
  const id = await sold('10.00', false)
  const tooMuch = await gateway.transaction.submitForSettlement(id, '10.01')
  expect(tooMuch.errors.for('transaction').on('amount')).toMatchObject([{ code: '91522' }])
  const { transaction } = await gateway.transaction.submitForSettlement(id, '8.00', { orderId: 'new' })
  expect(transaction).toMatchObject({ status: 'submitted_for_settlement', amount: '8.00', orderId: 'new' })
  expect(transaction.statusHistory).toMatchObject([
    { status: 'authorized', amount: '10.00' },
    { status: 'submitted_for_settlement', amount: '8.00' },
  ])
  const again = await gateway.transaction.submitForSettlement(id)
  expect(again.errors.for('transaction').on('base')).toMatchObject([{ code: '91507' }])
})

test('an authorization may settle in parts, each a transaction of its own', async () => {
  const id = await sold('10.00', false)
  const first = await gateway.transaction.submitForPartialSettlement(id, '6.00')
  const second = await gateway.transaction.submitForPartialSettlement(id, '4.00')
  const third = await gateway.transaction.submitForPartialSettlement(id, '0.01')
  expect(first.transaction).toMatchObject({
    status: 'submitted_for_settlement',
    amount: '6.00',
    authorizedTransactionId: id,
  })
  expect(third.errors.for('transaction').on('amount')).toMatchObject([{ code: '91522' }])
  expect(await gateway.transaction.find(id)).toMatchObject({
    partialSettlementTransactionIds: [first.transaction.id, second.transaction.id],
  })
})

test('a submitted sale is not settled in parts, and neither is a part', async () => {
  const submitted = await gateway.transaction.submitForPartialSettlement(await sold(), '6.00')
  expect(submitted.errors.for('transaction').on('base')).toMatchObject([{ code: '91507' }])
  const part = await gateway.transaction.submitForPartialSettlement(await sold('10.00', false), '6.00')
  const less = await gateway.transaction.submitForPartialSettlement(part.transaction.id, '1.00')
  expect(less.errors.for('transaction').on('base')).toMatchObject([{ code: '915103' }])
})

test('the details of what was submitted can be changed', async () => {
  const id = await sold()
  const { transaction } = await gateway.transaction.updateDetails(id, {
    amount: '9.00',
    orderId: 'changed',
    descriptor: { name: 'company*other prodct' },
  })
  expect(transaction).toMatchObject({
    amount: '9.00',
    orderId: 'changed',
    descriptor: { name: 'company*other prodct' },
  })
  await gateway.testing.settle(id)
  const late = await gateway.transaction.updateDetails(id, { amount: '8.00' })
  expect(late.errors.for('transaction').on('base')).toMatchObject([{ code: '915129' }])
})

test('a sale that settled is refunded whole, and says by what', async () => {
  const id = await settled()
  const { success, transaction } = await gateway.transaction.refund(id)
  expect(success).toBe(true)
  expect(transaction).toMatchObject({
    type: 'credit',
    status: 'submitted_for_settlement',
    amount: '10.00',
    refundedTransactionId: id,
    customer: { id: 'jane' },
  })
  expect(await gateway.transaction.find(id)).toMatchObject({
    refundIds: [transaction.id],
    refundId: transaction.id,
  })
})

test('a sale is refunded in parts until nothing is left of it', async () => {
  const id = await settled('10.00')
  await gateway.transaction.refund(id, '3.00')
  const tooMuch = await gateway.transaction.refund(id, '7.01')
  const rest = await gateway.transaction.refund(id, { orderId: 'the-rest' })
  const again = await gateway.transaction.refund(id)
  expect(tooMuch.errors.for('transaction').on('amount')).toMatchObject([{ code: '91521' }])
  expect(rest.transaction).toMatchObject({ amount: '7.00', orderId: 'the-rest' })
  expect(again.errors.for('transaction').on('base')).toMatchObject([{ code: '91512' }])
  expect((await gateway.transaction.find(id)).refundIds).toHaveLength(2)
})

test('a refund that is voided gives nothing back, so that another can', async () => {
  const id = await settled('10.00')
  const { transaction } = await gateway.transaction.refund(id)
  await gateway.transaction.void(transaction.id)
  expect((await gateway.transaction.refund(id)).success).toBe(true)
})

test('a sale that has not settled can only be voided, and a credit is not refunded', async () => {
  const early = await gateway.transaction.refund(await sold())
  expect(early.errors.for('transaction').on('base')).toMatchObject([{ code: '91506' }])
  const { transaction } = await gateway.transaction.refund(await settled())
  await gateway.testing.settle(transaction.id)
  const credit = await gateway.transaction.refund(transaction.id)
  expect(credit.errors.for('transaction').on('base')).toMatchObject([{ code: '91505' }])
})

test('an issuer declines a refund hard, and the sale is as it was', async () => {
  const id = await settled('9000.00')
  const result = await gateway.transaction.refund(id, '2004.00')
  expect(result).toMatchObject({
    success: false,
    message: 'Expired Card',
    transaction: {
      type: 'credit',
      status: 'processor_declined',
      processorResponseCode: '2004',
      processorResponseType: 'hard_declined',
      additionalProcessorResponse: '2004 : Expired Card',
    },
  })
  expect((await gateway.transaction.find(id)).refundIds).toEqual([])
})

test('an issuer that declines a refund softly gives it all the same', async () => {
  const { success, transaction } = await gateway.transaction.refund(await settled('9000.00'), '2046.00')
  expect(success).toBe(true)
  expect(transaction).toMatchObject({
    status: 'submitted_for_settlement',
    processorResponseCode: '1005',
    processorResponseText: 'Auth Declined but Settlement Captured',
    additionalProcessorResponse: '2046 : Declined',
  })
})

test('a refund may go by another merchant account of the same currency', async () => {
  const accounts = merchant.merchantAccounts
  merchant.merchantAccounts = [
    ...accounts,
    { id: 'second', currency: 'USD', isDefault: false },
    { id: 'euros', currency: 'EUR', isDefault: false },
  ]
  const id = await settled()
  for (const merchantAccountId of ['euros', 'none']) {
    const refused = await gateway.transaction.refund(id, { merchantAccountId })
    expect(refused.errors.for('transaction').on('merchantAccountId')).toMatchObject([{ code: '91513' }])
  }
  const { transaction } = await gateway.transaction.refund(id, { merchantAccountId: 'second' })
  expect(transaction).toMatchObject({ type: 'credit', merchantAccountId: 'second', currencyIsoCode: 'USD' })
  merchant.merchantAccounts = accounts
})

test('a sale is submitted with where it is shipped to', async () => {
  const shipping = { locality: 'Paris', countryCodeAlpha2: 'FR' }
  const { transaction } = await gateway.transaction.submitForSettlement(
    await sold('11.00', false),
    undefined,
    { shipping },
  )
  expect(transaction).toMatchObject({ status: 'submitted_for_settlement', shipping: { locality: 'Paris' } })
  const wrong = { shipping: { countryCodeAlpha2: 'XX' } }
  const refused = await gateway.transaction.submitForSettlement(await sold('12.00', false), undefined, wrong)
  expect(refused.success).toBe(false)
})

test('a card that is not in the vault can be charged again by a clone', async () => {
  const creditCard = { number: '4111111111111111', expirationDate: '05/2031' }
  const { transaction } = await gateway.transaction.sale({ amount: '10.00', creditCard })
  const options = { submitForSettlement: true }
  const clone = await gateway.transaction.cloneTransaction(transaction.id, { amount: '12.00', options })
  expect(clone.transaction).toMatchObject({ amount: '12.00', status: 'submitted_for_settlement' })
  const unsaid = await gateway.transaction.cloneTransaction(transaction.id, { amount: '12.00' })
  expect(unsaid.errors.for('transaction').on('base')).toMatchObject([{ code: '91544' }])
  const vaulted = await gateway.transaction.cloneTransaction(await sold(), { amount: '12.00', options })
  expect(vaulted.errors.for('transaction').on('base')).toMatchObject([{ code: '91540' }])
})
