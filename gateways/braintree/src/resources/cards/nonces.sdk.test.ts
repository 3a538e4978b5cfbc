import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenMerchant } from '../../testing/given-merchant.ts'
import { vaultSdkFor } from '../../testing/vault-sdk.ts'

const lines: string[] = []
const merchant = givenMerchant()
const sandbox = await startSandbox({ port: 0, merchants: [merchant], log: (line) => lines.push(line) })
afterAll(() => sandbox.close())
const gateway = vaultSdkFor(sandbox, merchant)
const customerId = (await gateway.customer.create({})).customer.id

test('a test nonce makes a card, any number of times', async () => {
  const request = { customerId, paymentMethodNonce: 'fake-valid-nonce' }
  const first = await gateway.paymentMethod.create(request)
  const second = await gateway.paymentMethod.create({ ...request, cardholderName: 'Jane' })
  expect(first.paymentMethod).toMatchObject({ maskedNumber: '411111******1111', cardType: 'Visa' })
  expect(second.paymentMethod).toMatchObject({ cardholderName: 'Jane', customerId })
  expect(first.paymentMethod.token).not.toBe(second.paymentMethod.token)
})

test.each([
  ['fake-valid-visa-nonce', '401288******1881'],
  ['fake-valid-mastercard-nonce', '555555******4444'],
  ['fake-valid-amex-nonce', '378282******0005'],
  ['fake-valid-discover-nonce', '601111******1117'],
])('the nonce %s is the card %s', async (paymentMethodNonce, maskedNumber) => {
  const result = await gateway.paymentMethod.create({ customerId, paymentMethodNonce })
  expect(result.paymentMethod.maskedNumber).toBe(maskedNumber)
})

test.each([
  ['fake-valid-debit-nonce', 'debit'],
  ['fake-valid-prepaid-nonce', 'prepaid'],
  ['fake-valid-commercial-nonce', 'commercial'],
])('%s says so of its card: %s', async (paymentMethodNonce, indicator) => {
  const result = await gateway.paymentMethod.create({ customerId, paymentMethodNonce })
  expect(result.paymentMethod).toMatchObject({ [indicator]: 'Yes' })
})

test.each([
  ['nobody-knows', '93108', 'Unknown or expired payment_method_nonce.'],
  ['fake-consumed-nonce', '93107', 'Cannot use a payment_method_nonce more than once.'],
])('%s is refused with %s', async (paymentMethodNonce, code, message) => {
  const result = await gateway.paymentMethod.create({ customerId, paymentMethodNonce })
  expect(result.errors.for('paymentMethod').on('paymentMethodNonce')).toMatchObject([{ code, message }])
})

test('a nonce of a wrong number is refused for the number', async () => {
  const request = { customerId, paymentMethodNonce: 'fake-luhn-invalid-nonce' }
  const result = await gateway.paymentMethod.create(request)
  expect(result.errors.for('creditCard').on('number')).toMatchObject([{ code: '81715' }])
})

test('a number that is no card is unknown, and the log says why', async () => {
  const paymentMethodNonce = 'fake-paypal-billing-agreement-nonce'
  const result = await gateway.paymentMethod.create({ customerId, paymentMethodNonce })
  expect(result.errors.deepErrors()).toMatchObject([{ code: '93108' }])
  expect(lines).toContain(
    'fake-paypal-billing-agreement-nonce is for a payment method that is not simulated; only cards are',
  )
})

test('a payment method needs a nonce, and a customer that there is', async () => {
  const without = await gateway.paymentMethod.create({ customerId })
  expect(without.errors.for('paymentMethod').on('paymentMethodNonce')).toMatchObject([{ code: '93103' }])
  const withoutCustomer = await gateway.paymentMethod.create({ paymentMethodNonce: 'fake-valid-nonce' })
  expect(withoutCustomer.errors.for('paymentMethod').on('customerId')).toMatchObject([{ code: '93104' }])
  const wrong = await gateway.paymentMethod.create({
    customerId: 'nobody',
    paymentMethodNonce: 'fake-valid-nonce',
  })
  expect(wrong.errors.for('paymentMethod').on('customerId')).toMatchObject([{ code: '93105' }])
})

test('a customer comes with the card of a nonce', async () => {
  const { customer } = await gateway.customer.create({ paymentMethodNonce: 'fake-valid-visa-nonce' })
  expect(customer.creditCards).toMatchObject([{ last4: '1881', default: true }])
  const declined = await gateway.customer.create({
    paymentMethodNonce: 'fake-processor-declined-visa-nonce',
    creditCard: { options: { verifyCard: true } },
  })
  expect(declined).toMatchObject({ success: false, verification: { status: 'processor_declined' } })
})

