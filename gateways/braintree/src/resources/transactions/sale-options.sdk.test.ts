import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenShop } from '../../testing/given-shop.ts'
import { givenSubscriber } from '../../testing/given-subscriber.ts'
import { rawRequest } from '../../testing/raw-request.ts'
import { wholeSdkFor } from '../../testing/whole-sdk.ts'

const merchant = givenShop()
merchant.settings = { ...merchant.settings, duplicateCheckingSeconds: null }
givenSubscriber(merchant)
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
const gateway = wholeSdkFor(sandbox, merchant)
afterAll(() => sandbox.close())

const card = { number: '4111111111111111', expirationDate: '05/2031', cvv: '200' }
const billing = { postalCode: '20000', streetAddress: '200 Main' }

test('a check that the merchant skips is bypassed', async () => {
  const sale = { amount: '10.00', creditCard: card, billing }
  const { transaction: checkedSale } = await gateway.transaction.sale({ ...sale })
  expect(checkedSale).toMatchObject({ cvvResponseCode: 'N', avsPostalCodeResponseCode: 'N' })
  const options = { skipCvv: true, skipAvs: true }
  const { transaction } = await gateway.transaction.sale({ ...sale, options })
  expect(transaction).toMatchObject({
    cvvResponseCode: 'B',
    avsPostalCodeResponseCode: 'B',
    avsStreetAddressResponseCode: 'B',
    avsErrorResponseCode: null,
  })
})

test.each([
  ['taxAmount', '100000000000.00', '81536'],
  ['discountAmount', '100000000000.00', '915161'],
  ['shippingAmount', '100000000000.00', '915164'],
  ['shipsFromPostalCode', '1$345', '915167'],
  ['shipsFromPostalCode', '1234567890', '915165'],
])('%s %j is refused', async (field, value, code) => {
  const sale = { amount: '10.00', paymentMethodToken: 'jane_card', [field]: value }
  const result = await gateway.transaction.sale(sale)
  expect(result.errors.for('transaction').on(field)).toMatchObject([{ code }])
})

test('a list is no postal code', async () => {
  const body =
    '<transaction><type>sale</type><amount>1</amount><payment-method-token>jane_card</payment-method-token>' +
    '<ships-from-postal-code type="array"><item>1</item></ships-from-postal-code></transaction>'
  const answer = await rawRequest(sandbox, merchant, { method: 'POST', path: '/transactions', body })
  expect(answer.status).toBe(422)
  expect(answer.text).toContain('<code>915166</code>')
})

test('amounts up to 999,999,999.99 are taken', async () => {
  const most = '999999999.99'
  const amounts = { taxAmount: most, discountAmount: most, shippingAmount: most }
  const sale = { amount: '10.00', paymentMethodToken: 'jane_card', ...amounts, shipsFromPostalCode: 'SW1A-2' }
  const { transaction } = await gateway.transaction.sale(sale)
  expect(transaction).toMatchObject({ ...amounts, shipsFromPostalCode: 'SW1A-2' })
})

test.each([
  ['fake-apple-pay-visa-nonce', 'Visa'],
  ['fake-apple-pay-mastercard-nonce', 'MasterCard'],
  ['fake-apple-pay-amex-nonce', 'American Express'],
  ['fake-android-pay-nonce', 'Visa'],
])('%s is charged as a card', async (paymentMethodNonce, cardType) => {
  const { success, transaction } = await gateway.transaction.sale({ amount: '10.00', paymentMethodNonce })
  expect(success).toBe(true)
  expect(transaction.creditCard).toMatchObject({ cardType })
})

test('a card is charged regardless of PayPal options', async () => {
  const options = { paypal: { description: 'Two tickets', customField: 'x' } }
  const sale = { amount: '10.00', paymentMethodToken: 'jane_card', options }
  expect((await gateway.transaction.sale(sale)).success).toBe(true)
})

test('a card has the first eight digits of its number as well', async () => {
  const { transaction } = await gateway.transaction.sale({ amount: '10.00', creditCard: card })
  expect(transaction.creditCard).toMatchObject({ bin: '411111', binExtended: '41111111' })
  expect(await gateway.creditCard.find('jane_card')).toMatchObject({ binExtended: '41111111' })
})

test('the transactions of a customer are listed as Ruby asks for them', async () => {
  givenSubscriber(merchant, 'ada')
  const made: string[] = []
  for (const amount of ['1.00', '2.00']) {
    const { transaction } = await gateway.transaction.sale({ amount, paymentMethodToken: 'ada_card' })
    made.unshift(transaction.id)
  }
  const post = (path: string, body = '') =>
    rawRequest(sandbox, merchant, { method: 'POST', path: `/customers/${path}`, body })
  const { text: ids } = await post('ada/transaction_ids')
  expect(Array.from(ids.matchAll(/<item>(\w+)</g), ([, id]) => id)).toEqual(made)
  const searchXml = `<search>\n  <ids type="array">\n    <item>${made[1]}</item>\n  </ids>\n</search>`
  const { text: page } = await post('ada/transactions', searchXml)
  expect(page).toContain('<credit-card-transactions type="collection">')
  expect(Array.from(page.matchAll(/<transaction>\n<id>(\w+)</g), ([, id]) => id)).toEqual([made[1]])
  expect((await post('nobody/transaction_ids')).status).toBe(404)
})
