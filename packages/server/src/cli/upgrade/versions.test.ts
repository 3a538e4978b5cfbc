import { expect, test } from 'vitest'
import { compareVersions } from './upgrade.ts'

test.each([
  ['0.9.0', '0.10.0'],
  ['1.0.0-rc.2', '1.0.0-rc.10'],
  ['1.0.0-rc.10', '1.0.0'],
  ['1.0.0', '1.0.1-rc.1'],
])('%s is older than %s', (older, newer) => {
  expect([compareVersions(older, newer) < 0, compareVersions(newer, older) > 0]).toEqual([true, true])
})

test('builds of one version are equal', () => {
  expect(compareVersions('1.0.0+a', '1.0.0+b')).toBe(0)
})
