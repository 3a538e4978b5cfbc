import { expect, test } from 'vitest'
import { readOptions } from './options.ts'
import { statesOf } from './states.ts'

function statesFor(...args: readonly string[]) {
  const options = readOptions(args)
  if (options === null) throw new Error('unexpected --help')
  return statesOf(options)
}

test('states of ten thousand accounts, of a million referrals, and of one referrer with many are measured', () => {
  const states = statesFor()
  expect(states.map((it) => [it.name, it.scenarios.length])).toEqual([
    ['10,000 accounts', 8],
    ['1,000,000 referrals', 8],
    ['a referrer with 100,000 referrals', 4],
  ])
  const [small, large, popular] = states
  expect(small?.fullness).toEqual({ referrers: 2000, friends: 8000 })
  expect(large?.fullness).toEqual({ referrers: 50_000, friends: 1_000_000, popularEvery: 10 })
  expect(popular?.fullness).toBeNull()
})

test('the same accounts are spread over many tenants, and compared with one', () => {
  expect(statesFor('--tenants', '200').map((it) => [it.name, it.tenants, it.fullness])).toEqual([
    ['one tenant', 1, { referrers: 2000, friends: 8000 }],
    ['200 tenants', 200, { referrers: 10, friends: 40 }],
  ])
})

test('only the states that are named are measured', () => {
  const states = statesFor('--scenario', 'conversion', '--scenario', 'identify-new')
  expect(states.map((it) => it.scenarios.map(({ name }) => name))).toEqual([
    ['identify-new', 'conversion'],
    ['identify-new', 'conversion'],
    ['conversion'],
  ])
})
