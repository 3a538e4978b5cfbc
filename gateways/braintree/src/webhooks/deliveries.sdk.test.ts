import { advance } from '@goodword/sandbox/clock/advance'
import {
  type Answer,
  givenListener,
  type Listener,
  type Received,
} from '@goodword/sandbox/testing/given-listener'
import { journalOf } from '@goodword/sandbox/testing/journal-of'
import { deliverDue } from '@goodword/sandbox/webhooks/deliver-due'
import { send } from '@goodword/sandbox/webhooks/send'
import type braintree from 'braintree'
import { afterEach, describe, expect, test } from 'vitest'
import type { Merchant } from '../model/merchant.ts'
import { notificationKinds } from '../model/webhook.ts'
import { type Sandbox, startSandbox } from '../start.ts'
import { formOf } from '../testing/form-of.ts'
import { givenMerchant, sdkFor } from '../testing/given-merchant.ts'
import { givenSubscription } from '../testing/given-subscription.ts'
import { notify, notifyCheck, type SubscriptionKind } from './notify.ts'

const HOUR_MS = 3_600_000
/** A minute ago. */
const BEGIN = Date.UTC(2026, 0, 31, 11, 59)
const subscription = givenSubscription('abc123')
const subscriptionKinds = notificationKinds.filter((kind): kind is SubscriptionKind =>
  kind.startsWith('subscription_'),
)
const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

describe('notifications for the official SDK', () => {
  test.each(subscriptionKinds)('the official SDK parses %s, with each of the key pairs', async (kind) => {
    const { sandbox, merchant, listener } = await given()
    sendTest(sandbox, merchant, kind)
    await deliverDue(sandbox.gateway, merchant)
    const [received] = listener.received
    for (const key of merchant.keys) {
      const sdk = sdkFor(sandbox, { ...merchant, keys: [key] })
      const notification = await parsed(sdk, received)
      expect(notification).toMatchObject({ kind, timestamp: '2026-01-31T11:59:00Z' })
      const shown = notification as braintree.SubscriptionNotification
      expect(shown.subscription).toMatchObject({ id: 'abc123', price: '30.00', status: 'Active' })
    }
  })

  test('the official SDK parses a check', async () => {
    const { sandbox, merchant, listener } = await given()
    const [destination] = merchant.destinations
    if (destination === undefined) throw new Error('destination not found')
    notifyCheck(sandbox.gateway, merchant, { ...destination, kinds: [] })
    await deliverDue(sandbox.gateway, merchant)
    expect(await parsed(sdkFor(sandbox, merchant), listener.received[0])).toMatchObject({ kind: 'check' })
  })

  test('payloads are in lines of 60 that end like lines, and no other payload fits the signature', async () => {
    const { sandbox, merchant, listener } = await given()
    sendTest(sandbox, merchant)
    await deliverDue(sandbox.gateway, merchant)
    const { signature, payload } = formOf(listener.received[0])
    const lines = payload.split('\n')
    expect(lines.pop()).toBe('')
    expect(lines.slice(0, -1).every((line) => line.length === 60)).toBe(true)
    expect(signature.split('&')).toHaveLength(2)
    const sdk = sdkFor(sandbox, merchant)
    await expect(sdk.webhookNotification.parse(signature, `A${payload}`)).rejects.toMatchObject({
      type: 'invalidSignatureError',
    })
  })
})

