import { expect, test } from 'vitest'
import { fillPlaceholders } from './fill-placeholders.ts'

test.each([
  ['{a} and {a}', { a: 'x' }, 'x and x'],
  ['{a}{b}', { a: '{b}', b: 'y' }, '{b}y'],
  ['{a}', { a: '$&$1' }, '$&$1'],
  ['{b} {constructor} {', { a: 'x' }, '{b} {constructor} {'],
])('%j is filled once', (text, values, filled) => {
  expect(fillPlaceholders(text, values)).toBe(filled)
})
