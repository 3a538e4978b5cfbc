import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenMerchant } from '../../testing/given-merchant.ts'
import { allOf } from '../../testing/search-all.ts'
import { vaultSdkFor } from '../../testing/vault-sdk.ts'

const merchant = givenMerchant()
merchant.merchantAccounts = [
  { id: 'dollars', currency: 'USD', isDefault: true },
  { id: 'euros', currency: 'EUR', isDefault: false },
]
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
afterAll(() => sandbox.close())
const gateway = vaultSdkFor(sandbox, merchant)
const { customer } = await gateway.customer.create({ email: 'jane@example.com' })
const expirationDate = '05/2030'

test('a good card goes into the vault with its verification', async () => {
  const { creditCard } = await gateway.creditCard.create({
    customerId: customer.id,
    number: '4111111111111111',
    expirationDate,
    options: { verifyCard: true, verificationAmount: '1.00', verificationMerchantAccountId: 'euros' },
  })
  expect(creditCard).toMatchObject({
    verification: {
      status: 'verified',
      amount: '1.00',
      currencyIsoCode: 'EUR',
      merchantAccountId: 'euros',
      processorResponseCode: '1000',
      processorResponseType: 'approved',
      creditCard: { token: creditCard.token, last4: '1111' },
    },
  })
})

test.each([
  ['4000111111111115', 'processor_declined', '2000', 'Do Not Honor'],
  ['5105105105105100', 'processor_declined', '2000', 'Do Not Honor'],
  ['378734493671000', 'processor_declined', '2000', 'Do Not Honor'],
  ['6011000990139424', 'processor_declined', '2000', 'Do Not Honor'],
])('%s is %s with %s, and no card is kept', async (number, status, code, text) => {
  const token = `declined-${number}`
  const result = await gateway.creditCard.create({
    customerId: customer.id,
    number,
    expirationDate,
    token,
    options: { verifyCard: true },
  })
  expect(result).toMatchObject({
    success: false,
    message: text,
    verification: { status, processorResponseCode: code, processorResponseText: text },
  })
  await expect(gateway.creditCard.find(token)).rejects.toMatchObject({ type: 'notFoundError' })
})

test('the gateway itself rejects a fraudulent card', async () => {
  const result = await gateway.paymentMethod.create({
    customerId: customer.id,
    paymentMethodNonce: 'fake-gateway-rejected-fraud-nonce',
    options: { verifyCard: true },
  })
  expect(result).toMatchObject({
    success: false,
    message: 'Gateway Rejected: fraud',
    verification: { status: 'gateway_rejected', gatewayRejectionReason: 'fraud' },
  })
})

test('an update that fails its verification changes nothing', async () => {
  const card = { customerId: customer.id, number: '4111111111111111', expirationDate, token: 'unchanged' }
  await gateway.creditCard.create(card)
  const result = await gateway.creditCard.update('unchanged', {
    number: '4000111111111115',
    options: { verifyCard: true },
  })
  expect(result).toMatchObject({ success: false, verification: { status: 'processor_declined' } })
  expect(await gateway.creditCard.find('unchanged')).toMatchObject({ maskedNumber: '411111******1111' })
})

test('a card can be verified without a vault, and is found again', async () => {
  const creditCard = { number: '4111111111111111', expirationDate, cardholderName: 'Alone' }
  const { verification } = await gateway.creditCardVerification.create({
    creditCard,
    options: { amount: '5.00' },
  })
  expect(verification).toMatchObject({ status: 'verified', amount: '5.00', creditCard: { token: null } })
  expect(await gateway.creditCardVerification.find(`${verification.id}`)).toEqual(verification)
  const declined = await gateway.creditCardVerification.create({
    creditCard: { ...creditCard, number: '4000111111111115' },
  })
  expect(declined).toMatchObject({ success: false, verification: { processorResponseCode: '2000' } })
  const negative = await gateway.creditCardVerification.create({ creditCard, options: { amount: '-10.00' } })
  expect(negative.errors.for('verification').for('options').on('amount')).toMatchObject([{ code: '94201' }])
  await expect(gateway.creditCardVerification.find('nobody')).rejects.toMatchObject({ type: 'notFoundError' })
})

test('verifications are searched by card, customer and status', async () => {
  const found = await allOf<{ id: string }>(
    gateway.creditCardVerification.search((question) => {
      question.status?.().is?.('verified')
      question.customerEmail?.().is?.('jane@example.com')
      question.creditCardNumber?.().endsWith?.('1111')
    }),
  )
  expect(found).toMatchObject([{ amount: '1.00' }])
})
