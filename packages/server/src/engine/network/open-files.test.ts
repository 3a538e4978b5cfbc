import { expect, test } from 'vitest'
import { maxOpenFiles, withinOpenFiles } from './open-files.ts'

const limits = (open: string) =>
  `Limit                     Soft Limit           Hard Limit           Units
Max processes             127235               127235               processes
Max open files            ${open}
Max locked memory         8388608              8388608              bytes`

test.each([
  ['1024                 4096                 files', 1024],
  ['1048576              1048576              files', 1_048_576],
  ['unlimited            unlimited            files', null],
])('the first number of "%s" is the limit', (open, expected) => {
  expect(maxOpenFiles(() => limits(open))).toBe(expected)
})

test('a system without such a file does not say', () => {
  const missing = (): string => {
    throw new Error('ENOENT')
  }
  expect([maxOpenFiles(missing), maxOpenFiles(() => '')]).toEqual([null, null])
})

test('connections leave a quarter of what may be open to everything else', () => {
  expect([withinOpenFiles(10_000, null), withinOpenFiles(10_000, 65_536)]).toEqual([10_000, 10_000])
  expect([withinOpenFiles(10_000, 4096), withinOpenFiles(10_000, 1024)]).toEqual([3072, 768])
})
