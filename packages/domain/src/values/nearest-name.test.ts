import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editsBetween, nearestName } from './nearest-name.ts'

test.each([
  ['landngPage', 'landingPage'],
  ['LandingPage', 'landingPage'],
  ['cookieDasy', 'cookieDays'],
  ['x', 'name'],
])('the name nearest to %s is %s', (name, nearest) => {
  expect(nearestName(name, ['name', 'landingPage', 'cookieDays'])).toBe(nearest)
})

test('without known names, none is nearest, and a name of any length has one', () => {
  expect(nearestName('y'.repeat(100_000), ['name'])).toBe('name')
  expect(nearestName('a', [])).toBeNull()
})

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['abc', 'abd', 1],
  ['abc', 'acb', 1],
  ['RATE_LIMIT_LIV', 'RATE_LIMIT_LIVE', 1],
  ['kitten', 'sitting', 3],
])('the distance from "%s" to "%s" is %i edits', (one, other, edits) => {
  expect(editsBetween(one, other)).toBe(edits)
  expect(editsBetween(other, one)).toBe(edits)
})

test('the distance is 0 for equal texts alone, and never more than the letters of the longer one', () => {
  const text = fc.string({ maxLength: 12 })
  fc.assert(
    fc.property(text, text, (one, other) => {
      const edits = editsBetween(one, other)
      expect(edits === 0).toBe(one === other)
      expect(edits).toBeLessThanOrEqual(Math.max(one.length, other.length))
    }),
  )
})
