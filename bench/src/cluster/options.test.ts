import { expect, test } from 'vitest'
import { readClusterOptions } from './options.ts'

test('without arguments, everything is measured, and the plan is for ten thousand tenants', () => {
  expect(readClusterOptions([])).toMatchObject({
    isPlanOnly: false,
    rounds: 3,
    assumed: { tenants: 10_000, referrals: 1_000_000_000, vcpuPrice: 20 },
  })
})

test('every assumption and count can be changed', () => {
  const args = ['plan', '--price-vcpu', '12.5', '--plan-referrals', '5_000_000', '--giant', '20000']
  expect(readClusterOptions(args)).toMatchObject({
    isPlanOnly: true,
    giant: 20_000,
    assumed: { vcpuPrice: 12.5, referrals: 5_000_000, ramPrice: 4 },
  })
})

test.each([
  [['plans'], '"plans" is an unexpected argument'],
  [['plan', 'now'], '"now" is an unexpected argument'],
  [['--price', '3'], "Unknown option '--price'"],
  [['--hot', '-1'], 'argument is ambiguous'],
  [['--hot', '0'], '--hot takes a number above 0, not "0"'],
  [['--years', ''], '--years takes a number above 0, not ""'],
  [['--rounds', '1.5'], '--rounds takes a whole number from 2 on, not "1.5"'],
])('%j is refused: %s', (args, message) => {
  expect(() => readClusterOptions(args)).toThrow(message)
})
