import { expect, test } from 'vitest'
import { changeOf } from './compared-figure.ts'

test.each([
  [112, 100, 'UP', '+12%'],
  [50, 100, 'DOWN', '−50%'],
  [1001, 1000, 'UP', 'below 1%'],
  [20, 20, 'SAME', 'no change'],
  [39, 4, 'UP', '+35'],
  [0, 8, 'DOWN', '−8'],
  [7, 0, 'UP', '+7'],
])('%d after %d is %s: %s', (value, before, direction, text) => {
  expect(changeOf(value, before, { base: before, format: String })).toEqual({ direction, text })
})

test('an amount from few conversions is compared by its difference', () => {
  const format = (value: number) => `$${value}`
  expect(changeOf(90, 30, { base: 3, format }).text).toBe('+$60')
  expect(changeOf(90, 30, { base: 30, format }).text).toBe('+200%')
  expect(changeOf(10, -5, { base: 30, format }).text).toBe('+$15')
})
