import { expect, test } from 'vitest'
import { displayName } from './display-name.ts'

test.each([
  ['first and last name', 'Ada', 'Lovelace', 'Ada L.'],
  ['no last name', 'Ada', null, 'Ada'],
  ['no first name', null, 'Lovelace', null],
  ['no name', null, null, null],
  ['an initial outside the basic plane', 'Ada', '𝒳u', 'Ada 𝒳.'],
  ['blanks around the names', ' Ada ', ' Lovelace', 'Ada L.'],
  ['a first name of blanks', ' ', 'Lovelace', null],
  ['a last name of blanks', 'Ada', ' ', 'Ada'],
])('the display name is made of %s', (_what, firstName, lastName, shown) => {
  expect(displayName(firstName, lastName)).toBe(shown)
})
