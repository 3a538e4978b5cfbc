import { expect, test } from 'vitest'
import { byteRange } from './byte-range.ts'

test.each([
  ['bytes=0-', { start: 0, end: 100 }],
  ['bytes=0-0', { start: 0, end: 1 }],
  ['bytes=10-19', { start: 10, end: 20 }],
  ['Bytes=99-', { start: 99, end: 100 }],
  ['bytes=90-1000', { start: 90, end: 100 }],
  ['bytes=-1', { start: 99, end: 100 }],
  ['bytes=-1000', { start: 0, end: 100 }],
  ['bytes=100-', 'not satisfiable'],
  ['bytes=999999999999999-', 'not satisfiable'],
  ['bytes=-0', 'not satisfiable'],
])('the range of 100 bytes that %s asks for is %j', (header, range) => {
  expect(byteRange(header, 100)).toEqual(range)
})

test.each([
  undefined,
  '',
  'bytes=-',
  'bytes=5-4',
  'bytes=0-1,5-6',
  'lines=0-1',
  'bytes=a-b',
  'bytes=1',
  ' bytes=0-1',
])('%j is ignored', (header) => {
  expect(byteRange(header, 100)).toBeNull()
})

test('an empty file has no range', () => {
  expect(byteRange('bytes=0-', 0)).toBe('not satisfiable')
  expect(byteRange('bytes=-5', 0)).toBe('not satisfiable')
})