describe('sending notifications', () => {
  test('every kind that a destination wants is sent to each destination that wants it', async () => {
    const { sandbox, merchant, listener } = await given()
    const second = await listening()
    merchant.destinations.push({ id: 'second', url: second.url, kinds: ['subscription_canceled'] })
    for (const kind of subscriptionKinds) sendTest(sandbox, merchant, kind)
    await deliverDue(sandbox.gateway, merchant)
    expect(listener.received).toHaveLength(8)
    expect(second.received).toHaveLength(1)
    expect(journalOf(merchant).every(({ status }) => status === 'delivered')).toBe(true)
  })

  test('notifications about one subscription are sent in order', async () => {
    const { sandbox, merchant, listener } = await given()
    for (let second = 0; second < 40; second += 1) sendTest(sandbox, merchant, undefined, second)
    await deliverDue(sandbox.gateway, merchant)
    expect(await secondsOf(sandbox, merchant, listener)).toEqual(Array.from({ length: 40 }, (_, n) => n))
  })

  test('notifications are shuffled, by a chance that draws the same again', async () => {
    const orders: number[][] = []
    for (const _ of ['first', 'again']) {
      const { sandbox, merchant, listener } = await given()
      merchant.deliveries = { duplicates: 0, losses: 0, reorders: true }
      for (let second = 0; second < 40; second += 1) sendTest(sandbox, merchant, undefined, second)
      await deliverDue(sandbox.gateway, merchant)
      orders.push(await secondsOf(sandbox, merchant, listener))
    }
    const [first = [], again] = orders
    const inOrder = Array.from(first).sort((a, b) => a - b)
    expect(first).toEqual(again)
    expect(first).not.toEqual(inOrder)
    expect(inOrder).toEqual(Array.from({ length: 40 }, (_, n) => n))
  })

  test('notifications are sent twice, or never, by switches', async () => {
    const { sandbox, merchant, listener } = await given()
    merchant.deliveries = { duplicates: 0.2, losses: 0.3, reorders: false }
    for (let n = 0; n < 100; n += 1) sendTest(sandbox, merchant)
    await deliverDue(sandbox.gateway, merchant)
    const lost = journalOf(merchant).filter(({ status }) => status === 'lost')
    const twice = journalOf(merchant).filter(({ attempts }) => attempts.length === 2)
    expect(lost.length).toBeGreaterThan(15)
    expect(lost.every(({ attempts, dueAt }) => attempts.length === 0 && dueAt === null)).toBe(true)
    expect(twice.length).toBeGreaterThan(5)
    expect(listener.received).toHaveLength(100 - lost.length + twice.length)
  })
})

describe('notifications that are not taken', () => {
  test.each([
    [0, ['00:00']],
    [3, ['00:00', '01:00', '02:00', '03:00']],
  ])(
    'a notification that is not taken is sent again every hour, for %i hours',
    async (resendsForHours, expected) => {
      const { sandbox, merchant, listener } = await given(answering(500))
      merchant.settings = { ...merchant.settings, resendsForHours }
      const from = merchant.clock.at
      sendTest(sandbox, merchant)
      await advance(sandbox.gateway, merchant, from + 48 * HOUR_MS)
      const [notification] = journalOf(merchant)
      expect(notification?.attempts.map(({ at }) => new Date(at - from).toISOString().slice(11, 16))).toEqual(
        expected,
      )
      expect(notification).toMatchObject({ status: 'given_up', dueAt: null })
      expect(listener.received).toHaveLength(expected.length)
      expect(new Set(listener.received.map((each) => formOf(each).payload)).size).toBe(1)
    },
  )

  test('a notification that is not taken is delivered when the listener is back', async () => {
    let status = 503
    const { sandbox, merchant } = await given((_received, response) => {
      response.statusCode = status
      response.end()
    })
    sendTest(sandbox, merchant)
    await advance(sandbox.gateway, merchant, merchant.clock.at + HOUR_MS)
    status = 204
    await advance(sandbox.gateway, merchant, merchant.clock.at + HOUR_MS)
    const [notification] = journalOf(merchant)
    expect(notification?.attempts.map((each) => each.status)).toEqual([503, 503, 204])
    expect(notification).toMatchObject({ status: 'delivered', dueAt: null })
  })

  test.each([
    ['a redirection', answering(302), { status: 302, error: null }],
    ['a reset', resetting, { status: null, error: 'read ECONNRESET' }],
    [
      'half an answer',
      halfAnswering,
      { status: null, error: 'the connection closed before the response was complete' },
    ],
  ] as const)('the answer to a notification that is not taken may be %s', async (_name, answer, expected) => {
    const { sandbox, merchant } = await given(answer)
    sendTest(sandbox, merchant)
    await deliverDue(sandbox.gateway, merchant)
    expect(journalOf(merchant)[0]?.attempts).toMatchObject([{ ...expected, isManual: false }])
    expect(journalOf(merchant)[0]?.status).toBe('waiting')
  })

  test.each([
    ['no server listens', 'http://127.0.0.1:1', /ECONNREFUSED/],
    ['it is none', 'ftp://nowhere', /is not an HTTP URL/],
  ])(
    'the destination of a notification that is not taken may be at an address where %s',
    async (_name, url, error) => {
      const { sandbox, merchant } = await given()
      merchant.destinations = [{ id: 'first', url, kinds: null }]
      sendTest(sandbox, merchant)
      await deliverDue(sandbox.gateway, merchant)
      expect(journalOf(merchant)[0]?.attempts[0]).toMatchObject({ error: expect.stringMatching(error) })
    },
  )

  test('a notification can be sent again by hand, whatever its result', async () => {
    let status = 500
    const { sandbox, merchant, listener } = await given((_received, response) => {
      response.statusCode = status
      response.end()
    })
    merchant.settings = { ...merchant.settings, resendsForHours: 0 }
    sendTest(sandbox, merchant)
    await deliverDue(sandbox.gateway, merchant)
    const [notification] = journalOf(merchant)
    if (notification === undefined) throw new Error('notification not found')
    expect(notification.status).toBe('given_up')
    await send(sandbox.gateway, merchant, notification, true)
    expect(notification.status).toBe('given_up')
    status = 200
    await send(sandbox.gateway, merchant, notification, true)
    expect(notification.status).toBe('delivered')
    expect(notification.attempts.map(({ isManual }) => isManual)).toEqual([false, true, true])
    expect(listener.received).toHaveLength(3)
  })

  test('a notification that is not taken holds up no other destination, and no end of the gateway', async () => {
    const { sandbox, merchant, listener } = await given(() => undefined)
    let arrived = () => {}
    const taken = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const other = await listening((_received, response) => {
      response.end()
      arrived()
    })
    merchant.destinations.push({ id: 'other', url: other.url, kinds: null })
    sendTest(sandbox, merchant)
    const first = deliverDue(sandbox.gateway, merchant)
    await taken
    sendTest(sandbox, merchant, 'subscription_canceled')
    const second = deliverDue(sandbox.gateway, merchant)
    // The response to the other notification may still be under way when the gateway ends.
    const delivered = () => journalOf(merchant).filter(({ status }) => status === 'delivered').length
    await expect.poll(() => [listener.received.length, delivered()]).toEqual([1, 2])
    expect(other.received).toHaveLength(2)
    await sandbox.close()
    await Promise.all([first, second])
    const waiting = journalOf(merchant).filter(({ status }) => status === 'waiting')
    expect(waiting.map(({ destinationId, attempts }) => [destinationId, attempts])).toEqual([
      ['first', []],
      ['first', []],
    ])
  })

  test('a notification is given up when its destination is gone', async () => {
    const { sandbox, merchant } = await given(answering(500))
    sendTest(sandbox, merchant)
    await deliverDue(sandbox.gateway, merchant)
    merchant.destinations = []
    await advance(sandbox.gateway, merchant, merchant.clock.at + HOUR_MS)
    expect(journalOf(merchant)[0]).toMatchObject({ status: 'given_up', dueAt: null })
  })
})

