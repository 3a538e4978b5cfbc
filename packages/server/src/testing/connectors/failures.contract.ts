import { inspect } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { ProcessorError } from '../../connectors/processor-error.ts'
import { serializeErrorText } from '../../engine/logging/serialize-error.ts'
import { off, usd } from '../processor/money.ts'
import type { ProcessorFault, ProcessorSubject, RequestSort } from '../processor/processor-subject.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** The errors of a read, and of a change that was not carried out. */
const failures: readonly (readonly [ProcessorFault, Partial<ProcessorError>, Partial<ProcessorError>])[] = [
  [status(500), { code: 'UNAVAILABLE', retryable: true }, { isOutcomeUnknown: true }],
  [status(502), { code: 'UNAVAILABLE', retryable: true }, { isOutcomeUnknown: true }],
  [status(503), { code: 'UNAVAILABLE', retryable: true }, { isOutcomeUnknown: true }],
  [status(504), { code: 'UNAVAILABLE', retryable: true }, { isOutcomeUnknown: true }],
  [status(408), { code: 'TIMED_OUT', retryable: true }, { isOutcomeUnknown: true }],
  [status(429), { code: 'RATE_LIMITED', retryable: true }, { isOutcomeUnknown: false }],
  [status(401), { code: 'CREDENTIALS_REJECTED', retryable: false }, { isOutcomeUnknown: false }],
  [status(403), { code: 'PERMISSION_DENIED', retryable: false }, { isOutcomeUnknown: false }],
  [status(426), { code: 'REJECTED', retryable: false }, { isOutcomeUnknown: false }],
  [{ kind: 'reset' }, { code: 'UNAVAILABLE', retryable: true }, { isOutcomeUnknown: true }],
]

export function describeFailures(given: () => Promise<ProcessorSubject>): void {
  test.each(failures)('%j is classified alike for reads and changes', async (fault, error, ofChange) => {
    const { open, id, discountId, discountOf, fail, recover } = await subscribed(given)
    await fail(fault, 'reading a subscription')
    const read = open().readSubscription(id, discountId)
    await expect(read).rejects.toMatchObject({ ...error, isOutcomeUnknown: false })
    await recover()
    await fail(fault, 'setting a discount')
    const change = open().setStanding(id, discountId, off(usd(500)))
    await expect(change).rejects.toMatchObject({ ...error, ...ofChange })
    await recover()
    expect(await discountOf(id)).toBeNull()
  })

  test.each(['malformed', 'truncated'] as const)(
    'a read whose answer is %s may be repeated',
    async (kind) => {
      const { client, id, discountId, fail } = await subscribed(given)
      await fail({ kind }, 'reading a subscription', { times: 1 })
      const read = () => client.readSubscription(id, discountId)
      await expect(read()).rejects.toMatchObject({ retryable: true, isOutcomeUnknown: false })
      expect(await read()).toMatchObject({ id })
    },
  )

  test('a call that is never answered ends', async () => {
    const { open, id, discountId, discountOf, fail, recover } = await subscribed(given)
    const client = open({ deadlineMs: 3000 })
    const timedOut = { code: 'TIMED_OUT', retryable: true }
    await fail({ kind: 'hang' }, 'setting a discount')
    await expect(client.setStanding(id, discountId, off(usd(500)))).rejects.toMatchObject({
      ...timedOut,
      isOutcomeUnknown: true,
    })
    await fail({ kind: 'hang' }, 'reading a subscription')
    await expect(client.readSubscription(id, discountId)).rejects.toMatchObject(timedOut)
    await recover()
    expect(await discountOf(id)).toBeNull()
    expect(await client.readSubscription(id, discountId)).toMatchObject({ id })
  })

  test('a processor that cannot be reached is unavailable, and has done nothing', async () => {
    const { open } = await given()
    const nowhere = open({ credentials: { environment: 'http://127.0.0.1:1' } })
    await expect(nowhere.checkCredentials()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await expect(nowhere.findMissingSetup('any')).rejects.toMatchObject({ isOutcomeUnknown: false })
  })

  test('a processor that fails again and again is not called for a while, and then by one call at first', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { client, id, discountId, fail, failures: failed, recover } = await subscribed(given)
    const read = () => client.readSubscription(id, discountId)
    await fail(status(503), 'reading a subscription')
    for (let n = 0; n < 8; n += 1) await expect(read()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await failed()).toBe(5)
    await expect(read()).rejects.toMatchObject({ retryAfterMs: expect.any(Number) })
    vi.setSystemTime(Date.now() + 60_000)
    await Promise.allSettled([read(), read(), read()])
    expect(await failed()).toBe(6)
    await recover()
    await expect(read()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    vi.setSystemTime(Date.now() + 60_000)
    expect(await Promise.all([read(), read(), read()])).toMatchObject([{ id }, { id }, { id }])
  })

  test('answers that are refusals do not count as failures of the processor', async () => {
    const { client, id, discountId, deny } = await subscribed(given)
    for (let n = 0; n < 8; n += 1) expect(await client.readCustomer(`unknown_${n}`, discountId)).toBeNull()
    await deny('setting a discount')
    for (let n = 0; n < 8; n += 1)
      await expect(client.setStanding(id, discountId, off(usd(500)))).rejects.toMatchObject({
        code: 'PERMISSION_DENIED',
      })
    expect(await client.readSubscription(id, discountId)).toMatchObject({ id })
  })

  test('after a limit of the processor, no call is made for a while', async () => {
    const { client, id, discountId, fail, failures: failed } = await subscribed(given)
    await fail(status(429), 'reading a subscription')
    for (let n = 0; n < 3; n += 1)
      await expect(client.readSubscription(id, discountId)).rejects.toMatchObject({
        code: 'RATE_LIMITED',
        retryAfterMs: expect.any(Number),
      })
    expect(await failed()).toBe(1)
  })

  test('no failure shows a key, wherever it is printed', async () => {
    const sorts: readonly RequestSort[] = ['reading a subscription', 'setting a discount']
    for (const [fault] of [...failures, [{ kind: 'malformed' }] as const]) {
      const { open, secrets, id, discountId, fail } = await subscribed(given)
      for (const sort of sorts) await fail(fault, sort)
      const client = open()
      const error = await client.setStanding(id, discountId, off(usd(500))).catch((it: unknown) => it)
      expect(error).toBeInstanceOf(ProcessorError)
      const printed = [
        inspect([error, client], { depth: 20, showHidden: true }),
        serializeErrorText(error),
        JSON.stringify([error, client]),
        `${error instanceof Error ? error.stack : ''}`,
      ].join()
      for (const secret of secrets) expect(printed).not.toContain(secret)
    }
  })
}

function status(of: number): ProcessorFault {
  return { kind: 'status', status: of }
}

async function subscribed(given: () => Promise<ProcessorSubject>) {
  const subject = await given()
  return { ...subject, client: subject.open(), id: await subject.subscribe(await subject.addCustomer()) }
}
