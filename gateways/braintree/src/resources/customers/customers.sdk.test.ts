import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenMerchant, sdkFor } from '../../testing/given-merchant.ts'
import { vaultSdkFor } from '../../testing/vault-sdk.ts'

const merchant = givenMerchant()
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
afterAll(() => sandbox.close())
const gateway = vaultSdkFor(sandbox, merchant)

const jane = {
  id: 'jane',
  firstName: 'Jane',
  lastName: 'Doe',
  company: 'Doe Co.',
  email: 'jane@example.com',
  phone: '312.555.1234',
  fax: '614.555.5678',
  website: 'www.example.com',
}

test('a customer is found as it was created, dated by the merchant’s clock', async () => {
  const { customer } = await gateway.customer.create(jane)
  expect(customer).toMatchObject({ ...jane, createdAt: '2026-01-31T12:00:00Z', merchantId: 'merchant' })
  expect(await gateway.customer.find('jane')).toEqual(customer)
})

test('a customer without anything gets an id of digits, and no more', async () => {
  const { customer, success } = await gateway.customer.create({})
  expect(success).toBe(true)
  expect(customer.id).toMatch(/^[0-9]+$/)
  expect(customer).toMatchObject({ firstName: null, creditCards: [], paymentMethods: [], addresses: [] })
})

test('an international phone is kept with customers and addresses, and shown by transactions', async () => {
  const internationalPhone = { countryCode: '1', nationalNumber: '3121234567' }
  const { customer } = await gateway.customer.create({
    internationalPhone,
    taxIdentifiers: [{ countryCode: 'US', identifier: '987654321' }],
    creditCard: { number: '4111111111111111', expirationDate: '05/2030' },
  })
  expect(customer).toMatchObject({ internationalPhone })
  const { address } = await gateway.address.create({ customerId: customer.id, internationalPhone })
  expect(address).toMatchObject({ internationalPhone })
  const request = { amount: '1.00', paymentMethodToken: `${customer.creditCards[0]?.token}` }
  const { transaction } = await sdkFor(sandbox, merchant).transaction.sale(request)
  expect(transaction.customer).toMatchObject({ internationalPhone })
  const updated = await gateway.customer.update(customer.id, { firstName: 'Jane' })
  expect(updated.customer).toMatchObject({ internationalPhone })
})

test('an update changes what it speaks of, also the id, and cards follow', async () => {
  const { customer } = await gateway.customer.create({
    firstName: 'Old',
    lastName: 'Kept',
    creditCard: { number: '4111111111111111', expirationDate: '05/2030', token: 'follows' },
  })
  const updated = await gateway.customer.update(customer.id, { id: 'renamed', firstName: 'New' })
  expect(updated.customer).toMatchObject({ id: 'renamed', firstName: 'New', lastName: 'Kept' })
  expect((await gateway.customer.find('renamed')).creditCards?.[0]).toMatchObject({
    token: 'follows',
    customerId: 'renamed',
  })
  await expect(gateway.customer.find(customer.id)).rejects.toMatchObject({ type: 'notFoundError' })
})

test.each([
  [{ id: 'jane' }, '91609', 'id', 'Customer ID has already been taken.'],
  [{ id: 'not an id!' }, '91610', 'id', 'Customer ID is invalid.'],
  [{ id: 'all' }, '91611', 'id', 'Customer ID is not an allowed ID.'],
  [{ id: 'x'.repeat(37) }, '91612', 'id', 'Customer ID is too long.'],
  [{ email: 'nobody' }, '81604', 'email', 'Email is an invalid format.'],
  [{ website: 'not a site' }, '81616', 'website', 'Website is an invalid format.'],
  [{ firstName: 'x'.repeat(256) }, '81608', 'first_name', 'First name is too long.'],
])('%j is refused with %s', async (fields, code, attribute, message) => {
  const result = await gateway.customer.create(fields)
  expect(result.success).toBe(false)
  expect(result.errors.for('customer').deepErrors()).toMatchObject([{ code, attribute, message }])
  expect(result.message).toBe(message)
})

test('an id cannot be taken away', async () => {
  const { customer } = await gateway.customer.create({})
  const result = await gateway.customer.update(customer.id, { id: '' })
  expect(result.errors.deepErrors()).toMatchObject([{ code: '91613', attribute: 'id' }])
})

