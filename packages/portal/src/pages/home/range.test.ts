import { describe, expect, test } from 'vitest'
import { todayIn } from '../../format/zoned-time.ts'
import { rangeOf } from './range.ts'

const today = '2026-03-31'

describe('the range of the statistics', () => {
  test.each([
    [{}, { from: '2026-03-02', to: today, interval: 'DAY' }],
    [{ range: '7d' }, { from: '2026-03-25', to: today, interval: 'DAY' }],
    [{ range: '12m' }, { from: '2025-04-01', to: today, interval: 'WEEK' }],
    [{ range: 'month' }, { from: '2026-03-01', to: today, interval: 'DAY' }],
    [
      { range: '12m', interval: 'MONTH' },
      { from: '2025-04-01', to: today, interval: 'MONTH' },
    ],
    [
      { range: '12m', interval: 'DAY' },
      { from: '2025-04-01', to: today, interval: 'WEEK' },
    ],
    [
      { range: 'own', from: '2026-01-01', to: '2026-01-31' },
      { from: '2026-01-01', to: '2026-01-31', interval: 'DAY' },
    ],
    [
      { range: 'own', from: '2010-01-01', to: '2026-01-31', interval: 'DAY' },
      { from: '2010-01-01', to: '2026-01-31', interval: 'MONTH' },
    ],
    // Invalid days, days in the future, and the wrong order.
    [
      { range: 'own', from: '2026-02-30', to: '2026-13-01' },
      { from: '2026-03-02', to: today, interval: 'DAY' },
    ],
    [
      { range: 'own', from: '2027-01-01' },
      { from: '2026-03-02', to: today, interval: 'DAY' },
    ],
    [
      { range: 'own', to: '2099-01-01' },
      { from: '2026-03-02', to: today, interval: 'DAY' },
    ],
  ] as const)('the range of the statistics comes from the address: %o', (search, expected) => {
    expect(rangeOf(search, today)).toEqual(expected)
  })

  test('today is the day in the time zone of the program', () => {
    const at = Date.parse('2026-03-31T23:30:00Z')
    expect(todayIn('UTC', at)).toBe('2026-03-31')
    expect(todayIn('Europe/Berlin', at)).toBe('2026-04-01')
    expect(todayIn('America/New_York', at)).toBe('2026-03-31')
  })
})
