import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenShop } from '../../testing/given-shop.ts'
import { givenSubscriber } from '../../testing/given-subscriber.ts'
import { rawRequest } from '../../testing/raw-request.ts'
import { wholeSdkFor } from '../../testing/whole-sdk.ts'

const merchant = givenShop()
merchant.settings = { ...merchant.settings, duplicateCheckingSeconds: null }
merchant.customFields = [...merchant.customFields, { name: 'note_to_self', kind: 'pass_back' }]
merchant.merchantAccounts = [...merchant.merchantAccounts, { id: 'euros', currency: 'EUR', isDefault: false }]
givenSubscriber(merchant)
givenSubscriber(merchant, 'joe', '5555555555554444')
const lines: string[] = []
const sandbox = await startSandbox({ port: 0, merchants: [merchant], log: (line) => lines.push(line) })
afterAll(() => sandbox.close())
const gateway = wholeSdkFor(sandbox, merchant)

const card = { number: '4111111111111111', expirationDate: '05/2031', cvv: '123' }

test('a sale by token authorizes, and has the card, the customer and its history', async () => {
  const { success, transaction } = await gateway.transaction.sale({
    amount: '10.00',
    paymentMethodToken: 'jane_card',
    orderId: 'order-1',
  })
  expect(success).toBe(true)
  expect(transaction).toMatchObject({
    type: 'sale',
    status: 'authorized',
    amount: '10.00',
    currencyIsoCode: 'USD',
    merchantAccountId: 'merchant_usd',
    orderId: 'order-1',
    processorResponseCode: '1000',
    processorResponseText: 'Approved',
    processorResponseType: 'approved',
    gatewayRejectionReason: null,
    recurring: false,
    subscriptionId: null,
    planId: null,
    refundIds: [],
    addOns: [],
    discounts: [],
    customer: { id: 'jane', firstName: 'jane' },
    creditCard: {
      token: 'jane_card',
      bin: '411111',
      last4: '1111',
      cardType: 'Visa',
      maskedNumber: '411111******1111',
      expirationDate: '12/2031',
    },
    statusHistory: [{ status: 'authorized', amount: '10.00', user: 'merchant_public' }],
    createdAt: '2026-01-31T12:00:00Z',
  })
  expect(await gateway.transaction.find(transaction.id)).toMatchObject({
    id: transaction.id,
    amount: '10.00',
  })
})

test('a sale submits for settlement at once when it is asked to', async () => {
  const { transaction } = await gateway.transaction.sale({
    amount: '10',
    paymentMethodNonce: 'fake-valid-nonce',
    options: { submitForSettlement: true },
  })
  expect(transaction.status).toBe('submitted_for_settlement')
  expect(transaction.statusHistory?.map(({ status }) => status)).toEqual([
    'authorized',
    'submitted_for_settlement',
  ])
})

test('a sale to a customer charges its default card', async () => {
  const { transaction } = await gateway.transaction.sale({ amount: '10.00', customerId: 'joe' })
  expect(transaction.creditCard).toMatchObject({ token: 'joe_card', cardType: 'MasterCard' })
})

test('a sale by card number has the customer, the addresses and the merchant’s fields that were sent', async () => {
  const { transaction } = await gateway.transaction.sale({
    amount: '10.00',
    creditCard: { ...card, cardholderName: 'Mary Major' },
    customer: { firstName: 'Mary', email: 'mary@example.com' },
    billing: { streetAddress: '1 E Main St', postalCode: '60622', countryCodeAlpha2: 'US' },
    shipping: { firstName: 'Mary', locality: 'Chicago' },
    descriptor: { name: 'company*my product', phone: '3125551212', url: 'ebay.com' },
    customFields: { referral_coupon: 'MARY10', note_to_self: 'call back' },
    merchantAccountId: 'euros',
    taxAmount: '1.50',
    purchaseOrderNumber: 'PO-7',
    deviceData: '{"device_session_id":"x"}',
  })
  expect(transaction).toMatchObject({
    currencyIsoCode: 'EUR',
    customer: { id: null, firstName: 'Mary', email: 'mary@example.com' },
    creditCard: { token: null, cardholderName: 'Mary Major' },
    billing: { streetAddress: '1 E Main St', countryName: 'United States of America' },
    shipping: { locality: 'Chicago' },
    descriptor: { name: 'company*my product', phone: '3125551212', url: 'ebay.com' },
    customFields: { referralCoupon: 'MARY10', noteToSelf: 'call back' },
    taxAmount: '1.50',
    purchaseOrderNumber: 'PO-7',
  })
  const found = await gateway.transaction.find(transaction.id)
  expect(found.customFields).toEqual({ referralCoupon: 'MARY10' })
})

