import { allEndpoints, endpoints } from '@goodword/contract/all-endpoints'
import { LAST_TIME } from '@goodword/domain/values/last-time'
import { propertyRuns } from '@goodword/testing/property-runs'
import { testSeed } from '@goodword/testing/test-seed'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type GeneratedRequest, rightRequests, wrongRequests } from '../testing/requests/generated-request.ts'
import { knownValues } from '../testing/requests/known-values.ts'
import { makeWorld } from '../testing/requests/make-world.ts'
import type { WireAnswer } from '../testing/requests/wire-rules.ts'
import { signUser } from '../testing/sign.ts'
import { credentialsFor } from '../testing/staff/credentials.ts'
import { startTestService } from '../testing/test-service.ts'

const runs = propertyRuns(5)
const service = await startTestService()
// No two things happen in the same millisecond, as in life.
service.clock.step = 1
const TIMEOUT_MS = 600_000 + runs * 3000
const ENOUGH = Math.ceil(runs / 10)

const named = allEndpoints.map((endpoint) => [endpoint.name, endpoint] as const)

const rows = async () => JSON.stringify(await service.rows())

/** Their programs have the shape of replaceProgram's, to which everything that can be wrong with one is sent. */
const takesProgram = new Set(['forecastProgram', 'previewOffer'])

/** The connections of programs that report what a processor shows otherwise. */
const connections = new Map<string, 'manual' | 'none'>([
  ['reportBill', 'manual'],
  ['reportPayment', 'none'],
])

/** A tenant to send requests to, each of which is answered by the contract. */
async function openWorld(connection: 'braintree' | 'manual' | 'none' = 'braintree') {
  const { keys, world } = await makeWorld(service)
  const call = { alias: keys.alias, key: keys.apiKey }
  if (connection === 'manual')
    await service.call('PUT', '/connection', { ...call, body: { processor: 'manual' } })
  if (connection === 'none') {
    const remove = 'delete from app.processor_connection where tenant_id = $1'
    await service.owner.query({ name: '', text: remove }, [keys.alias])
  }
  return {
    known: {
      ...knownValues(world),
      jwt: () =>
        // The last account twice: it alone can still be referred.
        [...world.accountIds, ...world.accountIds.slice(-1)].map((accountId) =>
          signUser(
            keys.signingKey,
            { accountId, id: 'u1', email: `${accountId}@example.com` },
            service.clock.now,
          ),
        ),
    },
    async send({ endpoint, method, path, headers, body }: GeneratedRequest): Promise<WireAnswer> {
      const caller = await credentialsFor(service, endpoint, keys)
      const given = body === null ? {} : { body }
      const answer = await service.call(method, path, {
        ...{ alias: keys.alias, key: caller.key, headers: { ...headers, ...caller.headers } },
        ...given,
      })
      if (path === '/program' && answer.status === 200) world.version = Number(answer.body.version)
      return answer
    },
  }
}

// For whatever changes nothing.
const still = await openWorld()
/** The world of requests that write: they share one until it has nothing left for one of them. */
let used = await openWorld()

type Send = (request: GeneratedRequest) => Promise<WireAnswer>

/**
 * Sends right requests; those that are refused, and those that only read, change nothing. Returns what they came to:
 * `success`, and the codes of refusals.
 */
async function sendAll(
  requests: fc.Arbitrary<GeneratedRequest>,
  send: Send,
  numRuns: number,
  seed = testSeed,
) {
  const results = new Set<unknown>()
  let before = await rows()
  const property = fc.asyncProperty(requests, async (request) => {
    const { status, body } = await send(request)
    const now = await rows()
    // A code that comes too late leaves an event on the timeline of the person who entered it.
    const mayLeaveEvent = request.endpoint.name === 'enterCode' && status !== 404
    if (request.method === 'GET' || (status >= 400 && !mayLeaveEvent))
      expect(now === before, 'nothing changed').toBe(true)
    before = now
    results.add(status < 300 ? 'success' : body.apiErrorCode)
  })
  await fc.assert(property, { numRuns, seed, endOnFailure: true })
  return results
}

describe('every endpoint', () => {
  test.each(named)('%s takes what its schemas allow', { timeout: TIMEOUT_MS }, async (_, endpoint) => {
    const seen = new Set<unknown>()
    const connection = connections.get(endpoint.name)
    const own = connection === undefined ? null : await openWorld(connection)
    // A request of the right shape may still be impossible; of many requests one is not.
    for (let attempt = 0; attempt < 600 && !seen.has('success'); attempt += 1) {
      if (endpoint.method !== 'GET' && attempt % 12 === 11) used = await openWorld()
      const { known, send } = own ?? (endpoint.method === 'GET' ? still : used)
      const results = await sendAll(rightRequests(endpoint, known), send, ENOUGH, testSeed + attempt)
      for (const result of results) seen.add(result)
    }
    expect([...seen]).toContain('success')
  })

  test.each(named)(
    '%s refuses whatever is wrong with a request',
    { timeout: TIMEOUT_MS },
    async (_, endpoint) => {
      const { known, send } = still
      const before = await rows()
      const surprises: string[] = []
      const requests = wrongRequests(endpoint, known, 1).filter(
        ({ what }, index) =>
          !takesProgram.has(endpoint.name) || !what.startsWith('body program: ') || index % 20 === 0,
      )
      for (const request of requests) {
        const { status, body } = await send(request)
        if (status !== request.status)
          surprises.push(`${request.what} is ${status} ${body.apiErrorCode ?? ''}`)
      }
      expect(surprises).toEqual([])
      expect((await rows()) === before, 'nothing changed').toBe(true)
    },
  )
})

test('every read is answered at the last moment of a test clock', { timeout: TIMEOUT_MS }, async () => {
  const { known, send } = await openWorld()
  const body = JSON.stringify({ now: LAST_TIME })
  const moved = { what: 'the clock', method: 'POST', path: '/test/clock', headers: {}, body } as const
  expect((await send({ ...moved, endpoint: endpoints.moveTestClock })).status).toBe(200)
  const reads = allEndpoints.filter((it) => it.method === 'GET')
  for (const endpoint of reads) await sendAll(rightRequests(endpoint, known), send, ENOUGH)
})

test('generated requests are answered one after the other, whatever they leave behind', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { known, send } = await openWorld()
  const anything = fc.oneof(...allEndpoints.map((endpoint) => rightRequests(endpoint, known)))
  await sendAll(anything, send, runs)
})
