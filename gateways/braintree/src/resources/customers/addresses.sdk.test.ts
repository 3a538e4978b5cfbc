import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenMerchant } from '../../testing/given-merchant.ts'
import { vaultSdkFor } from '../../testing/vault-sdk.ts'

const merchant = givenMerchant()
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
afterAll(() => sandbox.close())
const gateway = vaultSdkFor(sandbox, merchant)
const { customer } = await gateway.customer.create({})
const customerId = customer.id

test('an address is found, changed and deleted; its country can be given in four ways', async () => {
  const { address } = await gateway.address.create({
    customerId,
    streetAddress: '1811 E Main St',
    countryName: 'United States of America',
  })
  expect(address).toMatchObject({
    customerId,
    streetAddress: '1811 E Main St',
    countryCodeAlpha2: 'US',
    countryCodeAlpha3: 'USA',
    countryCodeNumeric: '840',
  })
  const updated = await gateway.address.update(customerId, address.id, {
    countryCodeAlpha2: 'DE',
    company: '',
  })
  expect(updated.address).toMatchObject({
    streetAddress: '1811 E Main St',
    company: '',
    countryName: 'Germany',
    countryCodeNumeric: '276',
  })
  expect(await gateway.address.find(customerId, address.id)).toMatchObject({ countryCodeAlpha3: 'DEU' })
  expect((await gateway.customer.find(customerId)).addresses).toMatchObject([{ id: address.id }])
  await gateway.address.delete(customerId, address.id)
  await expect(gateway.address.find(customerId, address.id)).rejects.toMatchObject({ type: 'notFoundError' })
})

test('a country may be named by its two letters', async () => {
  const { address } = await gateway.address.create({ customerId, countryName: 'US' })
  expect(address).toMatchObject({ countryName: 'United States of America', countryCodeAlpha2: 'US' })
})

test.each([
  [{}, '81801', 'base'],
  [{ company: 'x'.repeat(256) }, '81802', 'company'],
  [{ countryName: 'Nowhere' }, '91803', 'country_name'],
  [{ countryCodeAlpha2: 'XX' }, '91814', 'country_code_alpha2'],
  [{ countryCodeAlpha3: 'XXX' }, '91816', 'country_code_alpha3'],
  [{ countryCodeNumeric: '000' }, '91817', 'country_code_numeric'],
  [{ countryCodeAlpha2: 'DE', countryCodeAlpha3: 'USA' }, '91815', 'base'],
  [{ postalCode: '#1' }, '81813', 'postal_code'],
  [{ postalCode: '1234567890' }, '81809', 'postal_code'],
])('%j is refused with %s', async (fields, code, attribute) => {
  const result = await gateway.address.create({ customerId, ...fields })
  expect(result.errors.for('address').deepErrors()).toMatchObject([{ code, attribute }])
})

test('there is no address without its customer', async () => {
  await expect(gateway.address.create({ customerId: 'nobody', company: 'X' })).rejects.toMatchObject({
    type: 'notFoundError',
  })
})

test('a card is billed at a new address, at one of the customer’s, or changes the one it has', async () => {
  const card = { customerId, number: '4111111111111111', expirationDate: '05/2030' }
  const { creditCard } = await gateway.creditCard.create({ ...card, billingAddress: { locality: 'Chicago' } })
  const addressId = creditCard.billingAddress?.id
  expect(creditCard.billingAddress).toMatchObject({ locality: 'Chicago', customerId })
  const second = await gateway.creditCard.create({ ...card, billingAddressId: addressId })
  expect(second.creditCard.billingAddress?.id).toBe(addressId)
  const changed = await gateway.creditCard.update(creditCard.token, {
    billingAddress: { region: 'IL', options: { updateExisting: true } },
  })
  expect(changed.creditCard.billingAddress).toMatchObject({
    id: addressId,
    locality: 'Chicago',
    region: 'IL',
  })
  const shared = await gateway.creditCard.find(second.creditCard.token)
  expect(shared.billingAddress).toMatchObject({ region: 'IL' })
  const moved = await gateway.creditCard.update(creditCard.token, { billingAddress: { locality: 'Berlin' } })
  expect(moved.creditCard.billingAddress?.id).not.toBe(addressId)
})

test('an address that is not the customer’s, or both an address and an id, is refused', async () => {
  const card = { customerId, number: '4111111111111111', expirationDate: '05/2030' }
  const wrong = await gateway.creditCard.create({ ...card, billingAddressId: 'zz0' })
  expect(wrong.errors.deepErrors()).toMatchObject([{ code: '91702' }])
  const both = await gateway.creditCard.create({
    ...card,
    billingAddressId: customer.id,
    billingAddress: { locality: 'X' },
  })
  expect(both.errors.deepErrors().map((it) => it.code)).toContain('91701')
})
