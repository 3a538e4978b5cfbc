import { expect, test } from 'vitest'
import { changeOf, changeText } from './compared-figure.ts'

test.each([
  [112, 100, '+12%', true],
  [50, 100, '−50%', false],
  [0, 8, '−100%', false],
  [3, 3, 'no change', false],
  [0, 0, 'no change', false],
  [7, 0, 'none before', true],
  [1001, 1000, '±0%', true],
  [10, -5, 'none before', true],
])('%d after %d is %s', (value, before, text, isUp) => {
  const change = changeOf(value, before)
  expect([changeText(change), change.isUp]).toEqual([text, isUp])
})
