import { advance } from '@goodword/sandbox/clock/advance'
import { givenListener } from '@goodword/sandbox/testing/given-listener'
import type braintree from 'braintree'
import { afterEach, describe, expect, test } from 'vitest'
import type { FaultAction, FaultRule } from '../model/merchant.ts'
import { startSandbox } from '../start.ts'
import { sdkFor } from '../testing/given-merchant.ts'
import { givenShop } from '../testing/given-shop.ts'

const opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close()
})

describe('a status for the official SDK', () => {
  test.each([
    [401, 'authenticationError'],
    [403, 'authorizationError'],
    [408, 'requestTimeoutError'],
    [426, 'upgradeRequired'],
    [429, 'tooManyRequestsError'],
    [500, 'serverError'],
    [502, 'unexpectedError'],
    [503, 'serviceUnavailableError'],
    [504, 'gatewayTimeoutError'],
  ])('the status %i is %s for a program of the official SDK', async (status, type) => {
    const { sdk } = await given({ action: { kind: 'status', status } })
    await expect(sdk.discount.all()).rejects.toMatchObject({ type })
  })
})

describe('a missing answer for the official SDK', () => {
  test('a reset is an unexpected error', async () => {
    const { sdk } = await given({ action: { kind: 'reset' } })
    await expect(sdk.discount.all()).rejects.toMatchObject({ type: 'unexpectedError' })
  })

  test('a request without a response times out in the client', async () => {
    const { sdk } = await given({ action: { kind: 'hang' } })
    sdk.config.timeout = 50
    await expect(sdk.discount.all()).rejects.toMatchObject({
      type: 'unexpectedError',
      message: 'Request timed out',
    })
  })

  test('a request without a response ends when the gateway closes', async () => {
    const { sdk, sandbox, rule } = await given({ action: { kind: 'hang' } })
    const answer = sdk.discount.all().catch((error: Error) => error)
    await expect.poll(() => rule.hits).toBe(1)
    await sandbox.close()
    expect(await answer).toMatchObject({ message: expect.stringContaining('socket hang up') })
  })

  test('half an answer is an unexpected error', async () => {
    const { sdk } = await given({ action: { kind: 'truncated' } })
    await expect(sdk.discount.all()).rejects.toMatchObject({ type: 'unexpectedError' })
  })

  test('XML that breaks off is an error of its parser', async () => {
    const { sdk } = await given({ action: { kind: 'malformed' } })
    await expect(sdk.discount.all()).rejects.toThrow(/Unclosed root tag|Unexpected end/)
  })

  test('a delay passes, and then the answer comes', async () => {
    const { sdk } = await given({ action: { kind: 'delay', ms: 20 } })
    expect(await sdk.discount.all()).toHaveLength(1)
  })
})

describe('the requests of a rule', () => {
  test('a rule applies to the second and the third of the requests that fit, and to no others', async () => {
    const action = { kind: 'status', status: 500 } as const
    const { sdk, rule } = await given({
      action,
      from: 2,
      times: 2,
      match: { method: 'GET', path: '/discounts' },
    })
    const seen = []
    for (let n = 0; n < 4; n += 1) {
      await sdk.addOn.all()
      seen.push(await sdk.discount.all().then(...outcome))
    }
    expect(seen).toEqual(['answered', 'serverError', 'serverError', 'answered'])
    expect(rule).toMatchObject({ seen: 4, hits: 2 })
  })

  test('the first rule that hits acts, and the others count', async () => {
    const { sdk, merchant } = await given({ action: { kind: 'status', status: 500 }, times: 1 })
    const second = ruleOf({ action: { kind: 'status', status: 503 }, from: 2 })
    merchant.faults.push(second)
    expect(await sdk.discount.all().then(...outcome)).toBe('serverError')
    expect(await sdk.discount.all().then(...outcome)).toBe('serviceUnavailableError')
    expect(second).toMatchObject({ seen: 2, hits: 1 })
  })

  test('an applied rule is logged', async () => {
    const { sdk, lines } = await given({ action: { kind: 'status', status: 429 } })
    await sdk.discount.all().then(...outcome)
    expect(lines).toContain('fault rule applied to GET /merchants/merchant/discounts: status')
  })
})

