import { advance } from '@goodword/sandbox/clock/advance'
import { givenCounter } from '@goodword/sandbox/testing/given-listener'
import { expect, test } from 'vitest'
import type { Day } from '../../model/day.ts'
import type { Merchant } from '../../model/merchant.ts'
import { startSandbox } from '../../start.ts'
import { givenShop } from '../../testing/given-shop.ts'
import { givenSubscriber } from '../../testing/given-subscriber.ts'
import { givenSubscription } from '../../testing/given-subscription.ts'

/** More are for `npm run test:all`. */
const SUBSCRIPTIONS = Number(process.env.GOODWORD_TEST_SUBSCRIPTIONS ?? 60)
const MONTHS = 12

test('a year of many monthly subscriptions is billed and settled, with every notification once', async () => {
  const merchant = givenShop()
  for (let n = 0; n < SUBSCRIPTIONS; n += 1) addSubscription(merchant, n)
  const listener = await givenCounter()
  merchant.destinations = [{ id: 'first', url: listener.url, kinds: null }]
  const sandbox = await startSandbox({ port: 0, merchants: [merchant] })

  const begun = performance.now()
  const went = await advance(sandbox.gateway, merchant, Date.UTC(2027, 0, 31, 12))
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1)
  console.log(`${went.notifications} notifications of ${SUBSCRIPTIONS} subscriptions in ${seconds} s`)

  // Each subscription also goes active once, with its first charge.
  const whole = SUBSCRIPTIONS * (MONTHS + 1)
  expect(went).toMatchObject({ stopped: null, notifications: whole })
  expect(listener.counts.size).toBe(whole)
  expect(Array.from(listener.counts.values()).every((times) => times === 1)).toBe(true)
  const transactions = Array.from(merchant.transactions.values())
  expect(transactions).toHaveLength(SUBSCRIPTIONS * MONTHS)
  expect(transactions.every(({ status, amount }) => status === 'settled' && amount === 3_000)).toBe(true)
  await sandbox.close()
  await listener.close()
}, 600_000)

/** Adds a subscription on one of the first 28 days of a month, paid until then. */
function addSubscription(merchant: Merchant, n: number): void {
  const day = (n % 28) + 1
  const { token } = givenSubscriber(merchant, `customer${n}`)
  const nextBillingDate = `2026-02-${`${day}`.padStart(2, '0')}` as Day
  const given = { sequence: n, paymentMethodToken: token, billingDayOfMonth: day, nextBillingDate }
  const merchantAccountId = `${merchant.id}_usd`
  merchant.subscriptions.set(`year${n}`, givenSubscription(`year${n}`, { ...given, merchantAccountId }))
}
