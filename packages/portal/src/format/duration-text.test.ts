import { expect, test } from 'vitest'
import { durationText } from './duration-text.ts'

test.each([
  [0, 'less than a minute'],
  [60_000, '1 minute'],
  [119 * 60_000, '119 minutes'],
  [120 * 60_000, '2 hours'],
  [47 * 3_600_000, '47 hours'],
  [5.4 * 86_400_000, '5 days'],
])('a duration of %i milliseconds is %s', (ms, text) => {
  expect(durationText(ms)).toBe(text)
})