describe('a request whose answer is lost', () => {
  test.each(['answer_lost', 'truncated', 'malformed'] as const)(
    'the effect of a request whose answer is lost is there all the same: %s',
    async (kind) => {
      const { sdk, merchant, rule } = await given({
        action: { kind },
        match: { method: 'POST', path: '/subscriptions' },
      })
      const listener = await givenListener()
      opened.push(listener)
      merchant.destinations = [{ id: 'first', url: listener.url, kinds: null }]
      await expect(subscribe(sdk, 'once')).rejects.toThrow()
      expect(rule.hits).toBe(1)
      const found = await sdk.subscription.find('once')
      expect(found).toMatchObject({ status: 'Active', price: '30.00' })
      expect(found.transactions).toHaveLength(1)
      await expect.poll(() => listener.received.length).toBe(2)
    },
  )
})

describe('charges that are declined', () => {
  test('a rule declines charges inside a request, for the reason that it names', async () => {
    const decline = { kind: 'decline', code: '2001', token: null, subscriptionId: null } as const
    const { sdk, rule } = await given({
      action: decline,
      match: { method: 'POST', path: '/transactions' },
      times: 1,
    })
    const sale = { amount: '10.00', paymentMethodNonce: 'fake-valid-nonce', orderId: 'first' }
    const first = await sdk.transaction.sale(sale)
    expect(first.success).toBe(false)
    expect(first.transaction).toMatchObject({ status: 'processor_declined', processorResponseCode: '2001' })
    const second = await sdk.transaction.sale({ ...sale, orderId: 'second' })
    expect(second.success).toBe(true)
    expect(rule).toMatchObject({ seen: 2, hits: 1 })
  })

  test('a rule declines charges in the bills of one subscription, as often as it says', async () => {
    const action = { kind: 'decline', code: '2010', token: null, subscriptionId: 'once' } as const
    const { sdk, sandbox, merchant, rule } = await given({ action, from: 2, times: 1 })
    await subscribe(sdk, 'once')
    await subscribe(sdk, 'other')
    await advance(sandbox.gateway, merchant, Date.UTC(2026, 2, 5))
    const { status, failureCount, transactions } = await sdk.subscription.find('once')
    expect({ status, failureCount }).toEqual({ status: 'Past Due', failureCount: 1 })
    expect(transactions?.map((each) => each.processorResponseCode)).toEqual(['2010', '1000'])
    expect(await sdk.subscription.find('other')).toMatchObject({ status: 'Active' })
    expect(rule).toMatchObject({ seen: 2, hits: 1 })
  })
})

async function subscribe(sdk: braintree.BraintreeGateway, id: string): Promise<void> {
  const { customer } = await sdk.customer.create({ paymentMethodNonce: 'fake-valid-nonce' })
  const paymentMethodToken = customer.paymentMethods?.[0]?.token ?? ''
  await sdk.subscription.create({ id, planId: 'monthly', paymentMethodToken })
}

async function given(fields: Partial<FaultRule> & { readonly action: FaultAction }) {
  const merchant = givenShop()
  const rule = ruleOf(fields)
  merchant.faults.push(rule)
  const lines: string[] = []
  const sandbox = await startSandbox({ port: 0, merchants: [merchant], log: (line) => lines.push(line) })
  opened.push(sandbox)
  return { sdk: sdkFor(sandbox, merchant), sandbox, merchant, rule, lines }
}

function ruleOf(fields: Partial<FaultRule> & { readonly action: FaultAction }): FaultRule {
  const match = { method: null, path: null }
  return { id: 'rule', match, from: 1, times: null, probability: 1, seen: 0, hits: 0, ...fields }
}

const outcome = [() => 'answered', (error: { readonly type: string }) => error.type] as const
