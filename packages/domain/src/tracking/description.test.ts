import { expect, test } from 'vitest'
import type { DescribeCommand } from '../referrals/command.ts'
import type { Subscription } from '../referrals/subscription.ts'
import { server, subscription, trial } from '../testing/calls.ts'
import { TestTenant } from '../testing/test-tenant.ts'
import type { Currency } from '../values/money.ts'

const USD = 'USD' as Currency
const EUR = 'EUR' as Currency
const JPY = 'JPY' as Currency
const KWD = 'KWD' as Currency

type Description = Omit<DescribeCommand, 'kind'>

test.each<readonly [story: string, descriptions: readonly Description[], known: Partial<Subscription>]>([
  [
    'nothing',
    [{}],
    { valueMinor: null, currency: null, billingIntervalType: null, billingIntervalValue: null },
  ],
  ['a price in the program’s currency', [{ value: 19.99 }], { valueMinor: 1999, currency: USD }],
  [
    'a price in a currency without decimals',
    [{ value: 500, currency: JPY }],
    { valueMinor: 500, currency: JPY },
  ],
  [
    'a price in a currency with three decimals',
    [{ value: 1.234, currency: KWD }],
    { valueMinor: 1234, currency: KWD },
  ],
  ['a free plan', [{ value: 0 }], { valueMinor: 0, currency: USD }],
  ['a currency before any price', [{ currency: EUR }, { value: 5 }], { valueMinor: 500, currency: EUR }],
  [
    'another currency before any price',
    [{ currency: EUR }, { currency: JPY }],
    { valueMinor: null, currency: JPY },
  ],
  [
    'a price in the currency known before',
    [{ value: 5, currency: EUR }, { value: 6 }],
    { valueMinor: 600, currency: EUR },
  ],
  [
    'a new currency with its price',
    [{ value: 5 }, { value: 700, currency: JPY }],
    { valueMinor: 700, currency: JPY },
  ],
  [
    'the known currency without a price',
    [{ value: 5, currency: EUR }, { currency: EUR }],
    { valueMinor: 500, currency: EUR },
  ],
  [
    'the rhythm',
    [{ billingIntervalType: 'MONTH', billingIntervalValue: 3 }],
    { billingIntervalType: 'MONTH', billingIntervalValue: 3, currency: null },
  ],
  [
    'part of the rhythm',
    [{ billingIntervalType: 'MONTH', billingIntervalValue: 3 }, { billingIntervalValue: 1 }, { value: 5 }],
    { billingIntervalType: 'MONTH', billingIntervalValue: 1, valueMinor: 500 },
  ],
])('a description is merged into the stored subscription: %s', (_story, descriptions, known) => {
  const tenant = new TestTenant()
  for (const each of descriptions)
    expect(tenant.track(server(subscription(each)))).toMatchObject({ kind: 'accepted', outcomes: [] })
  expect(tenant.account().subscription).toMatchObject(known)

  const before = tenant.account()
  for (const each of descriptions.slice(-1)) tenant.track(server(subscription(each)))
  expect(tenant.account()).toBe(before)
})

test.each<readonly [story: string, descriptions: readonly Description[], param: string, message: string]>([
  ['more decimals than the program’s currency has', [{ value: 19.999 }], 'subscription.value', 'USD has (2)'],
  [
    'more decimals than the named currency has',
    [{ value: 1.5, currency: JPY }],
    'subscription.value',
    'JPY has (0)',
  ],
  [
    'more decimals than the known currency has',
    [{ value: 100, currency: JPY }, { value: 0.5 }],
    'subscription.value',
    'JPY has (0)',
  ],
  ['below zero', [{ value: -1 }], 'subscription.value', 'from 0 to 99999999.99'],
  ['too much', [{ value: 100_000_000 }], 'subscription.value', 'from 0 to 99999999.99'],
  [
    'a new currency for a known price',
    [{ value: 5 }, { currency: EUR }],
    'currency',
    'The stored price is in USD. Send subscription.value together with EUR.',
  ],
])('refused with the field and what to do: %s', (_story, descriptions, param, message) => {
  const tenant = new TestTenant()
  for (const each of descriptions.slice(0, -1)) tenant.track(server(subscription(each)))
  const before = tenant.account()
  const decisions = descriptions.slice(-1).map((each) => tenant.track(server(trial, subscription(each))))
  expect(decisions).toMatchObject([
    {
      kind: 'refused',
      refused: { code: 'VALIDATION_FAILED', param, message: expect.stringContaining(message) },
    },
  ])
  expect(tenant.account()).toBe(before)
})

test('a known price stays in its currency when the program’s changes', () => {
  const tenant = new TestTenant()
  tenant.track(server(subscription({ value: 5 })))
  tenant.program = { ...tenant.program, currency: EUR }
  tenant.track(server(subscription({ value: 6 })))
  expect(tenant.account().subscription).toMatchObject({ valueMinor: 600, currency: USD })
})
