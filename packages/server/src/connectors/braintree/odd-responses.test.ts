import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { usd } from '../../testing/processor/money.ts'
import { openBraintree } from './open-braintree.ts'

/** Responses that no gateway should give, as proxies and defects make them. */

const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const xml = { 'content-type': 'application/xml; charset=utf-8' }

const subscription = `<subscription><id>sub</id><status>Active</status><plan-id>monthly</plan-id>
  <price>30.00</price><balance>0.00</balance><payment-method-token>card</payment-method-token>
  <created-at type="datetime">2026-01-31T12:00:00Z</created-at>
  <updated-at type="datetime">2026-01-31T12:00:00Z</updated-at>
  <next-billing-date type="date">2026-02-28</next-billing-date>
  <current-billing-cycle type="integer">1</current-billing-cycle>
  <trial-period type="boolean">false</trial-period>
  <add-ons type="array"/><discounts type="array"/>
  <status-history type="array"><status-event><timestamp type="datetime">2026-01-31T12:00:00Z</timestamp>
  <status>Active</status><currency-iso-code>USD</currency-iso-code></status-event></status-history>
  <transactions type="array"/></subscription>`

const plans = `<plans type="array"><plan><id>monthly</id>
  <billing-frequency type="integer">1</billing-frequency><currency-iso-code>USD</currency-iso-code></plan><plan><id>odd</id></plan></plans>`

const card = '<credit-card><token>card</token><customer-id>ada</customer-id></credit-card>'

test.each<[string, (response: ServerResponse) => void]>([
  ['an empty body', (it) => it.writeHead(200, xml).end()],
  ['a blank body', (it) => it.writeHead(200, xml).end('  \n')],
  ['a page of a proxy', (it) => it.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>')],
  ['no type', (it) => it.writeHead(200).end(subscription)],
  ['another object', (it) => it.writeHead(200, xml).end('<customer><id>sub</id></customer>')],
  ['an object with nothing in it', (it) => it.writeHead(200, xml).end('<subscription></subscription>')],
  ['broken compression', (it) => it.writeHead(200, { ...xml, 'content-encoding': 'gzip' }).end('no gzip')],
  [
    'an entity',
    (it) => it.writeHead(200, xml).end('<!DOCTYPE a [<!ENTITY b "c">]><subscription>&b;</subscription>'),
  ],
  [
    'very deep nesting',
    (it) => it.writeHead(200, xml).end(`${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`),
  ],
  ['an unknown status', (it) => it.writeHead(200, xml).end(subscription.replace('Active', 'Paused'))],
  ['an unknown currency', (it) => it.writeHead(200, xml).end(subscription.replace('USD', 'XYZ'))],
  ['no amount', (it) => it.writeHead(200, xml).end(subscription.replace('30.00', 'free'))],
  [
    'a missing list',
    (it) => it.writeHead(200, xml).end(subscription.replace('<discounts type="array"/>', '')),
  ],
])('a response with %s is malformed', async (_name, respond) => {
  const client = await openFor((path, response) => {
    if (path.endsWith('/subscriptions/sub')) respond(response)
    else other(path, response)
  })
  await expect(client.readSubscription('sub', 'referral_discount')).rejects.toMatchObject({
    name: 'ProcessorError',
    code: 'MALFORMED',
    retryable: true,
  })
})

test.each([400, 405, 414])(
  'a request that is answered %d is rejected, and counts as answered',
  async (status) => {
    const client = await openFor((_path, response) => response.writeHead(status, xml).end(' '))
    for (let n = 0; n < 7; n += 1)
      await expect(client.readSubscription('sub', 'referral_discount')).rejects.toMatchObject({
        code: 'REJECTED',
        message: expect.stringContaining('form of the request'),
      })
  },
)

test('calls share a connection', async () => {
  const sockets = new Set<unknown>()
  const client = await openFor((path, response) => {
    sockets.add(response.socket)
    other(path, response)
  })
  for (let n = 0; n < 20; n += 1) expect(await client.readCustomer('ada', 'referral_discount')).toBeNull()
  expect(sockets.size).toBe(1)
})

test('a compressed response is read', async () => {
  const client = await openFor((path, response) => {
    const body = path.endsWith('/subscriptions/sub') ? subscription : null
    if (body === null) other(path, response)
    else response.writeHead(200, { ...xml, 'content-encoding': 'gzip' }).end(gzipSync(body))
  })
  expect(await client.readSubscription('sub', 'referral_discount')).toMatchObject({
    customerId: 'ada',
    price: usd(3000),
    billingInterval: { unit: 'MONTH', count: 1 },
  })
})

test('a subscription that comes incomplete with its customer is read by itself', async () => {
  const embedded = '<subscription><id>sub</id><status>Active</status></subscription>'
  const account = (kind: string) =>
    `<${kind}s type="array"><${kind}><token>${kind}</token><subscriptions type="array">${embedded}</subscriptions></${kind}></${kind}s>`
  for (const kind of ['credit-card', 'paypal-account', 'us-bank-account', 'carrier-pigeon']) {
    const client = await openFor((path, response) => {
      if (path.endsWith('/customers/ada'))
        response.writeHead(200, xml).end(`<customer><id>ada</id>${account(kind)}</customer>`)
      else if (path.endsWith('/subscriptions/sub')) response.writeHead(200, xml).end(subscription)
      else other(path, response)
    })
    expect(await client.readCustomer('ada', 'referral_discount')).toMatchObject({
      referralCoupon: null,
      subscriptions: [{ id: 'sub', customerId: 'ada', price: usd(3000) }],
    })
  }
})

test('a response that never ends is given up, and its connection is closed', async () => {
  const ended: Promise<unknown>[] = []
  // On a busy machine the response may begin after the first limits.
  for (let limitMs = 300; ended.length === 0; limitMs *= 2) {
    const client = await openFor((_path, response) => {
      response.writeHead(200, xml)
      const dripping = setInterval(() => response.write(' '), 20)
      ended.push(once(response, 'close').finally(() => clearInterval(dripping)))
    }, limitMs)
    await expect(client.checkCredentials()).rejects.toMatchObject({ code: 'TIMED_OUT' })
  }
  await Promise.all(ended)
})

function other(path: string, response: ServerResponse): void {
  if (path.endsWith('/plans')) response.writeHead(200, xml).end(plans)
  else if (path.endsWith('/payment_methods/any/card')) response.writeHead(200, xml).end(card)
  else response.writeHead(404, xml).end(' ')
}

async function openFor(respond: (path: string, response: ServerResponse) => void, deadlineMs = 60_000) {
  const server = createServer((request, response) => respond(request.url ?? '', response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo
  const environment = `http://127.0.0.1:${port}`
  const keys = { merchantId: 'shop', publicKey: 'public', privateKey: 'private' }
  return openBraintree(
    { processor: 'braintree', environment, ...keys },
    { allowLocalTargets: true, limits: { deadlineMs } },
  )
}
