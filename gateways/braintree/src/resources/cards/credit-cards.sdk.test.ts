import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenShop } from '../../testing/given-shop.ts'
import { allOf } from '../../testing/search-all.ts'
import { vaultSdkFor } from '../../testing/vault-sdk.ts'

const merchant = givenShop()
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
afterAll(() => sandbox.close())
const gateway = vaultSdkFor(sandbox, merchant)

const visa = { number: '4111111111111111', expirationDate: '05/2030' }

async function givenCustomer(): Promise<string> {
  return (await gateway.customer.create({})).customer.id
}

test('a card is found as it was created, by both addresses', async () => {
  const customerId = await givenCustomer()
  const { creditCard } = await gateway.creditCard.create({
    customerId,
    number: '5105 1051 0510 5100',
    expirationDate: '5/30',
    cardholderName: 'Jane Doe',
    cvv: '123',
    token: 'a_token',
  })
  expect(creditCard).toMatchObject({
    token: 'a_token',
    customerId,
    maskedNumber: '510510******5100',
    cardType: 'MasterCard',
    expirationDate: '05/2030',
    cardholderName: 'Jane Doe',
    default: true,
    expired: false,
    customerLocation: 'US',
    prepaid: 'Unknown',
    subscriptions: [],
    createdAt: '2026-01-31T12:00:00Z',
  })
  expect(await gateway.creditCard.find('a_token')).toEqual(creditCard)
  expect(await gateway.paymentMethod.find('a_token')).toEqual(creditCard)
})

test.each([
  ['378282246310005', 'American Express'],
  ['6011111111111117', 'Discover'],
  ['3530111333300000', 'JCB'],
  ['6304000000000000', 'Maestro'],
  ['36259600000004', 'Diners Club'],
  ['2223000048400011', 'MasterCard'],
  ['4012888888881881', 'Visa'],
])('%s is a card of %s', async (number, cardType) => {
  const customerId = await givenCustomer()
  const { creditCard } = await gateway.creditCard.create({ customerId, number, expirationDate: '05/2030' })
  expect(creditCard).toMatchObject({ cardType, last4: number.slice(-4), bin: number.slice(0, 6) })
})

test.each([
  [{ expirationDate: '05/2030' }, ['81714', '81725']],
  [{ number: 'invalid', expirationDate: '05/2030' }, ['81716']],
  [{ number: '4111111111111112', expirationDate: '05/2030' }, ['81715']],
  [{ number: '4111111111111111' }, ['81709']],
  [{ ...visa, expirationDate: '13/2030' }, ['81710']],
  [{ ...visa, expirationDate: '05/1970' }, ['81711']],
  [{ number: visa.number, expirationMonth: '13', expirationYear: '2030' }, ['81712']],
  [{ number: visa.number, expirationMonth: '12', expirationYear: '3030' }, ['81713']],
  [{ ...visa, expirationMonth: '12' }, ['91708']],
  [{ ...visa, cvv: '1234' }, ['81707']],
  [{ ...visa, cardholderName: 'x'.repeat(256) }, ['81723']],
  [{ ...visa, token: 'not a token' }, ['91718']],
  [{ ...visa, token: 'x'.repeat(37) }, ['91720']],
  [{ ...visa, token: 'new' }, ['91721']],
  [{ ...visa, options: { verificationMerchantAccountId: 'nobody’s' } }, ['91728']],
  [{ ...visa, options: { verifyCard: true, verificationAmount: 'lots' } }, ['91740']],
  [{ number: '4242424242424242', expirationDate: '05/2030', options: { verifyCard: true } }, ['81717']],
])('%j is refused with %j', async (card, codes) => {
  const customerId = await givenCustomer()
  const result = await gateway.creditCard.create({ customerId, ...card })
  expect(
    result.errors
      .for('creditCard')
      .deepErrors()
      .map((it) => it.code),
  ).toEqual(codes)
})

test.each([
  ['4111111111310101', { prepaid: 'No', payroll: 'No', healthcare: 'No', productId: 'MSB' }],
  ['4111111114101010', { payroll: 'Yes', prepaid: 'Unknown', productId: 'MSA' }],
  ['4111111510101010', { healthcare: 'Yes', productId: 'J3' }],
  ['4111111111111111', { healthcare: 'Unknown', productId: 'Unknown' }],
])('the bank says of %s: %j', async (number, given) => {
  const customerId = await givenCustomer()
  const { creditCard } = await gateway.creditCard.create({ customerId, number, expirationDate: '05/2030' })
  expect(creditCard).toMatchObject(given)
})

test('a card needs a customer that there is', async () => {
  const without = await gateway.creditCard.create(visa)
  expect(without.errors.for('creditCard').on('customerId')).toMatchObject([{ code: '91704' }])
  const wrong = await gateway.creditCard.create({ ...visa, customerId: 'nobody' })
  expect(wrong.errors.for('creditCard').on('customerId')).toMatchObject([{ code: '91705' }])
})

test('a token is taken once', async () => {
  const customerId = await givenCustomer()
  await gateway.creditCard.create({ ...visa, customerId, token: 'taken' })
  const again = await gateway.creditCard.create({ ...visa, customerId, token: 'taken' })
  expect(again.errors.deepErrors()).toMatchObject([
    { code: '91719', attribute: 'token', message: 'Credit card token is taken.' },
  ])
})

