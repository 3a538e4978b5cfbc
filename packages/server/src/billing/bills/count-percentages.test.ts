import { percent } from '@goodword/domain/testing/bills'
import { subscribed } from '@goodword/domain/testing/processor'
import { expect, test } from 'vitest'
import { usedOf } from './count-percentages.ts'

const counted = (date: string) => ({
  subscriptionId: 's',
  date,
  madeAt: Date.parse(`${date}T06:00Z`),
  step: { months: 1 },
  percentages: ['p1'],
})

test('a bill that is still to be paid is taken for one that counts, as long as months are left, and one that is given up is not', () => {
  const reward = percent(10, { months: 3 })
  const used = (...unpaidBills: readonly ['OPEN' | 'GIVEN_UP', string][]) => {
    const seen = subscribed({
      billingDay: 31,
      unpaidBills: unpaidBills.map(([state, periodStart]) => ({ state, periodStart })),
    })
    const subscription = { id: 's', seen, nextBillDate: '2026-05-31', keptFrom: 0 }
    return usedOf([reward], subscription, [counted('2026-01-31'), counted('2026-02-28')]).get('p1')?.months
  }
  expect(used()).toBe(2)
  expect(used(['OPEN', '2026-03-31'])).toBe(3)
  expect(used(['GIVEN_UP', '2026-03-31'])).toBe(2)
  expect(used(['OPEN', '2026-04-30'], ['OPEN', '2026-03-31'])).toBe(3)
})

test('bills that have moved to another day since use no month before the first of them', () => {
  const reward = percent(10, { months: 3, billsAfter: Date.parse('2026-01-31T12:00Z') })
  const ledger = [counted('2026-02-01')]
  const keptFrom = Date.parse('2026-02-01T12:00Z')
  const seen = subscribed({ billingDay: 31, unpaidBills: [] })
  const used = usedOf([reward], { id: 's', seen, nextBillDate: '2026-05-31', keptFrom }, ledger)
  expect(used.get('p1')?.months).toBe(1)
})
