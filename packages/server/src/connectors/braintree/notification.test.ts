import { createHash, createHmac } from 'node:crypto'
import braintree from 'braintree'
import { expect, test } from 'vitest'
import { ProcessorError } from '../connector.ts'
import { openBraintree } from './open-braintree.ts'

const privateKey = 'the-private-key'
const client = openBraintree(
  { processor: 'braintree', environment: 'sandbox', merchantId: 'shop', publicKey: 'public', privateKey },
  { allowLocalTargets: false },
)

const subscription = (transactions: string): string =>
  `<notification><kind>subscription_charged_successfully</kind>
   <timestamp type="datetime">2026-01-31T12:00:00Z</timestamp><subject><subscription><id>sub</id>
   <add-ons type="array"/><discounts type="array"/>
   <transactions type="array">${transactions}</transactions></subscription></subject></notification>`

const ofKind = (kind: string, subject = '<check type="boolean">true</check>'): string =>
  `<notification><kind>${kind}</kind><timestamp type="datetime">2026-01-31T12:00:00Z</timestamp>
   <subject>${subject}</subject></notification>`

test('a notification names its subscription and, after a payment, its customer', async () => {
  const createdAt = Date.UTC(2026, 0, 31, 12)
  const kind = 'subscription_charged_successfully'
  const payment = '<transaction><id>t</id><customer><id>ada</id></customer></transaction>'
  expect(await parse(subscription(payment))).toEqual({
    kind,
    createdAt,
    subscriptionId: 'sub',
    customerId: 'ada',
    paymentId: null,
  })
  expect(await parse(subscription(''))).toEqual({
    kind,
    createdAt,
    subscriptionId: 'sub',
    customerId: null,
    paymentId: null,
  })
})

test('a notification about a payment names its subscription and its customer', async () => {
  const customer = '<customer><id>ada</id></customer>'
  const payment = `<transaction><id>t</id><subscription-id>sub</subscription-id>${customer}</transaction>`
  expect(await parse(ofKind('transaction_settled', payment))).toMatchObject({
    kind: 'transaction_settled',
    subscriptionId: 'sub',
    customerId: 'ada',
  })
  const alone = '<transaction><id>t</id><subscription-id nil="true"/></transaction>'
  expect(await parse(ofKind('refund_failed', alone))).toMatchObject({
    subscriptionId: null,
    customerId: null,
  })
})

test('a notification of any kind is accepted, also of one that the library does not know', async () => {
  const about = {
    createdAt: Date.UTC(2026, 0, 31, 12),
    subscriptionId: null,
    customerId: null,
    paymentId: null,
  }
  expect(await parse(ofKind('check'))).toEqual({ kind: 'check', ...about })
  expect(await parse(ofKind('moon_phase_changed', '<moon><id>1</id></moon>'))).toEqual({
    kind: 'moon_phase_changed',
    ...about,
  })
})

test('the samples of the library are accepted', async () => {
  const keys = {
    environment: braintree.Environment.Sandbox,
    merchantId: 'shop',
    publicKey: 'public',
    privateKey,
  }
  const { webhookTesting } = new braintree.BraintreeGateway(keys)
  const sample = await webhookTesting.sampleNotification('subscription_canceled', 'sub')
  expect(await client.parseNotification(sample.bt_signature, sample.bt_payload)).toMatchObject({
    kind: 'subscription_canceled',
    subscriptionId: 'sub',
  })
})

test('the signature with the own key counts among several', async () => {
  const payload = payloadOf(ofKind('check'))
  const own = signatureOf(payload)
  expect(await client.parseNotification(`other|${'0'.repeat(40)}&${own}`, payload)).not.toBeNull()
  expect(await client.parseNotification(`${own}&other|${'0'.repeat(40)}`, payload)).not.toBeNull()
})

test('a payload without its last line break is accepted, as some web frameworks remove it', async () => {
  const payload = payloadOf(ofKind('check'))
  expect(await client.parseNotification(signatureOf(payload), payload.trimEnd())).not.toBeNull()
})

test('a wrong signature is no notification', async () => {
  const payload = payloadOf(ofKind('check'))
  const foreign = signatureOf(payload, 'another-private-key')
  const wrong = [
    '',
    'public',
    'public|',
    '|',
    '&&&',
    foreign,
    signatureOf(`${payload}A`),
    signatureOf(payload).replace('public', 'other'),
    signatureOf(payload).slice(0, -1),
    'public|'.repeat(2000),
  ]
  for (const signature of wrong) expect(await client.parseNotification(signature, payload)).toBeNull()
  for (const other of ['', ' ', `${payload}!`, '%', payload.slice(1)])
    expect(await client.parseNotification(signatureOf(payload), other)).toBeNull()
})

test('a signed payload that is no notification is malformed', async () => {
  const texts = [
    '',
    'no XML',
    '<notification>',
    '<other/>',
    '<notification/>',
    '<notification><kind>check</kind></notification>',
    ofKind('check', '').replace('2026-01-31T12:00:00Z', 'soon'),
    ofKind('subscription_canceled', '<subscription/>'),
  ]
  for (const text of texts)
    await expect(parse(text), text).rejects.toMatchObject({ name: 'ProcessorError', code: 'MALFORMED' })
})

test('a payload with a document type, or one that is too large, is not parsed', async () => {
  const entity = `<!DOCTYPE n [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "${'&a;'.repeat(1000)}">]>`
  const external = '<!DOCTYPE n [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
  expect(await parse(`${entity}${ofKind('check', '&b;')}`)).toBeNull()
  expect(await parse(`${external}${ofKind('&a;')}`)).toBeNull()
  expect(await parse(ofKind('check', `<x>${'a'.repeat(300_000)}</x>`))).toBeNull()
})

test('a payload that is nested too deeply is malformed, and ends no process', async () => {
  const deep = ofKind('check', `${'<a>'.repeat(25_000)}${'</a>'.repeat(25_000)}`)
  await expect(parse(deep)).rejects.toMatchObject({ code: 'MALFORMED' })
})

test('no key is in an error or in the client', async () => {
  const error = await parse('no XML').catch((it: unknown) => it)
  expect(error).toBeInstanceOf(ProcessorError)
  const { inspect } = await import('node:util')
  expect(inspect([error, client], { depth: 10, showHidden: true })).not.toContain(privateKey)
})

test('a challenge is answered with the public key and a signature', () => {
  const challenge = '20f9f8ed05f77439fe955c977e4c8a53'
  const signature = createHmac('sha1', createHash('sha1').update(privateKey).digest()).update(challenge)
  expect(client.answerChallenge(challenge)).toBe(`public|${signature.digest('hex')}`)
  for (const other of ['', 'g'.repeat(20), 'a'.repeat(19), 'a'.repeat(33), `${challenge}\n`, 'A'.repeat(20)])
    expect(client.answerChallenge(other)).toBeNull()
})

function parse(xml: string) {
  const payload = payloadOf(xml)
  return client.parseNotification(signatureOf(payload), payload)
}

function payloadOf(xml: string): string {
  return `${Buffer.from(xml).toString('base64').replaceAll(/.{60}/g, '$&\n')}\n`
}

function signatureOf(payload: string, key = privateKey): string {
  const secret = createHash('sha1').update(key).digest()
  return `public|${createHmac('sha1', secret).update(payload).digest('hex')}`
}
