import { once } from 'node:events'
import { request } from 'node:http'
import { allEndpoints } from '@goodword/contract/all-endpoints'
import { type Endpoint, idempotencyOf } from '@goodword/contract/frame/endpoint'
import { propertyRuns } from '@goodword/testing/property-runs'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { NamedKeys } from '../administration/tenants/create-tenant.ts'
import { LEASE_MS } from '../frame/idempotency/idempotent-execution.ts'
import type { WireAnswer } from '../testing/requests/wire-rules.ts'
import { isWriteName, type Write, writeStories } from '../testing/requests/write-stories.ts'
import { credentialsFor } from '../testing/staff/credentials.ts'
import { basic, startTestService } from '../testing/test-service.ts'

const runs = propertyRuns(5)
// Repeated writes come from one client, far more often than any client may ask for links.
const service = await startTestService({ limits: { pageLinksFromClient: 1_000_000 } })
const callers = [service.call, await service.anotherProcess()]
const writes = allEndpoints.filter((it) => it.method !== 'GET')
const keyedWrites = writes.filter((it) => idempotencyOf(it) !== 'none')
const address = await service.app.listen({ port: 0, host: '127.0.0.1' })
const TIMEOUT_MS = 600_000 + runs * 100
let names = 0

const named = (list: readonly Endpoint[]) => list.map((it) => [it.name, it] as const)

function newName(): string {
  names += 1
  return `name${names}`
}

/** Ways in which a request may come more than once. */
const repetition = fc.record({
  way: fc.constantFrom('after the answer', 'after a lost answer', 'at once'),
  hasKey: fc.boolean(),
  copies: fc.integer({ min: 2, max: 6 }),
})

test('every write has its story', () => {
  expect(writes.map((it) => it.name).sort()).toEqual(Object.keys(writeStories).sort())
})

describe.each(named(writes))('the write %s', (_, endpoint) => {
  let single: { readonly status: number; readonly effect: Effect }
  beforeAll(async () => {
    // Effects of only the very first request, such as the first row of a tenant, do not count.
    await send(endpoint, await prepare(endpoint), newName())
    const write = await prepare(endpoint)
    const before = await counts()
    const { status } = await send(endpoint, write, newName())
    single = { status, effect: await effectSince(before) }
  })

  test(
    'I26: a write has one effect and equal answers, however often it comes, with a key or without, also when an answer was lost',
    async () => {
      await fc.assert(
        fc.asyncProperty(repetition, async ({ way, hasKey, copies }) => {
          const key = hasKey ? newName() : null
          const write = await prepare(endpoint)
          const before = await counts()
          if (way === 'after a lost answer') await sendAndDisconnect(endpoint, write, key)
          const answers = await sendAll(copies, way === 'at once', (index) =>
            send(endpoint, write, key, index),
          )
          if (key === null && idempotencyOf(endpoint) === 'required') {
            expect(answers.map(codeOf)).toEqual(answers.map(() => 'IDEMPOTENCY_KEY_REQUIRED'))
            expect(await effectSince(before)).toEqual({})
            return
          }
          if (way !== 'after a lost answer') expect(answers.map((it) => it.status)).toContain(single.status)
          expect(wrongAnswers(endpoint, answers, key, single.status)).toEqual([])
          expect(await effectSince(before)).toEqual(single.effect)
        }),
        { numRuns: Math.ceil(runs / 10) },
      )
    },
    TIMEOUT_MS,
  )
})

describe.each(named(keyedWrites))('the write %s with a key', (_, endpoint) => {
  test('I26: a repeated write with a key is answered from what was kept, and writes nothing then', async () => {
    const key = newName()
    const write = await prepare(endpoint)
    const first = await send(endpoint, write, key)
    const before = await service.rows()
    const repeat = await send(endpoint, write, key, 1)
    expect(await service.rows()).toEqual(before)
    expect(repeat.status).toBe(first.status)
    if (first.status >= 400) return
    expect(repeat.headers).toHaveProperty('idempotency-replayed', 'true')
    expect(repeat.body).toEqual(first.body)
  })

  test('I26: a repeated write with a key has no second effect when it runs again after a crash', async () => {
    const key = newName()
    const write = await prepare(endpoint)
    const first = await send(endpoint, write, key)
    await loseAnswers()
    const before = await counts()
    const repeat = await send(endpoint, write, key, 1)
    expect(await effectSince(before)).toEqual({})
    expect(repeat.headers).not.toHaveProperty('idempotency-replayed')
    // Without its kept answer it is repeated as if it had no key.
    expect(wrongAnswers(endpoint, [first, repeat], null, first.status)).toEqual([])
  })
})