test('a card is kept in the vault with its customer when the sale wants it', async () => {
  const { transaction } = await gateway.transaction.sale({
    amount: '10.00',
    paymentMethodNonce: 'fake-valid-mastercard-nonce',
    customer: { id: 'kept', firstName: 'Kim' },
    options: { storeInVaultOnSuccess: true },
  })
  const customer = await gateway.customer.find('kept')
  expect(transaction.customer).toMatchObject({ id: 'kept', firstName: 'Kim' })
  expect(customer.creditCards?.[0]?.token).toBe(transaction.creditCard?.token)
})

test('a card that was declined is kept only if the sale does not ask for success', async () => {
  const declined = { amount: '2001.00', creditCard: card }
  await gateway.transaction.sale({
    ...declined,
    customer: { id: 'not-kept' },
    options: { storeInVaultOnSuccess: true },
  })
  await gateway.transaction.sale({
    ...declined,
    customer: { id: 'kept-anyway' },
    options: { storeInVault: true },
  })
  await expect(gateway.customer.find('not-kept')).rejects.toMatchObject({ type: 'notFoundError' })
  expect((await gateway.customer.find('kept-anyway')).creditCards).toHaveLength(1)
})

test.each([
  ['2001.00', 'processor_declined', 'Insufficient Funds', '2001', 'soft_declined'],
  ['2004.00', 'processor_declined', 'Expired Card', '2004', 'hard_declined'],
  ['3000.00', 'failed', 'Processor Network Unavailable - Try Again', '3000', 'soft_declined'],
])('a sale of %s is %s, and the error has the transaction', async (amount, status, message, code, type) => {
  const result = await gateway.transaction.sale({ amount, paymentMethodToken: 'jane_card' })
  expect(result).toMatchObject({ success: false, message })
  expect(result.errors.deepErrors()).toEqual([])
  expect(result.transaction).toMatchObject({
    status,
    processorResponseCode: code,
    processorResponseText: message,
    processorResponseType: type,
  })
  expect((await gateway.transaction.find(result.transaction.id)).status).toBe(status)
})

test.each([
  [{ amount: '5001.00', paymentMethodToken: 'jane_card' }, 'application_incomplete'],
  [{ amount: '10.00', paymentMethodNonce: 'fake-gateway-rejected-fraud-nonce' }, 'fraud'],
  [{ amount: '10.00', paymentMethodNonce: 'fake-gateway-rejected-risk-thresholds-nonce' }, 'risk_threshold'],
])('the gateway itself rejects %o for the reason %s', async (request, reason) => {
  const result = await gateway.transaction.sale(request)
  expect(result).toMatchObject({
    success: false,
    message: `Gateway Rejected: ${reason}`,
    transaction: { status: 'gateway_rejected', gatewayRejectionReason: reason },
  })
})

test.each([
  [{}, 'amount', '81502'],
  [{ amount: 'ten' }, 'amount', '81503'],
  [{ amount: '-1.00' }, 'amount', '81501'],
  [{ amount: '0.00' }, 'amount', '81531'],
  [{ amount: '10000000.00' }, 'amount', '81528'],
  [{ paymentMethodToken: 'nobody' }, 'paymentMethodToken', '91518'],
  [{ paymentMethodToken: undefined, paymentMethodNonce: 'nothing' }, 'paymentMethodNonce', '91565'],
  [
    { paymentMethodToken: undefined, paymentMethodNonce: 'fake-consumed-nonce' },
    'paymentMethodNonce',
    '91564',
  ],
  [{ paymentMethodNonce: 'fake-valid-nonce' }, 'base', '91515'],
  [{ paymentMethodToken: undefined }, 'base', '91508'],
  [{ customerId: 'nobody' }, 'customerId', '91510'],
  [{ customerId: 'joe' }, 'base', '91516'],
  [{ merchantAccountId: 'nowhere' }, 'merchantAccountId', '91513'],
  [{ orderId: 'x'.repeat(256) }, 'orderId', '91501'],
  [{ customFields: { unknown_field: 'x' } }, 'customFields', '91526'],
  [{ customFields: { referral_coupon: 'x'.repeat(256) } }, 'customFields', '81527'],
  [{ taxAmount: 'much' }, 'taxAmount', '81535'],
  [{ transactionSource: 'thin_air' }, 'transactionSource', '915133'],
])('a sale with %o has the error of %s: %s', async (wrong, field, code) => {
  const right = 'amount' in wrong || Object.keys(wrong).length === 0 ? {} : { amount: '10.00' }
  const result = await gateway.transaction.sale({
    paymentMethodToken: 'jane_card',
    ...right,
    ...wrong,
  } as { amount: string })
  expect(result.success).toBe(false)
  expect(result.errors.for('transaction').on(field)).toMatchObject([{ code }])
})

