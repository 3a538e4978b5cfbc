// What the crash trial must catch: a service that is written as if nothing ever failed. It answers before it has
// written, looks before it inserts instead of having unique keys, and takes no notice of Idempotency-Key. Run as a
// program of its own: `node naive-service.ts`, with PORT and DATABASE_URL.

import { createServer, type IncomingMessage } from 'node:http'
import { openDatabase } from '@goodword/server/store/driver/database'

const db = openDatabase({ connectionString: process.env.DATABASE_URL ?? '' }, 'owner', 4)
/** Milliseconds that a write is kept back so that it can be made with others. */
const GATHERING_MS = 50

const server = createServer((request, response) => {
  const answer = (status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  handle(request).then(
    (body) => answer(200, body),
    () => answer(503, { apiErrorCode: 'SERVICE_UNAVAILABLE' }),
  )
})
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log('The naive service is ready'))

async function handle(request: IncomingMessage): Promise<object> {
  const path = request.url ?? ''
  if (path === '/readyz') return { rows: await run('select from naive.effect limit 1') }
  const body = JSON.parse(await textOf(request))
  if (path.endsWith('/accountsync'))
    return syncAccount(body.id, body.subscription?.status, body.referral?.code)
  if (path.endsWith('/open/identify')) return identify(body.account_id, body.user_id)
  return giveReward(body.accountId, body.reward.credit)
}

/** Answers from what it is about to store. */
function syncAccount(id: string, status: string | undefined, code: string | undefined): object {
  const isPaid = status === 'PAID'
  const effects = [`account ${id}`, ...(code === undefined ? [] : [`referral ${id} ${code}`])]
  const rewarded = isPaid ? [`converted ${id}`, `friend’s reward ${id}`, `referrer’s reward ${id}`] : []
  setTimeout(() => void storeUnlessThere([...effects, ...rewarded]).catch(() => undefined), GATHERING_MS)
  if (code === undefined && !isPaid) return { id, referral: null }
  const reward = isPaid ? {} : null
  const dateConverted = isPaid ? Date.now() : null
  const rewards = { referrerReward: reward, referredReward: reward }
  return {
    id,
    referral: code === undefined ? null : { code, dateConverted, dateReferralEnded: null, ...rewards },
  }
}

async function identify(account: string, user: string): Promise<object> {
  const code = `CODE_${account}`
  await storeUnlessThere([`person ${account}/${user}`, `code ${code} of ${account}/${user}`])
  return { userId: user, referralCode: code }
}

async function giveReward(account: string, credit: number): Promise<object> {
  await run('insert into naive.effect (effect) values ($1)', [`gift ${account} ${credit}`])
  return { id: `${account}-${credit}` }
}

async function storeUnlessThere(effects: readonly string[]): Promise<void> {
  for (const effect of effects) {
    const there = await run('select effect from naive.effect where effect = $1', [effect])
    if (there.length === 0) await run('insert into naive.effect (effect) values ($1)', [effect])
  }
}

function run(text: string, values: readonly unknown[] = []): Promise<unknown[]> {
  return db.query({ name: '', text }, values)
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}
