import { advance, type Progress } from '@goodword/sandbox/clock/advance'
import { catchUp } from '@goodword/sandbox/clock/keep-time'
import { type Answer, givenListener, type Listener } from '@goodword/sandbox/testing/given-listener'
import { journalOf } from '@goodword/sandbox/testing/journal-of'
import { afterEach, describe, expect, test } from 'vitest'
import type { Merchant } from '../model/merchant.ts'
import { type Sandbox, startSandbox } from '../start.ts'
import { formOf } from '../testing/form-of.ts'
import { sdkFor } from '../testing/given-merchant.ts'
import { givenShop } from '../testing/given-shop.ts'

const DAY_MS = 86_400_000
const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

describe('moving the clock', () => {
  test('time goes on to the moment that is asked for, with all that was due on the way', async () => {
    const { sandbox, merchant, listener } = await given()
    const from = merchant.clock.at
    const went = await advance(sandbox.gateway, merchant, from + 60 * DAY_MS)
    expect(went).toMatchObject({ from, to: from + 60 * DAY_MS, stopped: null })
    expect(merchant.clock).toEqual({ at: from + 60 * DAY_MS, runsSince: null })
    expect(await kindsOf(sandbox, merchant, listener)).toEqual([
      '2026-01-31 subscription_went_active',
      '2026-01-31 subscription_charged_successfully',
      '2026-02-28 subscription_charged_successfully',
      '2026-03-31 subscription_charged_successfully',
    ])
    expect(went.notifications).toBe(2)
  })

  test('the clock reports its progress while it moves', async () => {
    const { sandbox, merchant } = await given()
    const from = merchant.clock.at
    const seen: Progress[] = []
    await advance(sandbox.gateway, merchant, from + 30 * DAY_MS, (it) => seen.push(it))
    expect(seen.map(({ at }) => new Date(at).toISOString())).toEqual([
      '2026-01-31T12:00:00.000Z',
      '2026-01-31T22:00:00.000Z',
      '2026-01-31T23:00:00.000Z',
      '2026-02-28T06:00:00.000Z',
      '2026-02-28T22:00:00.000Z',
      '2026-02-28T23:00:00.000Z',
    ])
    expect(seen.at(-1)).toMatchObject({ from, to: from + 30 * DAY_MS, moments: 5, notifications: 1 })
  })

  test('time never goes back', async () => {
    const { sandbox, merchant } = await given()
    const from = merchant.clock.at
    expect(await advance(sandbox.gateway, merchant, from - 1)).toMatchObject({
      to: from,
      stopped: { reason: 'past', message: expect.stringContaining('time does not go back') },
    })
    expect(merchant.clock.at).toBe(from)
  })

  test('the clock moves for one request at a time', async () => {
    const { sandbox, merchant, listener } = await given()
    const to = merchant.clock.at + 30 * DAY_MS
    const [first, second] = await Promise.all([
      advance(sandbox.gateway, merchant, to),
      advance(sandbox.gateway, merchant, to),
    ])
    expect([first.stopped, second.stopped?.reason]).toEqual([null, 'busy'])
    expect(await kindsOf(sandbox, merchant, listener)).toHaveLength(3)
    expect(await advance(sandbox.gateway, merchant, to)).toMatchObject({ stopped: null })
  })

  test('a running clock stands while it is moved, and runs on from there', async () => {
    const machine = { now: 5_000_000 }
    const { sandbox, merchant } = await given({ machineNow: () => machine.now })
    merchant.clock = { at: merchant.clock.at, runsSince: machine.now }
    const to = merchant.clock.at + 30 * DAY_MS
    const standing: (number | null)[] = []
    await advance(sandbox.gateway, merchant, to, () => {
      machine.now += 1_000
      standing.push(merchant.clock.runsSince)
    })
    expect(new Set(standing)).toEqual(new Set([null]))
    expect(merchant.clock).toEqual({ at: to, runsSince: machine.now })
  })
})

describe('a clock that runs by itself', () => {
  test('a clock that runs by itself has done what has become due, once', async () => {
    const machine = { now: 5_000_000 }
    const { sandbox, merchant, listener } = await given({ machineNow: () => machine.now })
    merchant.clock = { at: merchant.clock.at, runsSince: machine.now }
    machine.now += 29 * DAY_MS
    await Promise.all([catchUp(sandbox.gateway, merchant), catchUp(sandbox.gateway, merchant)])
    await catchUp(sandbox.gateway, merchant)
    expect((await kindsOf(sandbox, merchant, listener)).slice(2)).toEqual([
      '2026-02-28 subscription_charged_successfully',
    ])
    expect(merchant.clock.runsSince).toBe(5_000_000)
  })

  test('a clock that runs by itself is moved by a request after that', async () => {
    const machine = { now: 5_000_000 }
    const { sandbox, merchant } = await given({ machineNow: () => machine.now })
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let waits = 0
    const barrier = await listening(async (_request, response) => {
      waits += 1
      if (waits === 1) await held
      response.writeHead(204).end()
    })
    merchant.barrier = barrier.url
    merchant.clock = { at: merchant.clock.at, runsSince: machine.now }
    machine.now += 29 * DAY_MS
    const working = catchUp(sandbox.gateway, merchant)
    await expect.poll(() => waits).toBe(1)
    const moving = fetch(`${sandbox.url}/sandbox/merchants/${merchant.id}/clock/advance`, {
      method: 'POST',
      body: JSON.stringify({ days: 1 }),
    })
    release()
    expect((await moving).status).toBe(200)
    await working
  })
})

