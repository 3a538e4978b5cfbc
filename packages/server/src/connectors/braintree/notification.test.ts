import { createHash, createHmac } from 'node:crypto'
import braintree from 'braintree'
import { expect, test } from 'vitest'
import { signedRequest } from '../../testing/processor/signed-request.ts'
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
    ...received(subscription(payment)),
    kind,
    createdAt,
    subscriptionId: 'sub',
    customerId: 'ada',
    paymentId: null,
  })
  expect(await parse(subscription(''))).toEqual({
    ...received(subscription('')),
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
  const moon = ofKind('moon_phase_changed', '<moon><id>1</id></moon>')
  expect(await parse(ofKind('check'))).toEqual({ ...received(ofKind('check')), kind: 'check', ...about })
  expect(await parse(moon)).toEqual({ ...received(moon), kind: 'moon_phase_changed', ...about })
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
  expect(await notificationIn(sample.bt_signature, sample.bt_payload)).toMatchObject({
    kind: 'subscription_canceled',
    subscriptionId: 'sub',
  })
})

test('the signature with the own key counts among several', async () => {
  const payload = payloadOf(ofKind('check'))
  const own = signatureOf(payload)
  expect(await notificationIn(`other|${'0'.repeat(40)}&${own}`, payload)).not.toBeNull()
  expect(await notificationIn(`${own}&other|${'0'.repeat(40)}`, payload)).not.toBeNull()
})

test('a payload without its last line break is accepted, as some web frameworks remove it', async () => {
  const payload = payloadOf(ofKind('check'))
  expect(await notificationIn(signatureOf(payload), payload.trimEnd())).not.toBeNull()
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
  for (const signature of wrong) expect(await notificationIn(signature, payload)).toBeNull()
  for (const other of ['', ' ', `${payload}!`, '%', payload.slice(1)])
    expect(await notificationIn(signatureOf(payload), other)).toBeNull()
})

test('a signed payload that is no notification is refused', async () => {
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
  for (const text of texts) expect(await parse(text), text).toBeNull()
})

test('a payload with a document type, or one that is too large, is not parsed', async () => {
  const entity = `<!DOCTYPE n [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "${'&a;'.repeat(1000)}">]>`
  const external = '<!DOCTYPE n [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
  expect(await parse(`${entity}${ofKind('check', '&b;')}`)).toBeNull()
  expect(await parse(`${external}${ofKind('&a;')}`)).toBeNull()
  expect(await parse(ofKind('check', `<x>${'a'.repeat(300_000)}</x>`))).toBeNull()
})

test('a payload that is nested too deeply is refused, and ends no process', async () => {
  const deep = ofKind('check', `${'<a>'.repeat(25_000)}${'</a>'.repeat(25_000)}`)
  expect(await parse(deep)).toBeNull()
})

test('no key is in an answer or in the client', async () => {
  const refused = await client.accept(signedRequest({ bt_signature: 'public|x', bt_payload: 'no XML' }))
  expect(refused).toMatchObject({ kind: 'REFUSED', param: 'bt_signature', isSigned: true })
  const { inspect } = await import('node:util')
  expect(inspect([refused, client], { depth: 10, showHidden: true })).not.toContain(privateKey)
})

test('a challenge is answered with the public key and a signature', async () => {
  const challenge = '20f9f8ed05f77439fe955c977e4c8a53'
  const signature = createHmac('sha1', createHash('sha1').update(privateKey).digest()).update(challenge)
  expect(await challenged(challenge)).toEqual({
    kind: 'CHALLENGE',
    answer: `public|${signature.digest('hex')}`,
  })
  for (const other of ['', 'g'.repeat(20), 'a'.repeat(19), 'a'.repeat(33), `${challenge}\n`, 'A'.repeat(20)])
    expect(await challenged(other)).toMatchObject({ kind: 'REFUSED', param: 'bt_challenge', isSigned: false })
})

test('what is missing of a notification, or is there twice, is named', async () => {
  for (const [rawBody, param] of [
    ['', 'bt_signature'],
    ['bt_signature=a', 'bt_payload'],
    ['bt_signature=a&bt_signature=b&bt_payload=c', 'bt_signature'],
    ['{"bt_signature":"a","bt_payload":"b"}', 'bt_signature'],
  ]) {
    const request = {
      method: 'POST',
      query: new URLSearchParams(),
      headers: {},
      rawBody: String(rawBody),
    } as const
    expect(await client.accept(request)).toMatchObject({ kind: 'REFUSED', param, isSigned: false })
  }
})

function challenged(challenge: string) {
  const query = new URLSearchParams({ bt_challenge: challenge })
  return client.accept({ method: 'GET', query, headers: {}, rawBody: '' })
}

function parse(xml: string) {
  const payload = payloadOf(xml)
  return notificationIn(signatureOf(payload), payload)
}

async function notificationIn(bt_signature: string, bt_payload: string) {
  const accepted = await client.accept(signedRequest({ bt_signature, bt_payload }))
  return accepted.kind === 'NOTIFICATION' ? accepted.notification : null
}

function received(xml: string) {
  return { identity: payloadOf(xml).trimEnd(), payload: xml }
}

function payloadOf(xml: string): string {
  return `${Buffer.from(xml).toString('base64').replaceAll(/.{60}/g, '$&\n')}\n`
}

function signatureOf(payload: string, key = privateKey): string {
  const secret = createHash('sha1').update(key).digest()
  return `public|${createHmac('sha1', secret).update(payload).digest('hex')}`
}