test('an update leaves what it does not speak of', async () => {
  const customerId = await givenCustomer()
  const { creditCard } = await gateway.creditCard.create({ ...visa, customerId, cardholderName: 'Jane' })
  const updated = await gateway.creditCard.update(creditCard.token, { expirationDate: '12/2035' })
  expect(updated.creditCard).toMatchObject({
    token: creditCard.token,
    cardholderName: 'Jane',
    maskedNumber: '411111******1111',
    expirationDate: '12/2035',
  })
  const wrong = await gateway.creditCard.update(creditCard.token, { number: 'invalid' })
  expect(wrong.message).toBe('Credit card number must be 12-19 digits.')
  const blank = await gateway.creditCard.update(creditCard.token, { token: '' })
  expect(blank.errors.deepErrors()).toMatchObject([{ code: '91722' }])
})

test('the first card is the default until another is made so, or it is deleted', async () => {
  const customerId = await givenCustomer()
  const defaultOf = async () =>
    (await gateway.customer.find(customerId)).creditCards.filter((it) => it.default).map((it) => it.token)
  await gateway.creditCard.create({ ...visa, customerId, token: 'one' })
  await gateway.creditCard.create({ ...visa, customerId, token: 'two' })
  expect(await defaultOf()).toEqual(['one'])
  await gateway.paymentMethod.update('two', { options: { makeDefault: true } })
  expect(await defaultOf()).toEqual(['two'])
  await gateway.paymentMethod.delete('two')
  expect(await defaultOf()).toEqual(['one'])
})

test('the same number is known again by its identifier, and refused when duplicates are to fail', async () => {
  const [one, other] = [await givenCustomer(), await givenCustomer()]
  const number = '4009348888881881'
  const first = await gateway.creditCard.create({ customerId: one, number, expirationDate: '05/2030' })
  const second = await gateway.creditCard.create({ customerId: other, number, expirationDate: '06/2031' })
  const identifier = first.creditCard.uniqueNumberIdentifier
  expect(identifier).toMatch(/^[0-9a-f]{32}$/)
  expect(second.creditCard.uniqueNumberIdentifier).toBe(identifier)
  const failing = { number, expirationDate: '07/2032', options: { failOnDuplicatePaymentMethod: true } }
  const anywhere = await gateway.creditCard.create({ ...failing, customerId: await givenCustomer() })
  expect(anywhere.errors.for('creditCard').on('number')).toMatchObject([
    { code: '81724', message: 'Duplicate card exists in the vault.' },
  ])
  const own = { ...failing, options: { failOnDuplicatePaymentMethodForCustomer: true } }
  expect((await gateway.creditCard.create({ ...own, customerId: one })).errors.deepErrors()).toMatchObject([
    { code: '81763' },
  ])
  expect((await gateway.creditCard.create({ ...own, customerId: await givenCustomer() })).success).toBe(true)
})

test('a deleted card takes what it paid for with it', async () => {
  const customerId = await givenCustomer()
  const { creditCard } = await gateway.creditCard.create({ ...visa, customerId })
  const request = { paymentMethodToken: creditCard.token, planId: 'monthly', id: 'ending' }
  await gateway.subscription.create(request)
  expect(await gateway.creditCard.find(creditCard.token)).toMatchObject({
    subscriptions: [{ id: 'ending', status: 'Active' }],
  })
  await gateway.paymentMethod.delete(creditCard.token)
  expect(await gateway.subscription.find('ending')).toMatchObject({ status: 'Canceled' })
})

test('subscriptions follow a card that gets another token', async () => {
  const customerId = await givenCustomer()
  await gateway.creditCard.create({ ...visa, customerId, token: 'before' })
  await gateway.subscription.create({ paymentMethodToken: 'before', planId: 'monthly', id: 'following' })
  await gateway.creditCard.update('before', { token: 'after' })
  expect(await gateway.subscription.find('following')).toMatchObject({ paymentMethodToken: 'after' })
  await expect(gateway.creditCard.find('before')).rejects.toMatchObject({ type: 'notFoundError' })
})

test('expired cards are found by the merchant’s clock, expiring ones by their months', async () => {
  const customerId = await givenCustomer()
  await gateway.creditCard.create({
    customerId,
    number: visa.number,
    expirationDate: '12/2025',
    token: 'old',
  })
  await gateway.creditCard.create({
    customerId,
    number: visa.number,
    expirationDate: '01/2026',
    token: 'due',
  })
  const expired = await allOf<{ token: string }>(gateway.creditCard.expired())
  expect(expired).toMatchObject([{ token: 'old', expired: true }])
  const between = gateway.creditCard.expiringBetween(new Date(2025, 11, 1), new Date(2026, 0, 31))
  expect(await allOf(between)).toMatchObject([{ token: 'due' }, { token: 'old' }])
})

test('an unknown parameter is forbidden', async () => {
  await expect(gateway.creditCard.create({ ...visa, colour: 'red' })).rejects.toMatchObject({
    type: 'authorizationError',
  })
})