describe('at the barrier', () => {
  test('a listener acts on what it was sent, and the next bill knows of it', async () => {
    const { sandbox, merchant, listener } = await given()
    const sdk = sdkFor(sandbox, merchant)
    const seen: number[] = []
    const barrier = await listening(async ({ body }, response) => {
      seen.push(listener.received.length)
      if (JSON.parse(body).now === '2026-02-28T06:00:00.000Z') {
        const add = [{ inheritedFromId: 'referral_discount', amount: '5.00', numberOfBillingCycles: 1 }]
        await sdk.subscription.update('once', { discounts: { add }, options: { prorateCharges: false } })
      }
      response.end()
    })
    merchant.barrier = barrier.url
    await advance(sandbox.gateway, merchant, merchant.clock.at + 95 * DAY_MS)
    const { transactions, updatedAt } = await sdk.subscription.find('once')
    expect(transactions?.map(({ amount }) => amount)).toEqual(['30.00', '25.00', '30.00', '30.00'])
    expect(updatedAt).toBe('2026-04-30T06:00:00Z')
    expect(barrier.received.map(({ body }) => JSON.parse(body)).slice(0, 2)).toEqual([
      { merchantId: 'merchant', now: '2026-01-31T12:00:00.000Z' },
      { merchantId: 'merchant', now: '2026-01-31T22:00:00.000Z' },
    ])
    // The bill of 28 February was made before the listener was called.
    expect(seen.slice(2, 5)).toEqual([2, 3, 3])
  })

  test('the clock stops when the barrier does not respond, and continues when it does', async () => {
    const { sandbox, merchant, listener } = await given()
    let status = 500
    const barrier = await listening(({ body }, response) => {
      response.statusCode = body.includes('2026-02-28') ? status : 204
      response.end()
    })
    merchant.barrier = barrier.url
    const to = merchant.clock.at + 60 * DAY_MS
    const stopped = await advance(sandbox.gateway, merchant, to)
    expect(stopped).toMatchObject({
      to: Date.UTC(2026, 1, 28, 6),
      stopped: {
        reason: 'barrier',
        message: expect.stringContaining('responded with 500 at 2026-02-28T06:00:00.000Z'),
      },
    })
    expect(merchant.clock.at).toBe(stopped.to)
    const again = await advance(sandbox.gateway, merchant, to)
    expect(again).toMatchObject({ from: stopped.to, to: stopped.to, stopped: { reason: 'barrier' } })
    status = 200
    expect(await advance(sandbox.gateway, merchant, to)).toMatchObject({ to, stopped: null })
    expect(await kindsOf(sandbox, merchant, listener)).toEqual([
      '2026-01-31 subscription_went_active',
      '2026-01-31 subscription_charged_successfully',
      '2026-02-28 subscription_charged_successfully',
      '2026-03-31 subscription_charged_successfully',
    ])
  })

  test('a listener that creates new work at each moment cannot block the clock forever', async () => {
    const { sandbox, merchant } = await given()
    const sdk = sdkFor(sandbox, merchant)
    const barrier = await listening(async (_received, response) => {
      await sdk.subscription.create({ planId: 'monthly', paymentMethodToken: tokenOf(merchant) })
      response.end()
    })
    merchant.barrier = barrier.url
    const went = await advance(sandbox.gateway, merchant, merchant.clock.at + DAY_MS)
    expect(went.stopped).toMatchObject({ reason: 'endless' })
    expect(merchant.clock.at).toBe(went.from)
  })

  test('a gateway that closes ends the advance', async () => {
    const { sandbox, merchant } = await given()
    const barrier = await listening(() => {
      void sandbox.close()
    })
    merchant.barrier = barrier.url
    const went = await advance(sandbox.gateway, merchant, merchant.clock.at + DAY_MS)
    expect(went.stopped).toMatchObject({ reason: 'closing' })
  })
})

function tokenOf({ cards }: Merchant): string {
  return Array.from(cards.keys())[0] ?? ''
}

/** A merchant with one subscription, created through the SDK, and a program that listens. */
async function given(options: { readonly machineNow?: () => number } = {}) {
  const merchant = givenShop()
  const listener = await listening()
  merchant.destinations = [{ id: 'first', url: listener.url, kinds: null }]
  const sandbox = await startSandbox({ port: 0, merchants: [merchant], ...options })
  opened.push(sandbox)
  const sdk = sdkFor(sandbox, merchant)
  const { customer } = await sdk.customer.create({ paymentMethodNonce: 'fake-valid-nonce' })
  const paymentMethodToken = customer.paymentMethods?.[0]?.token ?? ''
  const { success } = await sdk.subscription.create({ id: 'once', planId: 'monthly', paymentMethodToken })
  expect(success).toBe(true)
  const statuses = () => journalOf(merchant).map(({ status }) => status)
  await expect.poll(statuses).toEqual(['delivered', 'delivered'])
  return { sandbox, merchant, listener }
}

async function listening(answer?: Answer): Promise<Listener> {
  const listener = await givenListener(answer)
  opened.push(listener)
  return listener
}

/** `2026-02-28 subscription_charged_successfully`, in the order of arrival. */
async function kindsOf(sandbox: Sandbox, merchant: Merchant, { received }: Listener): Promise<string[]> {
  const sdk = sdkFor(sandbox, merchant)
  const lines = received.map(formOf).map(async (form) => {
    const { kind, timestamp } = await sdk.webhookNotification.parse(form.signature, form.payload)
    return `${`${timestamp}`.slice(0, 10)} ${kind}`
  })
  return await Promise.all(lines)
}