/** Does as if the process had died after the effect of each request and before its answer was kept. */
async function loseAnswers(): Promise<void> {
  const text = 'update app.idempotent_request set status = null, answer = null'
  await service.owner.query({ name: '', text }, [])
  service.clock.now += LEASE_MS
}

function prepare({ name }: Endpoint): Promise<Write> {
  if (!isWriteName(name)) throw new Error(`no test case for ${name}`)
  return writeStories[name](service, newName())
}

async function send(
  endpoint: Endpoint,
  write: Write,
  idempotencyKey: string | null,
  process = 0,
): Promise<WireAnswer> {
  const call = callers[process % callers.length] ?? service.call
  const keys = callerOf(write)
  const { key, headers } = await credentialsFor(service, endpoint, keys)
  return call(endpoint.method, write.path, {
    ...{ alias: keys.alias, key },
    ...(bodyOf(write) === undefined ? {} : { body: bodyOf(write) }),
    headers: { ...headers, ...headersOf(write, idempotencyKey) },
  })
}

/** Sends it over the network, and disconnects at the beginning of the response. */
async function sendAndDisconnect(
  endpoint: Endpoint,
  write: Write,
  idempotencyKey: string | null,
): Promise<void> {
  const keys = callerOf(write)
  const { key, headers } = await credentialsFor(service, endpoint, keys)
  const pending = request(`${address}/api/v1/${keys.alias}${write.path}`, {
    method: endpoint.method,
    agent: false,
    headers: {
      ...(key === null ? {} : { authorization: basic(`${key}:`) }),
      ...headers,
      ...(write.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headersOf(write, idempotencyKey),
    },
  })
  pending.end(write.body === undefined ? write.file?.text : JSON.stringify(write.body))
  await once(pending, 'response')
  pending.destroy()
}

function bodyOf({ body, file }: Write): unknown {
  return body ?? file?.text
}

function headersOf({ file }: Write, key: string | null): Readonly<Record<string, string>> {
  return {
    ...(file === undefined ? {} : { 'content-type': file.contentType }),
    ...(key === null ? {} : { 'idempotency-key': key }),
  }
}

function callerOf(write: Write): NamedKeys {
  return write.isTestMode === true ? service.test : service.live
}

async function sendAll(
  copies: number,
  isAtOnce: boolean,
  sendOne: (index: number) => Promise<WireAnswer>,
): Promise<readonly WireAnswer[]> {
  const indexes = Array.from({ length: copies }, (_, index) => index)
  if (isAtOnce) return Promise.all(indexes.map(sendOne))
  const answers: WireAnswer[] = []
  for (const index of indexes) answers.push(await sendOne(index))
  return answers
}

/**
 * Successes that differ, and refusals that a repeat may not meet; null where no answer is a success although the request
 * gets when it is sent once.
 */
function wrongAnswers(
  endpoint: Endpoint,
  answers: readonly WireAnswer[],
  key: string | null,
  statusOfOne: number,
): readonly unknown[] {
  const successes = answers.filter((it) => it.status < 400)
  const refused = answers.filter((it) => it.status >= 400)
  const differing = successes.filter((it) => contentOf(it) !== contentOf(successes[0]))
  const isRefusedAgain = statusOfOne >= 400 || (key === null && endpoint.repeated === 'is refused')
  const allowed: readonly unknown[] = [
    ...(isRefusedAgain ? endpoint.refusals : []),
    ...(key === null ? [] : ['IDEMPOTENCY_KEY_IN_FLIGHT']),
  ]
  return [
    ...(successes.length === 0 && !isRefusedAgain ? [null] : []),
    ...differing.map((it) => it.body),
    ...refused.map(codeOf).filter((code) => !allowed.includes(code)),
  ]
}

/** The content without the time of a check, which a repeat makes again. */
function contentOf(answer: WireAnswer | undefined): string | undefined {
  return JSON.stringify(answer?.body, (name, value) => (name === 'dateChecked' ? undefined : value))
}

const codeOf = ({ body }: WireAnswer): unknown => body.apiErrorCode

/** The number of rows by which each table has grown. */
type Effect = Readonly<Record<string, number>>

async function counts(): Promise<ReadonlyMap<string, number>> {
  const tables = (await service.rows()) as readonly { readonly name: string; readonly count: number }[]
  return new Map(
    tables.filter(({ name }) => name !== 'idempotent_request').map(({ name, count }) => [name, count]),
  )
}

async function effectSince(before: ReadonlyMap<string, number>): Promise<Effect> {
  const grown = [...(await counts())].map(([name, count]) => [name, count - (before.get(name) ?? 0)] as const)
  return Object.fromEntries(grown.filter(([, by]) => by !== 0))
}
