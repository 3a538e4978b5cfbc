import { expect, test } from 'vitest'
import { readOptions, UsageError } from './options.ts'

test('everything is measured at a million referrals by default', () => {
  expect(readOptions([])).toMatchObject({
    output: 'table',
    referrals: 1_000_000,
    tenants: null,
    profile: null,
    milestones: false,
    freshDatabase: false,
  })
  expect(readOptions([])?.scenarios).toHaveLength(8)
})

test('all options are read', () => {
  expect(
    readOptions([
      '--json',
      '--referrals',
      '10000',
      '--tenants',
      '200',
      '--scenario',
      'conversion',
      '--rounds=1',
    ]),
  ).toMatchObject({ output: 'json', referrals: 10_000, tenants: 200, scenarios: ['conversion'], rounds: 1 })
  expect(readOptions(['--profile', 'reward-read'])).toMatchObject({ profile: 'reward-read' })
  expect(readOptions(['--quick'])).toMatchObject({ referrals: 20_000, rounds: 1, seconds: 1 })
  expect(readOptions(['--fresh-database'])).toMatchObject({ freshDatabase: true })
  expect(readOptions(['--milestones'])).toMatchObject({ milestones: true })
  expect(readOptions(['--help'])).toBeNull()
})

test.for([
  ['an option that there is not', ['--fast']],
  ['a word that belongs to no option', ['attribution']],
  ['a scenario that there is not', ['--profile', 'everything']],
  ['an option without its value', ['--referrals']],
  ['what is no number', ['--referrals', 'many']],
  ['fewer than can be measured', ['--referrals', '10']],
  ['two kinds of output', ['--json', '--markdown']],
] as const)('the arguments %s are refused', ([, args]) => {
  expect(() => readOptions(args)).toThrow(UsageError)
})
