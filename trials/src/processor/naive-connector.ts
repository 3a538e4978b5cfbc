// What the processor trial must catch: a connector that is written as if nothing ever failed. It acknowledges notifications
// before it has done anything about them, marks work as done before it does it, adds discounts by increment, and refunds
// without looking. Run as a program of its own: `node naive-connector.ts`, with PORT, DATABASE_URL and CREDENTIALS.

import { createServer, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '@goodword/server/store/driver/database'
import { openNaiveShop } from './naive-shops.ts'

const db = openDatabase({ connectionString: process.env.DATABASE_URL ?? '' }, 'owner', 4)
const shop = openNaiveShop(JSON.parse(process.env.CREDENTIALS ?? ''))
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
    void take(body).catch(() => undefined)
    return {}
  }
  return run('select from naive.customer limit 1')
}

type Link = { readonly name: string; readonly subscription: string; readonly code: string | null }

async function link({ name, subscription, code }: Link): Promise<object> {
  const values = [name, subscription, code]
  await run('insert into naive.customer (name, subscription, code) values ($1, $2, $3)', values)
  convertSoon(name)
  return {}
}

async function take(body: string): Promise<void> {
  const subscription = await shop.paidBy(body)
  if (subscription === null) return
  const [found] = await run('select name from naive.customer where subscription = $1', [subscription])
  if (found !== undefined) convertSoon(String(Object(found).name))
}

function convertSoon(name: string): void {
  converting = converting.then(() => convert(name)).catch(() => undefined)
}

/** Marks a friend as converted, rewards both sides, and remembers the refund of a first bill without discount. */
async function convert(name: string): Promise<void> {
  const [friend] = await run('select subscription, code from naive.customer where name = $1', [name])
  const code = Object(friend).code ?? null
  const converted = await run('select from naive.effect where effect = $1', [`converted ${name}`])
  if (code === null || converted.length > 0 || begun.has(name)) return
  begun.add(name)
  for (const effect of ['converted', 'friend’s reward', 'referrer’s reward']) {
    await run('insert into naive.effect (effect) values ($1)', [`${effect} ${name}`])
  }
  const { subscription } = Object(friend)
  const payment = await persist(() => shop.paymentWithoutDiscount(subscription))
  if (payment !== null) {
    waiting.add(payment)
    await persist(() => shop.raise(subscription))
  }
  const [referrer] = await run('select subscription from naive.customer where name = $1', [code])
  await persist(() => shop.raise(Object(referrer).subscription))
}

async function refundSettled(): Promise<object> {
  await converting
  for (const id of waiting) {
    const isRefunded = await persist(() => shop.refund(id))
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
