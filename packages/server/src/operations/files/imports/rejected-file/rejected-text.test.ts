import { expect, test } from 'vitest'
import { REASON_COLUMN } from '../import-columns.ts'
import { rejectedHeader, rejectedLine, rejectedRecord } from './rejected-text.ts'

const names = ['id', 'Full; name']

test('the header has the columns in their order, and the reason once', () => {
  expect(rejectedHeader(names, ',')).toBe(`\ufeffid,"Full; name",${REASON_COLUMN}\r\n`)
  expect(rejectedHeader([...names, REASON_COLUMN], ';')).toBe(`\ufeffid;"Full; name";${REASON_COLUMN}\r\n`)
})

test.each([
  ['a row', 'a,b', names, ',', 'a,b,"wrong, ""id"""\r\n'],
  [
    'texts that look like formulas or have blanks',
    '=1+1," b "',
    names,
    ',',
    '=1+1," b ","wrong, ""id"""\r\n',
  ],
  [
    'a row with the reason of an earlier import',
    'a,"b,c","old, reason"',
    ['id', 'b', REASON_COLUMN],
    ',',
    'a,"b,c","wrong, ""id"""\r\n',
  ],
  [
    'a row without its field for the reason',
    'a,b',
    ['id', 'b', REASON_COLUMN],
    ',',
    'a,b,"wrong, ""id"""\r\n',
  ],
  ['a row that is no valid CSV', 'a,b"c"', names, ',', 'a,b"c","wrong, ""id"""\r\n'],
  ['a row of several lines', 'a;"b\nc"', names, ';', 'a;"b\nc";"wrong, ""id"""\r\n'],
] as const)('%s is as it was sent, with the reason at its end', (_, record, columns, separator, expected) => {
  expect(rejectedRecord(record, 'wrong, "id"', columns, separator)).toBe(expected)
})

test('a reason that begins like a formula is no formula', () => {
  expect(rejectedRecord('a,b', '=cmd', names, ',')).toBe("a,b,'=cmd\r\n")
})

test.each([
  ['an object', '{"id": 1.50}', '{"id":1.5,"rejectedBecause":"wrong"}\n'],
  [
    'an object with an earlier reason',
    '{"rejectedBecause":"old","id":1}',
    '{"rejectedBecause":"wrong","id":1}\n',
  ],
  ['no JSON', '{"id":', '{"id":\n'],
  ['no object', '[1]', '[1]\n'],
])('%s in a line', (_, line, expected) => {
  expect(rejectedLine(line, 'wrong')).toBe(expected)
})
