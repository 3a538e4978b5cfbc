// What the processor trial must catch: a connector that is written as if nothing ever failed. It acknowledges notifications
// before it has done anything about them, marks work as done before it does it, adds discounts by increment, and refunds
// without looking. Run as a program of its own: `node naive-connector.ts`, with PORT, DATABASE_URL and CREDENTIALS.

import { createServer, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '@goodword/server/store/driver/database'
import { sdkFor } from '@goodword/server/testing/processor/braintree-shop'
import { DISCOUNT_ID } from './gateway.ts'

const db = openDatabase({ connectionString: process.env.DATABASE_URL ?? '' }, 'owner', 4)
const sdk = sdkFor(JSON.parse(process.env.CREDENTIALS ?? ''))
const STEP_MINOR = 300
const TRIES = 4
/** Payments to be refunded when they are settled. */
const waiting = new Set<string>()
/** Friends that this process has converted, or is about to convert. */
const begun = new Set<string>()
/** One conversion after the other: without faults, everything is right. */
let converting: Promise<void> = Promise.resolve()

const server = createServer((request, response) => {
  handle(request).then(
    (body) => response.writeHead(200).end(JSON.stringify(body)),
    (error) => response.writeHead(503).end(String(error)),
  )
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('The naive connector is ready'))

async function handle(request: IncomingMessage): Promise<object> {
  const body = await textOf(request)
  if (request.url === '/link') return link(JSON.parse(body))
  if (request.url === '/clock') return refundSettled()
  if (request.url === '/hook') {
    const form = new URLSearchParams(body)
    void take(form.get('bt_signature') ?? '', form.get('bt_payload') ?? '').catch(() => undefined)
    return {}
  }
  return run('select from naive.customer limit 1')
}

async function link({
  name,
  code,
}: {
  readonly name: string
  readonly code: string | null
}): Promise<object> {
  await run('insert into naive.customer (name, code) values ($1, $2)', [name, code])
  convertSoon(name)
  return {}
}

async function take(signature: string, payload: string): Promise<void> {
  // The SDK's types do not say what a notification is about.
  const { kind, subscription } = Object(await sdk.webhookNotification.parse(signature, payload))
  if (kind !== 'subscription_charged_successfully') return
  convertSoon(String(subscription.id).replace('_subscription', ''))
}

function convertSoon(name: string): void {
  converting = converting.then(() => convert(name)).catch(() => undefined)
}

/** Marks a friend as converted, rewards both sides, and remembers the refund of a first bill without discount. */
async function convert(name: string): Promise<void> {
  const [friend] = await run('select code from naive.customer where name = $1', [name])
  const code = Object(friend).code ?? null
  const converted = await run('select from naive.effect where effect = $1', [`converted ${name}`])
  if (code === null || converted.length > 0 || begun.has(name)) return
  begun.add(name)
  for (const effect of ['converted', 'friend’s reward', 'referrer’s reward']) {
    await run('insert into naive.effect (effect) values ($1)', [`${effect} ${name}`])
  }
  const subscription = await persist(() => sdk.subscription.find(`${name}_subscription`))
  const [payment] = subscription?.transactions ?? []
  if (payment !== undefined && (subscription?.discounts ?? []).length === 0) {
    waiting.add(payment.id)
    await persist(() => raise(`${name}_subscription`))
  }
  await persist(() => raise(`${code}_subscription`))
}

async function raise(subscriptionId: string): Promise<void> {
  const { discounts } = await sdk.subscription.find(subscriptionId)
  const ours = (discounts ?? []).find((it) => it.id === DISCOUNT_ID)
  const minor = Math.round(Number(ours?.amount ?? 0) * 100) + STEP_MINOR
  const amount = (minor / 100).toFixed(2)
  const change =
    ours === undefined
      ? { add: [{ inheritedFromId: DISCOUNT_ID, amount }] }
      : { update: [{ existingId: DISCOUNT_ID, amount }] }
  const update = { discounts: change } as unknown as Parameters<typeof sdk.subscription.update>[1]
  const { success, message } = await sdk.subscription.update(subscriptionId, update)
  if (!success) throw new Error(message)
}

async function refundSettled(): Promise<object> {
  await converting
  for (const id of waiting) {
    const isRefunded = await persist(async () => (await sdk.transaction.refund(id, '3.00')).success)
    if (isRefunded === true) waiting.delete(id)
  }
  return {}
}

/** Again after a failure, whatever has become of the first time. */
async function persist<T>(work: () => Promise<T>): Promise<T | null> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    try {
      return await work()
    } catch {
      await pause(20)
    }
  }
  return null
}

function run(text: string, values: readonly unknown[] = []): Promise<unknown[]> {
  return db.query({ name: '', text }, values)
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}