test('a deleted customer is gone, with its cards', async () => {
  const { customer } = await gateway.customer.create({
    creditCard: { number: '4111111111111111', expirationDate: '05/2030', token: 'gone' },
  })
  await gateway.customer.delete(customer.id)
  await expect(gateway.customer.find(customer.id)).rejects.toMatchObject({ type: 'notFoundError' })
  await expect(gateway.creditCard.find('gone')).rejects.toMatchObject({ type: 'notFoundError' })
  await expect(gateway.customer.delete(customer.id)).rejects.toMatchObject({ type: 'notFoundError' })
})

test('the filter without associations leaves cards and addresses out', async () => {
  const { customer } = await gateway.customer.create({
    creditCard: { number: '4111111111111111', expirationDate: '05/2030' },
  })
  const found = await gateway.customer.find(customer.id, 'customer_with_no_associations')
  expect(found).toMatchObject({ id: customer.id, creditCards: [], addresses: [] })
})

test('errors of a card and its address have their paths, and no customer is created', async () => {
  const result = await gateway.customer.create({
    id: 'never',
    creditCard: {
      number: 'invalid card number',
      expirationDate: '05/2030',
      billingAddress: { countryName: 'invalid country' },
    },
  })
  expect(result.message).toBe('Credit card number is invalid.\nCountry name is not an accepted country.')
  const card = result.errors.for('customer').for('creditCard')
  expect(card.on('number')).toMatchObject([{ code: '81715' }])
  expect(card.for('billingAddress').on('countryName')).toMatchObject([{ code: '91803' }])
  expect(result).toMatchObject({ params: { customer: { creditCard: { expirationDate: '05/2030' } } } })
  await expect(gateway.customer.find('never')).rejects.toMatchObject({ type: 'notFoundError' })
})

test('a declined verification creates no customer, and is in the response', async () => {
  const result = await gateway.customer.create({
    id: 'declined',
    creditCard: { number: '6011000990139424', expirationDate: '05/2030', options: { verifyCard: true } },
  })
  expect(result).toMatchObject({
    success: false,
    message: 'Do Not Honor',
    verification: {
      status: 'processor_declined',
      processorResponseCode: '2000',
      processorResponseText: 'Do Not Honor',
    },
  })
  await expect(gateway.customer.find('declined')).rejects.toMatchObject({ type: 'notFoundError' })
})

test('an update adds a card, or changes the one that it names', async () => {
  const { customer } = await gateway.customer.create({
    creditCard: { number: '4111111111111111', expirationDate: '05/2030', token: 'first' },
  })
  await gateway.customer.update(customer.id, {
    creditCard: { number: '5555555555554444', expirationDate: '06/2031', token: 'second' },
  })
  const { customer: updated } = await gateway.customer.update(customer.id, {
    creditCard: { expirationDate: '07/2032', options: { updateExistingToken: 'first', makeDefault: true } },
  })
  expect(updated.creditCards).toMatchObject([
    { token: 'second', default: false },
    { token: 'first', default: true, expirationDate: '07/2032', maskedNumber: '411111******1111' },
  ])
  const wrong = await gateway.customer.update(customer.id, {
    creditCard: { expirationDate: '07/2032', options: { updateExistingToken: 'nobody' } },
  })
  expect(wrong.errors.deepErrors()).toMatchObject([{ code: '91723', attribute: 'update_existing_token' }])
})

test('the default payment method can be chosen through the customer', async () => {
  const card = { number: '4111111111111111', expirationDate: '05/2030' }
  const { customer } = await gateway.customer.create({ creditCard: { ...card, token: 'one' } })
  await gateway.creditCard.create({ ...card, customerId: customer.id, token: 'two' })
  const updated = await gateway.customer.update(customer.id, { defaultPaymentMethodToken: 'two' })
  expect(updated.customer.creditCards?.filter((each) => each.default).map((each) => each.token)).toEqual([
    'two',
  ])
})

test('a customer is created and changed regardless of PayPal options', async () => {
  const options = {
    paypal: { payeeEmail: 'payee@example.com', orderId: 'order', description: 'Two tickets' },
  }
  const { customer } = await gateway.customer.create({ id: 'paypal', options })
  const changed = await gateway.customer.update(customer.id, { firstName: 'Ann', options })
  expect(changed.customer).toMatchObject({ id: 'paypal', firstName: 'Ann' })
})