test('a nonce of a card in the vault is found, turned into the card, and then consumed', async () => {
  const { paymentMethod } = await gateway.paymentMethod.create({
    customerId,
    paymentMethodNonce: 'fake-valid-nonce',
  })
  const { paymentMethodNonce } = await gateway.paymentMethodNonce.create(paymentMethod.token)
  expect(paymentMethodNonce).toMatchObject({
    type: 'CreditCard',
    description: 'ending in 11',
    consumed: false,
    threeDSecureInfo: null,
    details: { bin: '411111', cardType: 'Visa', lastTwo: '11', lastFour: '1111' },
    binData: { prepaid: 'Unknown' },
  })
  const { nonce } = paymentMethodNonce
  expect(await gateway.paymentMethodNonce.find(nonce)).toMatchObject({ nonce, consumed: false })
  expect(await gateway.creditCard.fromNonce(nonce)).toMatchObject({ token: paymentMethod.token })
  expect(await gateway.paymentMethodNonce.find(nonce)).toMatchObject({ nonce, consumed: true })
  await expect(gateway.creditCard.fromNonce(nonce)).rejects.toMatchObject({ type: 'notFoundError' })
  const again = await gateway.paymentMethod.create({ customerId, paymentMethodNonce: nonce })
  expect(again.errors.deepErrors()).toMatchObject([{ code: '93107' }])
})

test('a vaulted nonce makes no second card, and is of no use to another customer', async () => {
  const customer = (await gateway.customer.create({ paymentMethodNonce: 'fake-valid-nonce' })).customer
  const token = `${customer.creditCards[0]?.token}`
  const nonceOf = async () => (await gateway.paymentMethodNonce.create(token)).paymentMethodNonce.nonce
  const stolen = await gateway.paymentMethod.create({ customerId, paymentMethodNonce: await nonceOf() })
  expect(stolen.errors.deepErrors()).toMatchObject([{ code: '91617' }])
  const own = await gateway.paymentMethod.create({
    customerId: customer.id,
    paymentMethodNonce: await nonceOf(),
  })
  expect(own.paymentMethod.token).toBe(token)
  expect((await gateway.customer.find(customer.id)).creditCards).toHaveLength(1)
})

test('a card in the vault keeps its address when it is used by a nonce', async () => {
  const { customer } = await gateway.customer.create({
    creditCard: {
      number: '4111111111111111',
      expirationDate: '05/2030',
      billingAddress: { streetAddress: '1 Main St' },
    },
  })
  const token = `${customer.creditCards[0]?.token}`
  for (const billing of [{}, { billingAddress: { streetAddress: '2 Elm St' } }, { billingAddressId: 'xx' }]) {
    const { paymentMethodNonce } = await gateway.paymentMethodNonce.create(token)
    const { paymentMethod } = await gateway.paymentMethod.create({
      customerId: customer.id,
      paymentMethodNonce: paymentMethodNonce.nonce,
      ...billing,
    })
    expect(paymentMethod.billingAddress).toMatchObject({ streetAddress: '1 Main St' })
  }
  expect((await gateway.customer.find(customer.id)).addresses).toHaveLength(1)
})

test('a nonce of a card that does not exist is not found', async () => {
  await expect(gateway.paymentMethodNonce.create('nobody')).rejects.toMatchObject({ type: 'notFoundError' })
  await expect(gateway.paymentMethodNonce.find('nobody')).rejects.toMatchObject({ type: 'notFoundError' })
})

test('an unused nonce expires by the merchant’s clock', async () => {
  const clock = { at: merchant.clock.at, runsSince: null }
  const shop = { ...givenMerchant('later'), clock }
  sandbox.gateway.accounts.set(shop.id, shop)
  const later = vaultSdkFor(sandbox, shop)
  const { customer } = await later.customer.create({ paymentMethodNonce: 'fake-valid-nonce' })
  const { paymentMethodNonce } = await later.paymentMethodNonce.create(`${customer.creditCards[0]?.token}`)
  clock.at += 3 * 3_600_000 + 1
  const late = await later.paymentMethod.create({
    customerId: customer.id,
    paymentMethodNonce: paymentMethodNonce.nonce,
  })
  expect(late.errors.deepErrors()).toMatchObject([{ code: '93108' }])
})
