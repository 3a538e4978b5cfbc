import { expect, test } from 'vitest'
import { freshText } from './fresh-text.ts'

test('the text compares each window with the rate after 30 seconds', () => {
  const rates = [40, 60, 80, 90, 95, 90, 95, 90, 110, 90]
  const windows = rates.map((rate, index) => ({
    calls: rate * 4,
    errors: index === 1 ? 3 : 0,
    p99Ms: 12.34,
    databaseMs: index === 0 ? null : 1.5,
  }))
  const [title, first, second, ...others] = freshText('PostgreSQL 15', 4, windows).split('\n')
  expect(title).toContain('PostgreSQL 15')
  expect(first?.trim().split(/ {2,}/)).toEqual(['0–4 s', '40/s', '0.40', '0 errors', 'p99 12.3 ms'])
  expect(second).toMatch(/60\/s +0\.60 +3 errors .* PostgreSQL 1\.50 ms of processor per call$/)
  expect(others).toHaveLength(8)
})
