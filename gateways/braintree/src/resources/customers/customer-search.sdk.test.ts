import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenMerchant } from '../../testing/given-merchant.ts'
import { allOf } from '../../testing/search-all.ts'
import { vaultSdkFor } from '../../testing/vault-sdk.ts'

const merchant = givenMerchant()
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
afterAll(() => sandbox.close())
const gateway = vaultSdkFor(sandbox, merchant)

await gateway.customer.create({
  id: 'jane',
  firstName: 'Jane',
  lastName: 'Doe',
  email: 'jane@example.com',
  creditCard: {
    number: '4111111111111111',
    expirationDate: '05/2030',
    cardholderName: 'J Doe',
    token: 'janes',
    billingAddress: { locality: 'Chicago', postalCode: '60607' },
  },
})
await gateway.customer.create({ id: 'john', firstName: 'John', email: 'john@example.org' })
await gateway.customer.create({
  id: 'twin',
  firstName: 'Twin',
  creditCard: { number: '4111111111111111', expirationDate: '06/2030' },
})

const clockAt = new Date(merchant.clock.at)

test.each([
  ['email', 'endsWith', 'EXAMPLE.com', ['jane']],
  ['firstName', 'is', 'john', ['john']],
  ['firstName', 'isNot', 'John', ['twin', 'jane']],
  ['id', 'contains', 'j', ['john', 'jane']],
  ['addressLocality', 'is', 'Chicago', ['jane']],
  ['addressPostalCode', 'startsWith', '606', ['jane']],
  ['cardholderName', 'is', 'J Doe', ['jane']],
  ['creditCardNumber', 'startsWith', '411111', ['twin', 'jane']],
  ['creditCardNumber', 'endsWith', '1111', ['twin', 'jane']],
  ['creditCardExpirationDate', 'is', '06/2030', ['twin']],
  ['paymentMethodToken', 'is', 'janes', ['jane']],
  ['paymentMethodTokenWithDuplicates', 'is', 'janes', ['twin', 'jane']],
  ['createdAt', 'min', clockAt, ['twin', 'john', 'jane']],
  ['createdAt', 'max', new Date(merchant.clock.at - 1000), []],
  ['paypalAccountEmail', 'contains', '@', []],
  ['lastName', 'is', 'Nobody', []],
])('customers whose %s %s %s are found, newest first', async (field, word, value, ids) => {
  const found = await allOf<{ id: string }>(
    gateway.customer.search((question) => question[field]?.()[word]?.(value)),
  )
  expect(found.map((it) => it.id)).toEqual(ids)
})

test('criteria are met all together', async () => {
  const found = await allOf<{ id: string }>(
    gateway.customer.search((question) => {
      question.firstName?.().startsWith?.('J')
      question.creditCardNumber?.().endsWith?.('1111')
    }),
  )
  expect(found).toMatchObject([{ id: 'jane', creditCards: [{ cardholderName: 'J Doe' }] }])
})
