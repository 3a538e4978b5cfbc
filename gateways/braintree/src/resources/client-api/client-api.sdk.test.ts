import { afterAll, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenMerchant } from '../../testing/given-merchant.ts'
import { vaultSdkFor } from '../../testing/vault-sdk.ts'

const merchant = givenMerchant()
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
afterAll(() => sandbox.close())
const gateway = vaultSdkFor(sandbox, merchant)

type Token = {
  readonly version: number
  readonly authorizationFingerprint: string
  readonly clientApiUrl: string
  readonly configUrl: string
  readonly merchantId: string
  readonly merchantAccountId: string
}

function decoded(token: string): Token {
  return JSON.parse(Buffer.from(token, 'base64').toString('utf8'))
}

async function givenToken(request: Readonly<Record<string, unknown>> = {}): Promise<Token> {
  return decoded((await gateway.clientToken.generate({ ...request })).clientToken)
}

type Tokenized = { readonly creditCards: readonly { readonly nonce: string }[] }

/** Tokenizes a card as a browser does. */
async function tokenize(
  token: Token,
  card: object,
  path = '/v1/payment_methods/credit_cards.json',
  more: object = {},
) {
  const response = await fetch(`${token.clientApiUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://shop.example' },
    body: JSON.stringify({
      authorizationFingerprint: token.authorizationFingerprint,
      creditCard: card,
      ...more,
    }),
  })
  const body = (await response.json()) as Tokenized
  return { status: response.status, headers: response.headers, body }
}

const visa = { number: '4111111111111111', expirationMonth: '11', expirationYear: '2030' }

test('a client token contains the client API’s address, in three versions', async () => {
  expect(await givenToken()).toMatchObject({
    version: 2,
    merchantId: 'merchant',
    merchantAccountId: 'merchant_usd',
    clientApiUrl: `${sandbox.url}/merchants/merchant/client_api`,
  })
  expect((await givenToken({ version: 3 })).version).toBe(3)
  const { clientToken } = await gateway.clientToken.generate({ version: 1 })
  expect(JSON.parse(clientToken)).toMatchObject({ version: 1 })
})

test('a card without a customer gets a nonce that can be used once', async () => {
  const { status, body, headers } = await tokenize(await givenToken(), { ...visa, cardholderName: 'Jane' })
  expect(status).toBe(202)
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(body.creditCards).toMatchObject([
    {
      type: 'CreditCard',
      description: 'ending in 11',
      details: { cardType: 'Visa', lastTwo: '11', cardholderName: 'Jane' },
    },
  ])
  const { customer } = await gateway.customer.create({ paymentMethodNonce: body.creditCards[0]?.nonce })
  expect(customer.creditCards).toMatchObject([{ expirationDate: '11/2030', cardholderName: 'Jane' }])
  const again = await gateway.customer.create({ paymentMethodNonce: body.creditCards[0]?.nonce })
  expect(again.errors.deepErrors()).toMatchObject([{ code: '91731' }])
})

test('a browser may say the token that its card will have, unless the server says another', async () => {
  const { customer } = await gateway.customer.create({})
  const create = async (wanted: string, more: object) => {
    const { body } = await tokenize(await givenToken(), { ...visa, token: wanted })
    const paymentMethodNonce = body.creditCards[0]?.nonce
    return await gateway.paymentMethod.create({ customerId: customer.id, paymentMethodNonce, ...more })
  }
  expect((await create('said_by_browser', {})).paymentMethod.token).toBe('said_by_browser')
  expect((await create('again', { token: 'said_by_server' })).paymentMethod.token).toBe('said_by_server')
  const taken = await tokenize(await givenToken(), { ...visa, token: 'said_by_browser' })
  expect(taken.status).toBe(422)
})

test('a token that is in use by then is an error when the nonce is used', async () => {
  const { customer } = await gateway.customer.create({})
  const { body } = await tokenize(await givenToken(), { ...visa, token: 'wanted_by_two' })
  const nonces = [body.creditCards[0]?.nonce, 'fake-valid-nonce']
  await gateway.paymentMethod.create({
    customerId: customer.id,
    paymentMethodNonce: nonces[1],
    token: 'wanted_by_two',
  })
  const late = await gateway.paymentMethod.create({ customerId: customer.id, paymentMethodNonce: nonces[0] })
  expect(late.errors.for('creditCard').on('token')).toMatchObject([{ code: '91719' }])
})

test('a card that is to be shared gets a nonce that stands for no card of the vault', async () => {
  const token = await givenToken()
  const { status, body } = await tokenize(token, visa, '/v1/payment_methods/credit_cards.json', {
    share: true,
    sharedCustomerIdentifier: 'somebody',
    sharedCustomerIdentifierType: 'testing',
  })
  expect(status).toBe(201)
  const nonce = `${body.creditCards[0]?.nonce}`
  await expect(gateway.creditCard.fromNonce(nonce)).rejects.toMatchObject({ type: 'notFoundError' })
  const { customer } = await gateway.customer.create({ paymentMethodNonce: nonce })
  expect(customer.creditCards).toMatchObject([{ last4: '1111' }])
})

test('a customer’s card goes into the vault as the token says', async () => {
  const { customer } = await gateway.customer.create({ paymentMethodNonce: 'fake-valid-amex-nonce' })
  const token = await givenToken({ customerId: customer.id, options: { makeDefault: true } })
  expect((await tokenize(token, visa)).status).toBe(201)
  const found = await gateway.customer.find(customer.id)
  expect(found.creditCards).toMatchObject([
    { last4: '1111', default: true },
    { last4: '0005', default: false },
  ])
  const failing = { customerId: customer.id, options: { failOnDuplicatePaymentMethod: true } }
  const again = await tokenize(await givenToken(failing), visa)
  expect(again).toMatchObject({
    status: 422,
    body: { fieldErrors: [{ field: 'creditCard', fieldErrors: [{ field: 'number', code: '81724' }] }] },
  })
})

test('a card that the token wants verified is refused when it is declined', async () => {
  const { customer } = await gateway.customer.create({})
  const token = await givenToken({ customerId: customer.id, options: { verifyCard: true } })
  expect((await tokenize(token, { ...visa, number: '4000111111111115' })).status).toBe(422)
  expect((await gateway.customer.find(customer.id)).creditCards).toEqual([])
})

test('a card that is not to be validated gets a nonce; what is wrong comes out later', async () => {
  const { customer } = await gateway.customer.create({})
  const token = await givenToken({ customerId: customer.id })
  const { status, body } = await tokenize(token, {
    ...visa,
    number: '4111111111111112',
    options: { validate: false },
  })
  expect(status).toBe(202)
  const result = await gateway.paymentMethod.create({
    customerId: customer.id,
    paymentMethodNonce: body.creditCards[0]?.nonce,
  })
  expect(result.errors.for('creditCard').on('number')).toMatchObject([{ code: '81715' }])
})

test('an invalid card has an error per field', async () => {
  const { status, body } = await tokenize(await givenToken(), { ...visa, expirationMonth: '13' })
  expect(status).toBe(422)
  expect(body).toMatchObject({
    error: { message: 'Credit card is invalid' },
    fieldErrors: [{ field: 'creditCard', fieldErrors: [{ field: 'expirationMonth', code: '81712' }] }],
  })
})

test('a browser lists its customer’s cards and reads the configuration', async () => {
  const { customer } = await gateway.customer.create({ paymentMethodNonce: 'fake-valid-nonce' })
  const token = await givenToken({ customerId: customer.id })
  const query = `authorizationFingerprint=${encodeURIComponent(token.authorizationFingerprint)}`
  const list = await fetch(`${token.clientApiUrl}/v1/payment_methods.json?${query}`)
  const { paymentMethods } = (await list.json()) as { paymentMethods: { nonce: string }[] }
  expect(paymentMethods).toMatchObject([{ type: 'CreditCard', default: true, details: { lastTwo: '11' } }])
  expect(await gateway.creditCard.fromNonce(`${paymentMethods[0]?.nonce}`)).toMatchObject({
    customerId: customer.id,
  })
  const configuration = await fetch(`${token.configUrl}?${query}`)
  expect(await configuration.json()).toMatchObject({ merchantId: 'merchant', environment: 'sandbox' })
})

test('a browser that asks first may come from another origin', async () => {
  const { clientApiUrl } = await givenToken()
  const answer = await fetch(`${clientApiUrl}/v1/payment_methods/credit_cards`, { method: 'OPTIONS' })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('access-control-allow-headers')).toContain('content-type')
})

test('a browser gets nothing without the merchant’s permission', async () => {
  const token = await givenToken()
  const text = Buffer.from(token.authorizationFingerprint, 'base64').toString('utf8')
  const forged = text.replace('"customerId":null', '"customerId":"jane"')
  const authorizationFingerprint = Buffer.from(forged).toString('base64')
  expect((await tokenize({ ...token, authorizationFingerprint }, visa)).status).toBe(403)
  expect((await tokenize({ ...token, authorizationFingerprint: '' }, visa)).status).toBe(403)
})

test.each([
  [{ customerId: 'nobody' }, '92804', 'Customer specified by customer_id does not exist'],
  [
    { merchantAccountId: 'nobody' },
    '92807',
    'Merchant account specified by merchant_account_id does not exist',
  ],
  [{ version: 4 }, '92806', 'Version specified is not supported'],
  [
    { domains: ['example'] },
    '92011',
    'Client token domains must be valid domain names (RFC 1035), e.g. example.com',
  ],
  [
    { domains: [1, 2, 3, 4, 5, 6].map((it) => `example${it}.com`) },
    '92810',
    'Cannot specify more than 5 client token domains',
  ],
])('a token for %j is refused with %s', async (request, code, message) => {
  const result = await gateway.clientToken.generate({ ...request })
  expect(result).toMatchObject({ success: false, message })
  expect(result.errors.deepErrors()).toMatchObject([{ code }])
})