test('errors of the card and of the customer stand below the transaction', async () => {
  const result = await gateway.transaction.sale({
    amount: '10.00',
    creditCard: { number: '4111111111111112', expirationDate: '13/2031' },
    customer: { email: 'nowhere' },
  })
  const errors = result.errors.for('transaction')
  expect(errors.for('creditCard').on('number')).toMatchObject([{ code: '81715' }])
  expect(errors.for('creditCard').on('expirationDate')).toMatchObject([{ code: '81710' }])
  expect(errors.for('customer').on('email')).toMatchObject([{ code: '81604' }])
})

test('a parameter that is not simulated is refused, and the log says which', async () => {
  await expect(
    gateway.transaction.sale({
      amount: '10.00',
      paymentMethodToken: 'jane_card',
      externalVault: { status: 'vaulted' },
    }),
  ).rejects.toMatchObject({ type: 'authorizationError' })
  expect(lines).toContainEqual(
    expect.stringContaining('does not support the parameter transaction.external_vault'),
  )
})

test('a credit is not authorized by the processor', async () => {
  const { transaction } = await gateway.transaction.credit({ amount: '5.00', creditCard: card })
  expect(transaction).toMatchObject({ type: 'credit', status: 'submitted_for_settlement', amount: '5.00' })
})

test('a type is required, and has to be one', async () => {
  const errorsOf = async (type: string | undefined) => {
    const body = JSON.stringify({ transaction: { amount: '1.00', type } })
    const answer = await rawRequest(sandbox, merchant, {
      method: 'POST',
      path: '/transactions',
      type: 'application/json',
      body,
    })
    return /<code>(\d+)<\/code>/.exec(answer.text)?.[1]
  }
  expect(await errorsOf(undefined)).toBe('91524')
  expect(await errorsOf('gift')).toBe('91523')
})

test('all errors are returned at once, also that of the type', async () => {
  const body = JSON.stringify({
    transaction: {
      type: 'gift',
      customer_id: 'nobody',
      payment_method_token: 'no_card',
      channel: 'x'.repeat(256),
      billing: { country_name: 'Nowhere' },
    },
  })
  const answer = await rawRequest(sandbox, merchant, {
    method: 'POST',
    path: '/transactions',
    type: 'application/json',
    body,
  })
  const codes = Array.from(answer.text.matchAll(/<code>(\d+)<\/code>/g), ([, code]) => code)
  expect(codes.sort()).toEqual(['81502', '91510', '91516', '91518', '91523', '91550', '91803'])
})

test.each([
  [{ billing: { phoneNumber: '1=2' } }, ['billing'], 'phoneNumber', '915206'],
  [{ shipping: { phoneNumber: '1=2' } }, ['shipping'], 'phoneNumber', '915204'],
  [{ shipping: { shippingMethod: 'urgent' } }, ['shipping'], 'shippingMethod', '915203'],
  [{ productSku: 'product$ku!' }, [], 'productSku', '915202'],
  [{ exchangeRateQuoteId: 'x'.repeat(4010) }, [], 'exchangeRateQuoteId', '915229'],
  [{ purchaseOrderNumber: 'Größe' }, [], 'purchaseOrderNumber', '91548'],
])('a field that is checked and not shown is refused with %j', async (given, below, field, code) => {
  const result = await gateway.transaction.sale({ amount: '1.00', paymentMethodToken: 'jane_card', ...given })
  const errors = below.reduce((at, key) => at.for(key), result.errors.for('transaction'))
  expect(errors.on(field)).toMatchObject([{ code }])
})

test('what is checked and not shown is taken', async () => {
  const { success } = await gateway.transaction.sale({
    amount: '1.00',
    paymentMethodToken: 'jane_card',
    billing: { phoneNumber: '+1 (312) 555-1234' },
    shipping: { shippingMethod: 'ground' },
    productSku: 'SKU1',
    exchangeRateQuoteId: 'quote',
    purchaseOrderNumber: 'PO 12/3',
    transactionSource: 'merchant',
  })
  expect(success).toBe(true)
})

test('an unknown transaction is not found', async () => {
  await expect(gateway.transaction.find('nothing')).rejects.toMatchObject({ type: 'notFoundError' })
})