async function given(answer?: Answer) {
  const merchant = givenMerchant()
  const keys = [...merchant.keys, { publicKey: 'second_public', privateKey: 'second_private' }]
  const withKeys: Merchant = { ...merchant, keys }
  const listener = await listening(answer)
  withKeys.destinations = [{ id: 'first', url: listener.url, kinds: null }]
  const sandbox = await startSandbox({ port: 0, merchants: [withKeys] })
  opened.push(sandbox)
  return { sandbox, merchant: withKeys, listener }
}

async function listening(answer?: Answer): Promise<Listener> {
  const listener = await givenListener(answer)
  opened.push(listener)
  return listener
}

function sendTest(
  { gateway }: Sandbox,
  merchant: Merchant,
  kind: SubscriptionKind = 'subscription_charged_successfully',
  seconds = 0,
): void {
  notify(gateway, merchant, { kind, subscription }, BEGIN + seconds * 1_000)
}

function answering(status: number): Answer {
  return (_received, response) => {
    response.writeHead(status, { location: 'http://127.0.0.1:1' }).end()
  }
}

function resetting(_received: Received, response: Parameters<Answer>[1]): void {
  response.socket?.resetAndDestroy()
}

function halfAnswering(_received: Received, response: Parameters<Answer>[1]): void {
  response.writeHead(200, { 'content-length': 100 }).write('half', () => response.socket?.destroySoon())
}

async function parsed(sdk: braintree.BraintreeGateway, received: Received | undefined) {
  const { signature, payload } = formOf(received)
  return await sdk.webhookNotification.parse(signature, payload)
}

/** The times of the received notifications, in seconds from the first. */
async function secondsOf(sandbox: Sandbox, merchant: Merchant, { received }: Listener): Promise<number[]> {
  const sdk = sdkFor(sandbox, merchant)
  const notifications = await Promise.all(received.map((each) => parsed(sdk, each)))
  return notifications.map(({ timestamp }) => (Date.parse(`${timestamp}`) - BEGIN) / 1_000)
}
