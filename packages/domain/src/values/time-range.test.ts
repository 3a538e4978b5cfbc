import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTimeRange } from './time-range.ts'

describe('a time range', () => {
  it.each([
    ['0', { from: 0, to: null }],
    ['1780000000000', { from: 1_780_000_000_000, to: null }],
    ['5,5', { from: 5, to: 5 }],
    ['5,9', { from: 5, to: 9 }],
  ])('the time range %s is read', (text, range) => {
    expect(parseTimeRange(text)).toEqual(range)
  })

  it.each([
    '',
    ',',
    '5,',
    ',5',
    '9,5',
    '1,2,3',
    '-1',
    '05',
    '1.5',
    '1e3',
    ' 1',
    '2026-01-01',
    '9999999999999999',
  ])('the time range %j is refused', (text) => {
    expect(parseTimeRange(text)).toBeNull()
  })

  it('a time range reads back whatever it was written from', () => {
    const time = fc.nat({ max: 999_999_999_999_999 })
    fc.assert(
      fc.property(time, time, (one, other) => {
        const [from, to] = one <= other ? [one, other] : [other, one]
        expect(parseTimeRange(`${from},${to}`)).toEqual({ from, to })
      }),
    )
  })
})
