import { expect, test } from 'vitest'
import { billsOf, type Case, subscription, utc } from '../testing/bills.ts'

function expiring(at: string, minor: number) {
  return { minor, expiresAt: utc(at) }
}

test.each<[string, Case, number]>([
  [
    'credit that is valid when the bill is made, and none that has expired by then',
    { credits: { USD: [expiring('2026-03-10T06:00:00', 2_00), expiring('2026-03-10T06:00:01', 3_00)] } },
    3_00,
  ],
  [
    'credit that expires on the day of a bill whose hour is not known stays with the person',
    {
      credits: { USD: [expiring('2026-03-10T23:59:59', 2_00), expiring('2026-03-11T00:00:00', 3_00)] },
      subscriptions: [subscription({ timeOfDayMs: null })],
    },
    3_00,
  ],
  [
    'reserved credit that expires before the bill, whose day was moved, is given up for other credit',
    {
      credits: { USD: 1_00 },
      subscriptions: [subscription({ reserved: [expiring('2026-03-05T00:00:00', 4_00)] })],
    },
    1_00,
  ],
  [
    'credit that is about to be redeemed stays off the bill, free credit first',
    {
      credits: { USD: 1_00 },
      claimed: { USD: 3_00 },
      subscriptions: [subscription({ reservedMinor: 4_00 })],
    },
    2_00,
  ],
])('what a bill takes: %s', (_what, given, expected) => {
  expect(billsOf(given).bills[0]).toMatchObject({ percentageMinor: 0, creditMinor: expected })
})

test('credit that expires soonest goes to the first bill, and claimed credit leaves the last bill first', () => {
  const given = {
    credits: { USD: [expiring('2026-03-15T00:00', 4_00), expiring('2026-04-15T00:00', 3_00)] },
    subscriptions: [
      subscription({ id: 'later', nextBillDate: '2026-03-20', reservedMinor: 2_00 }),
      subscription({ id: 'next', nextBillDate: '2026-03-05', priceMinor: 5_00 }),
    ],
  }
  const creditOf = (bills: ReturnType<typeof billsOf>) => bills.bills.map((it) => it.creditMinor)
  expect(creditOf(billsOf(given))).toEqual([5_00, 4_00])
  expect(creditOf(billsOf({ ...given, claimed: { USD: 8_00 } }))).toEqual([0, 1_00])
})
