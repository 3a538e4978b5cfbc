import { expect, test } from 'vitest'
import type { BillingInterval } from './billing-interval.ts'
import { nextBillDay } from './next-bill-day.ts'

const monthly = { unit: 'MONTH', count: 1 } as const

test('bills of a subscription of the 31st are on the last days of shorter months, and on the 31st of the others', () => {
  const days = ['2027-12-31', '2028-01-31']
  for (let n = 2; n < 7; n += 1) {
    const [before = '', day = ''] = days.slice(-2)
    days.push(nextBillDay(day, monthly, { day: before, nextDay: day }))
  }
  expect(days.slice(2)).toEqual(['2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31', '2028-06-30'])
})

test('a bill on another day than was expected is the first one of a new rhythm', () => {
  expect(nextBillDay('2028-02-10', monthly, { day: '2028-01-31', nextDay: '2028-02-29' })).toBe('2028-03-10')
})

test.each<[BillingInterval, string]>([
  [{ unit: 'DAY', count: 10 }, '2028-02-10'],
  [{ unit: 'WEEK', count: 2 }, '2028-02-14'],
  [{ unit: 'MONTH', count: 3 }, '2028-04-30'],
  [{ unit: 'YEAR', count: 1 }, '2029-01-31'],
])('the bill after one of 31 January is %j later', (interval, day) => {
  expect(nextBillDay('2028-01-31', interval, null)).toBe(day)
})
