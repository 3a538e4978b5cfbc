import { expect, test } from 'vitest'
import { type FoundDates, foundDates } from './found-dates.ts'

const one = (format: string, value: string): FoundDates => ({ kind: 'one', format, value })

test.each<readonly [values: readonly string[], found: FoundDates]>([
  [[], { kind: 'plain' }],
  [['', ' ', '0000-00-00'], { kind: 'plain' }],
  [['2026-01-31', '1767600000000', '2026-01-31T12:00:00Z'], { kind: 'plain' }],
  [['1767600000', ''], one('s', '1767600000')],
  [['03/04/2024', '25/04/2024'], one('DD/MM/YYYY', '03/04/2024')],
  [['03/04/2024', '', '04/25/2024 1:05'], one('MM/DD/YYYY HH:mm:ss', '03/04/2024')],
  [['4/25/2024, 11:05:09 PM'], one('MM/DD/YYYY, hh:mm:ss A', '4/25/2024, 11:05:09 PM')],
  [['2026-01-31T12:00:00'], one('YYYY-MM-DDTHH:mm:ss', '2026-01-31T12:00:00')],
  [['5.1.2026'], one('DD.MM.YYYY', '5.1.2026')],
  [
    ['05/05/2024', '03/04/2024'],
    { kind: 'several', formats: ['MM/DD/YYYY', 'DD/MM/YYYY'], value: '03/04/2024' },
  ],
  // Later rows may have days that are read differently.
  [['05-05-2024'], { kind: 'several', formats: ['MM-DD-YYYY', 'DD-MM-YYYY'], value: '05-05-2024' }],
  [['yesterday', '03/04/2024'], { kind: 'unknown', value: 'yesterday' }],
  [['25/04/2024', '04/25/2024'], { kind: 'unknown', value: '25/04/2024' }],
])('the dates %j are found to be %j', (values, found) => {
  expect(foundDates(values)).toEqual(found)
})
