import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scaledInteger } from './decimal.ts'

test.each([
  [19.99, 2, 1999],
  [1.005, 3, 1005],
  [0.29, 2, 29],
  [12, 0, 12],
  [0.1 + 0.2, 2, null],
  [1.005, 2, null],
  [0.5, 0, null],
  [Number.NaN, 2, null],
])('%d with %i decimals is %s', (value, decimals, expected) => {
  expect(scaledInteger(value, decimals)).toBe(expected)
})

test('minus zero becomes zero', () => {
  expect(scaledInteger(-0, 2)).toBe(0)
})

test('every number printed with so many decimals is read back exactly', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 100_000_000_000 }),
      fc.constantFrom(0, 2, 3),
      (scaled, decimals) => {
        const printed = `${scaled}`.padStart(decimals + 1, '0')
        const point = printed.length - decimals
        expect(scaledInteger(Number(`${printed.slice(0, point)}.${printed.slice(point)}`), decimals)).toBe(
          scaled,
        )
      },
    ),
  )
})
