import { expect, test } from 'vitest'
import type { Day } from '../model/day.ts'
import type { Param } from '../model/params.ts'
import {
  amounts,
  type Criterion,
  days,
  integers,
  keyValue,
  multiple,
  multipleOrText,
  text,
  times,
} from './criterion.ts'

/** The things that match a condition. */
function found<T>(criterion: Criterion<T>, things: readonly T[], condition: Param): readonly T[] {
  return things.filter((thing) => criterion.fits(thing, condition))
}

const names = ['Jane', 'John', 'Mary Jane']

test.each([
  [{ is: 'jane' }, ['Jane']],
  [{ is_not: 'Jane' }, ['John', 'Mary Jane']],
  [{ starts_with: 'J' }, ['Jane', 'John']],
  [{ ends_with: 'JANE' }, ['Jane', 'Mary Jane']],
  [{ contains: 'oh' }, ['John']],
  [{ starts_with: 'j', ends_with: 'n' }, ['John']],
  [{ is: '' }, []],
  ['', names],
])('a search of texts by %o finds %o', (condition, expected) => {
  expect(
    found(
      text<string>((name) => name),
      names,
      condition,
    ),
  ).toEqual(expected)
})

test('a text that is not there is an empty one', () => {
  expect(
    found(
      text<null>((name) => name),
      [null],
      { is: '' },
    ),
  ).toHaveLength(1)
  expect(
    found(
      text<null>((name) => name),
      [null],
      { is: 'x' },
    ),
  ).toHaveLength(0)
})

test.each([
  [['Active'], ['Active']],
  [
    ['Active', 'Canceled'],
    ['Active', 'Canceled'],
  ],
  ['Active', ['Active']],
  [[], []],
])('a search of values by %o finds %o', (condition, expected) => {
  expect(
    found(
      multiple<string>((status) => status),
      ['Active', 'Canceled', 'Past Due'],
      condition,
    ),
  ).toEqual(expected)
})

test('a list of values may be a question about a text as well', () => {
  const criterion = multipleOrText<string>((plan) => plan)
  expect(found(criterion, ['monthly', 'yearly'], ['monthly'])).toEqual(['monthly'])
  expect(found(criterion, ['monthly', 'yearly'], { ends_with: 'rly' })).toEqual(['yearly'])
})

test('a bare value is asked as it is', () => {
  const criterion = keyValue<boolean>((isRefund, condition) => `${isRefund}` === condition)
  expect(found(criterion, [true, false], 'true')).toEqual([true])
  expect(found(criterion, [true, false], false)).toEqual([false])
})

test.each([
  [{ is: 5 }, [5]],
  [{ is: '5' }, [5]],
  [{ min: 5 }, [5, 10]],
  [{ max: '5' }, [1, 5]],
  [{ min: 2, max: 9 }, [5]],
  [{ min: 'few' }, []],
])('a search of whole numbers by %o finds %o', (condition, expected) => {
  expect(
    found(
      integers<number>((each) => each),
      [1, 5, 10],
      condition,
    ),
  ).toEqual(expected)
})

test.each([
  [{ is: '10.00' }, [1000]],
  [{ is: 10 }, [1000]],
  [{ min: 4.99, max: '10' }, [499, 1000]],
  [{ is: '-4.00' }, [-400]],
])('a search of amounts by %o finds %o', (condition, expected) => {
  expect(
    found(
      amounts<number>((each) => each),
      [-400, 499, 1000],
      condition,
    ),
  ).toEqual(expected)
})

const noon = Date.parse('2026-01-31T12:00:00Z')
const later = Date.parse('2026-01-31T12:00:01.500Z')
const tomorrow = Date.parse('2026-02-01T00:00:00Z')

test.each([
  // Node, Python, Ruby, and Node's way to write a date that is asked for by `is`.
  [{ is: '2026-01-31T12:00:00.000Z' }, [noon]],
  [{ is: '2026-01-31T12:00:00Z' }, [noon]],
  [{ is: '2026-01-31 12:00:00 +0000' }, [noon]],
  [{ is: '2026-01-31 12:00:00 UTC' }, [noon]],
  [{ is: 'Sat Jan 31 2026 12:00:00 GMT+0000 (Coordinated Universal Time)' }, [noon]],
  [{ is: '2026-01-31T13:00:00+01:00' }, [noon]],
  [{ min: '2026-01-31T12:00:01Z' }, [later, tomorrow]],
  [{ max: '2026-01-31T12:00:01Z' }, [noon, later]],
  [{ is: '2026-01-31' }, [noon, later]],
  [{ min: '2026-02-01' }, [tomorrow]],
  [{ max: '2026-01-31' }, [noon, later]],
  [{ min: '2026-01-31 12:00:00 +0000', max: '2026-01-31 13:00:00 +0000' }, [noon, later]],
  [{ min: 'yesterday' }, []],
])('a search of moments by %o finds %o', (condition, expected) => {
  expect(
    found(
      times<number>((each) => each),
      [noon, later, tomorrow],
      condition,
    ),
  ).toEqual(expected)
})

test('a moment that did not come answers to no question', () => {
  expect(
    found(
      times<null>((each) => each),
      [null],
      { min: '1970-01-01' },
    ),
  ).toEqual([])
})

test.each([
  [{ is: '2026-01-31' }, ['2026-01-31']],
  [{ min: '2026-02-01T00:00:00Z' }, ['2026-02-01']],
  [{ max: '2026-01-31 00:00:00 +0000' }, ['2026-01-31']],
])('a search of dates by %o finds %o', (condition, expected) => {
  expect(
    found(
      days<Day>((each) => each),
      ['2026-01-31', '2026-02-01'] as Day[],
      condition,
    ),
  ).toEqual(expected)
})
