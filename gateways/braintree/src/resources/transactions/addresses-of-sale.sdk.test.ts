import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenShop } from '../../testing/given-shop.ts'
import { vaultSdkFor } from '../../testing/vault-sdk.ts'
import { wholeSdkFor } from '../../testing/whole-sdk.ts'

const merchant = givenShop()
merchant.settings = { ...merchant.settings, duplicateCheckingSeconds: null }
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
afterAll(() => sandbox.close())
const gateway = wholeSdkFor(sandbox, merchant)
const vault = vaultSdkFor(sandbox, merchant)

const card = { number: '4111111111111111', expirationDate: '05/2031' }
const place = { streetAddress: '1 Main St', postalCode: '60622' }
const { customer } = await vault.customer.create({ creditCard: { ...card, billingAddress: place } })
const { address } = await vault.address.create({ customerId: customer.id, streetAddress: '2 Elm St' })
const token = `${customer.creditCards[0]?.token}`

test('an address of the customer’s is shown with its id', async () => {
  const { transaction } = await gateway.transaction.sale({
    amount: '10.00',
    paymentMethodToken: token,
    billingAddressId: address.id,
    shippingAddressId: address.id,
  })
  expect(transaction).toMatchObject({
    billing: { id: address.id, streetAddress: '2 Elm St' },
    shipping: { id: address.id, streetAddress: '2 Elm St' },
  })
})

test('a card of the vault brings its own address, with its id', async () => {
  const { transaction } = await gateway.transaction.sale({ amount: '10.00', paymentMethodToken: token })
  const found = await vault.creditCard.find(token)
  expect(transaction.billing).toMatchObject({ id: found.billingAddress?.id, streetAddress: '1 Main St' })
})

test('an address that is written out has no id, until it is kept', async () => {
  const given = { amount: '10.00', creditCard: card, billing: place, shipping: { streetAddress: '3 Oak St' } }
  const { transaction } = await gateway.transaction.sale(given)
  expect(transaction).toMatchObject({ billing: { id: null }, shipping: { id: null } })
  const kept = await gateway.transaction.sale({
    ...given,
    options: {
      storeInVault: true,
      addBillingAddressToPaymentMethod: true,
      storeShippingAddressInVault: true,
    },
  })
  const owner = await vault.customer.find(`${kept.transaction.customer.id}`)
  expect(owner.addresses).toMatchObject([
    { id: kept.transaction.billing?.id, streetAddress: '1 Main St' },
    { id: kept.transaction.shipping?.id, streetAddress: '3 Oak St' },
  ])
  expect(owner.creditCards).toMatchObject([{ billingAddress: { id: kept.transaction.billing?.id } }])
})

test('the response has the bank’s checks of the security code and the address', async () => {
  const { transaction } = await gateway.transaction.sale({
    amount: '10.00',
    creditCard: { ...card, cvv: '200' },
    billing: { postalCode: '20001', streetAddress: '1 Main St' },
  })
  expect(transaction).toMatchObject({
    status: 'authorized',
    cvvResponseCode: 'N',
    avsPostalCodeResponseCode: 'U',
    avsStreetAddressResponseCode: 'M',
  })
})

test('the vault keeps no security code: a charge has what is said with it', async () => {
  const { creditCard } = await vault.creditCard.create({
    customerId: customer.id,
    ...card,
    cvv: '123',
    options: { verifyCard: true },
  })
  expect(creditCard).toMatchObject({ verification: { cvvResponseCode: 'M' } })
  const codeOf = async (more: object) =>
    (
      await gateway.transaction.sale({
        amount: '10.00',
        paymentMethodToken: creditCard.token,
        ...more,
      })
    ).transaction.cvvResponseCode
  expect(await codeOf({})).toBe('I')
  expect(await codeOf({ creditCard: { cvv: '301' } })).toBe('S')
})
