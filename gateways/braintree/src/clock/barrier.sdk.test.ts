import { advance } from '@goodword/sandbox/clock/advance'
import { givenListener } from '@goodword/sandbox/testing/given-listener'
import { afterEach, expect, test } from 'vitest'
import type { FaultBody } from '../control/bodies.ts'
import { makeFault } from '../control/make-fault.ts'
import { startSandbox } from '../start.ts'
import { sdkFor } from '../testing/given-merchant.ts'
import { givenShop } from '../testing/given-shop.ts'

const DAY_MS = 86_400_000
const SALE = {
  amount: '10.00',
  paymentMethodNonce: 'fake-valid-nonce',
  options: { submitForSettlement: true },
}
const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

test('a listener that is not done is called again, and time goes on when it is', async () => {
  const { move, calls } = await given((call) => (call < 4 ? 503 : 204))
  expect(await move(1)).toMatchObject({ stopped: null, unfinished: 0 })
  // At the present, three times without success, and where the clock arrives.
  expect(calls()).toBe(5)
})

test('a barrier that is never done stops the clock after ten calls, and says why', async () => {
  const { move, calls } = await given(() => 503)
  const { stopped } = await move(1)
  expect(stopped).toMatchObject({
    reason: 'barrier',
    message: expect.stringMatching(/responded with 503 .* It says: 1 job is left$/),
  })
  expect(calls()).toBe(10)
})

test('any other status of a barrier is not tried again', async () => {
  const { move, calls } = await given(() => 500)
  expect(await move(1)).toMatchObject({ stopped: { reason: 'barrier' } })
  expect(calls()).toBe(1)
})

test('a listener that says when it has something to do is called then, and not when transactions settle', async () => {
  const { merchant, sdk, move, times, say } = await given(() => 204)
  const { at } = merchant.clock
  expect((await sdk.transaction.sale(SALE)).success).toBe(true)
  say(new Date(at + 2 * DAY_MS).toISOString())
  expect(await move(3)).toMatchObject({ moments: 2, stopped: null })
  // The answer stays the same, so that nothing more is due then.
  expect(times()).toEqual([at, at + 2 * DAY_MS, at + 3 * DAY_MS])
  expect((await sdk.transaction.sale(SALE)).success).toBe(true)
  say(null)
  await move(4)
  expect(times()).toHaveLength(3 + 4)
})

test('an outage that ends after a number of requests ends while the listener is called again', async () => {
  const { move, fail, read, calls } = await given(async () => ((await read()) ? 204 : 503))
  fail(6)
  expect(await move(1)).toMatchObject({ stopped: null, unfinished: 0 })
  expect(calls()).toBe(8)
})

test('an outage without an end does not stop time, and is waited for once', async () => {
  const { move, fail, recover, read, calls } = await given(async () => ((await read()) ? 204 : 503))
  fail(null)
  expect(await move(10)).toMatchObject({ stopped: null, unfinished: 2 })
  expect(await move(20)).toMatchObject({ stopped: null, unfinished: 2 })
  expect(calls()).toBe(10 + 3)
  recover()
  expect(await move(30)).toMatchObject({ stopped: null, unfinished: 0 })
})

test('time does not overtake a request that is carried out after it was answered', async () => {
  const { merchant, move, fail, sdk } = await given(async () => {
    await sdk.customer.create({ id: 'late' }).catch(() => undefined)
    return 204
  })
  fail(1, { kind: 'applied_late', ms: 50, status: 503 })
  expect(await move(0)).toMatchObject({ stopped: null })
  expect(merchant.customers.has('late')).toBe(true)
})

/** A merchant whose barrier answers so, from the first call on. Nothing else is due. */
async function given(status: (call: number) => number | Promise<number>) {
  const merchant = givenShop()
  const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
  opened.push(sandbox)
  const sdk = sdkFor(sandbox, merchant)
  let calls = 0
  let nextDue: string | null = null
  const times: number[] = []
  const barrier = await givenListener(async ({ body }, response) => {
    calls += 1
    times.push(Date.parse(JSON.parse(body).now))
    response.statusCode = await status(calls)
    if (nextDue !== null) response.setHeader('next-due', nextDue)
    response.setHeader('retry-after', 0)
    response.end(JSON.stringify({ message: '1 job is left.' }))
  })
  opened.push(barrier)
  merchant.barrier = barrier.url
  const { at } = merchant.clock
  return {
    merchant,
    sdk,
    calls: () => calls,
    /** The merchant's time at each call. */
    times: () => times,
    say(time: string | null) {
      nextDue = time
    },
    move: (day: number) => advance(sandbox.gateway, merchant, at + day * DAY_MS),
    /** Whether the gateway responds to the listener. */
    read: () =>
      sdk.plan.all().then(
        () => true,
        () => false,
      ),
    fail(times: number | null, action: FaultBody['action'] = { kind: 'status', status: 503 }) {
      merchant.faults = [makeFault(merchant, { action, ...(times === null ? {} : { times }) })]
    },
    recover() {
      merchant.faults = []
    },
  }
}
