import { setImmediate as nextTurn } from 'node:timers/promises'
import braintree from 'braintree'
import { expect, test } from 'vitest'
import { observeProcessorCalls } from '../../../engine/signals/processor-calls.ts'
import { newActivity, runActivity, type Span, useTracing } from '../../../engine/tracing/tracing.ts'
import type { CallLimits } from '../../limited-calls.ts'
import { createCalls } from './call-gateway.ts'

const gateway = new braintree.BraintreeGateway({
  environment: braintree.Environment.Sandbox,
  merchantId: 'shop',
  publicKey: 'public',
  privateKey: 'private',
})

test('no more calls are made at a time than are allowed, and only the allowed number waits', async () => {
  const { read } = given({ maxConcurrent: 2, maxQueued: 1 })
  const started: (() => void)[] = []
  const call = () => read('test', () => new Promise<void>((done) => started.push(done)))
  const calls = [call(), call(), call()]
  await expect(call()).rejects.toMatchObject({ code: 'RATE_LIMITED', retryable: true, retryAfterMs: 1000 })
  await nextTurn()
  expect(started).toHaveLength(2)
  started[0]?.()
  await calls[0]
  await nextTurn()
  expect(started).toHaveLength(3)
  for (const done of started) done()
  await Promise.all(calls)
})

test('a call waits until the rate permits it', async () => {
  const clock = { at: 0 }
  const { read } = given({ perSecond: 1000, burst: 1 }, clock)
  let made = 0
  const call = () =>
    read('test', async () => {
      made += 1
    })
  await call()
  const second = call()
  await nextTurn()
  expect(made).toBe(1)
  clock.at += 1
  await second
  expect(made).toBe(2)
})

test('after the processor’s limit, calls are made again when the pause is over', async () => {
  const clock = { at: 0 }
  const { read } = given({}, clock)
  const limited = Object.assign(new Error('Too Many Requests'), { type: 'tooManyRequestsError' })
  await expect(read('test', () => Promise.reject(limited))).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  clock.at += 4000
  await expect(read('test', async () => 'made')).rejects.toMatchObject({ retryAfterMs: 6000 })
  clock.at += 6000
  expect(await read('test', async () => 'made')).toBe('made')
})

test('an error that the connector does not expect is an unreadable response', async () => {
  const { read, write } = given()
  const defect = () => Promise.reject(new TypeError('x is undefined'))
  await expect(read('test', defect)).rejects.toMatchObject({ code: 'MALFORMED', isOutcomeUnknown: false })
  await expect(write('test', defect)).rejects.toMatchObject({ code: 'MALFORMED', isOutcomeUnknown: true })
})

test('requests are observed with their outcome, and so are those that are not made', async () => {
  const observed: string[] = []
  const stop = observeProcessorCalls((it) => observed.push(it.kind === 'made' ? it.outcome : it.reason))
  const { read } = given({ failuresToOpen: 1 })
  await read('test', async () => 'done')
  const failing = (type: string) =>
    read('test', () => Promise.reject(Object.assign(new Error('x'), { type })))
  await expect(failing('notFoundError')).rejects.toThrow('does not have')
  await expect(failing('serverError')).rejects.toThrow('internal error')
  await expect(read('test', async () => 'not made')).rejects.toThrow('not called for a while')
  stop()
  await expect(read('test', async () => 'not observed')).rejects.toThrow('not called for a while')
  expect(observed).toEqual(['SUCCESS', 'NOT_FOUND', 'UNAVAILABLE', 'circuit_open'])
})

test('a request is a span of the activity that makes it, although it waited for another one', async () => {
  const spans: string[] = []
  useTracing((name, { parent }) => recordingSpan(`${name} of ${nameOf(parent)}`, spans))
  const { read } = given({ maxConcurrent: 1 })
  const within = (name: string, work: () => Promise<unknown>) =>
    runActivity(newActivity(recordingSpan(name, [])), () => read(`${name}.find`, work))
  const missing = () => Promise.reject(Object.assign(new Error('x'), { type: 'notFoundError' }))
  await Promise.allSettled([within('first', async () => 'done'), within('second', missing)])
  useTracing(null)
  expect(spans).toEqual([
    'braintree first.find of first: end',
    'braintree second.find of second: error.type NOT_FOUND',
    'braintree second.find of second: status 2',
    'braintree second.find of second: end',
  ])
})

/** Makes as much of a span as is used. */
function recordingSpan(name: string, events: string[]): Span {
  const span = {
    name,
    setAttribute: (key: string, value: unknown) => events.push(`${name}: ${key} ${value}`),
    setStatus: ({ code }: { readonly code: number }) => events.push(`${name}: status ${code}`),
    end: () => events.push(`${name}: end`),
  }
  return span as unknown as Span
}

function nameOf(parent: unknown): unknown {
  return Reflect.get(Object(parent), 'name')
}

function given(limits: Partial<CallLimits> = {}, clock = { at: 0 }) {
  const usual: CallLimits = {
    deadlineMs: 60_000,
    maxConcurrent: 8,
    maxQueued: 10,
    perSecond: 1000,
    burst: 1000,
    failuresToOpen: 5,
    openMs: 1000,
  }
  return createCalls(
    gateway,
    { ...usual, ...limits },
    {
      stopwatch: { now: () => clock.at },
      renewAgent: () => undefined,
    },
  )
}
