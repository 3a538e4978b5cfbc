import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox } from '../../start.ts'
import { givenMerchant, sdkFor } from '../../testing/given-merchant.ts'
import { givenPlans } from '../../testing/given-shop.ts'
import { givenSubscriber } from '../../testing/given-subscriber.ts'
import { allOf } from '../../testing/search-all.ts'

/** `q.planId().is('…')`, by names that only the test knows. */
type Question = Record<string, () => Record<string, (...values: unknown[]) => unknown>>

const merchant = givenMerchant()
givenPlans(merchant)
const { token: paymentMethodToken } = givenSubscriber(merchant)
const sandbox = await startSandbox({ port: 0, merchants: [merchant] })
const gateway = sdkFor(sandbox, merchant)
afterAll(() => sandbox.close())

beforeAll(async () => {
  const create = (id: string, planId: string, given: object = {}) =>
    gateway.subscription.create({ paymentMethodToken, id, planId, ...given })
  await create('first', 'trialless', { price: '5.00', numberOfBillingCycles: 10 })
  await create('trial', 'trial')
  merchant.clock.at += 60_000
  await create('pending', 'day_five', { price: '5.01', numberOfBillingCycles: 5 })
  await create('gone', 'yearly')
  await create('late', 'trialless', { price: '6.00' })
  await gateway.subscription.cancel('gone')
  const late = merchant.subscriptions.get('late')
  if (late !== undefined) Object.assign(late, { status: 'Past Due', pastDueSince: '2026-01-26' })
})

test('a search without a question finds all, newest first', async () => {
  expect(await found(() => undefined)).toEqual(['late', 'gone', 'pending', 'trial', 'first'])
})

test.each([
  ['id', 'is', ['first'], ['first']],
  ['id', 'contains', ['i'], ['pending', 'trial', 'first']],
  ['ids', 'in', [['gone', 'trial']], ['gone', 'trial']],
  ['planId', 'is', ['trialless'], ['late', 'first']],
  ['planId', 'in', [['trial', 'yearly']], ['gone', 'trial']],
  ['status', 'is', ['Canceled'], ['gone']],
  ['status', 'in', [['Past Due', 'Pending']], ['late', 'pending']],
  ['inTrialPeriod', 'is', [true], ['trial']],
  ['inTrialPeriod', 'is', [false], ['late', 'gone', 'pending', 'first']],
  ['price', 'is', ['5.00'], ['first']],
  ['price', 'between', ['5.00', '6.00'], ['late', 'pending', 'first']],
  ['daysPastDue', 'between', [1, 20], ['late']],
  ['daysPastDue', 'is', [5], ['late']],
  ['billingCyclesRemaining', 'between', [5, 9], ['pending', 'first']],
  ['nextBillingDate', 'max', ['2026-02-05'], ['pending', 'trial']],
  ['createdAt', 'max', [new Date('2026-01-31T12:00:30Z')], ['trial', 'first']],
  ['merchantAccountId', 'is', ['merchant_usd'], ['late', 'gone', 'pending', 'trial', 'first']],
  ['merchantAccountId', 'is', ['bogus'], []],
])('subscriptions whose %s %s %s are found', async (field, word, values, ids) => {
  expect(await found((question) => question[field]?.()[word]?.(...values))).toEqual(ids)
})

test('a subscription is found by any of its transactions', async () => {
  const { transactions } = await gateway.subscription.find('first')
  const id = transactions?.[0]?.id
  expect(await found((question) => question.transactionId?.().is?.(id))).toEqual(['first'])
})

test('a subscription that is not there is not found', async () => {
  const missing = { type: 'notFoundError' }
  await expect(gateway.subscription.find('none')).rejects.toMatchObject(missing)
  await expect(gateway.subscription.cancel('none')).rejects.toMatchObject(missing)
  await expect(gateway.subscription.update('none', { price: '1.00' })).rejects.toMatchObject(missing)
})

test('canceling ends a subscription at once, and records the source', async () => {
  const { subscription } = await gateway.subscription.create({ paymentMethodToken, planId: 'trial' })
  const canceled = await gateway.subscription.cancel(subscription.id)
  expect(canceled.subscription.status).toBe('Canceled')
  const { statusHistory } = await gateway.subscription.find(subscription.id)
  expect(statusHistory).toMatchObject([
    { status: 'Canceled', user: 'merchant_public', subscriptionSource: 'api', planId: 'trial' },
    { status: 'Active' },
  ])
})

async function found(query: (question: Question) => unknown): Promise<readonly string[]> {
  return (await allOf<{ id: string }>(gateway.subscription.search(query))).map(({ id }) => id)
}
