import { expect, test } from 'vitest'
import { REASON_COLUMN } from '../import-columns.ts'
import { rejectedHeader, rejectedLine, rejectedRecord } from './rejected-text.ts'

const names = ['id', 'Full; name']

test('the header has the columns in their order, and the reason once', () => {
  expect(rejectedHeader(names, ',')).toBe(`\ufeffid,"Full; name",${REASON_COLUMN}\r\n`)
  expect(rejectedHeader([...names, REASON_COLUMN], ';')).toBe(`\ufeffid;"Full; name";${REASON_COLUMN}\r\n`)
})

test.each([
  ['a row', ['a', 'b'], names, ',', 'a,b'],
  ['texts with blanks', ['1', ' b '], names, ',', '1," b "'],
  ['formulas', ['=1+1', ' =HYPERLINK("x")'], names, ',', `'=1+1,"' =HYPERLINK(""x"")"`],
  ['formulas behind signs that are not seen', ['\u200b=1', '\u00a0@a'], names, ',', "'\u200b=1,'\u00a0@a"],
  ['a formula that was defused when it was sent', ["'=1", "''=1"], names, ',', "'=1,''=1"],
  ['the reason of an earlier import', ['a', 'b,c', '=old'], ['id', 'b', REASON_COLUMN], ',', 'a,"b,c"'],
  ['no field for the reason', ['a', 'b'], ['id', 'b', REASON_COLUMN], ',', 'a,b'],
  ['a field of several lines', ['a', 'b\nc'], names, ';', 'a;"b\nc"'],
] as const)(
  'a row keeps its texts, with the reason at its end: %s',
  (_, cells, columns, separator, expected) => {
    const record = { record: '', cells }
    const reason = `${separator}"wrong, ""id"""\r\n`
    expect(rejectedRecord(record, 'wrong, "id"', columns, separator)).toBe(`${expected}${reason}`)
  },
)

test.each([
  ['a,b"c"', 'a,b"c"'],
  ['=1,b"c"', '\'=1,b"c"'],
  ['x"y",=1', 'x"y",\'=1'],
  ['x"y;=1\n"@a\t -b', "x\"y;'=1\n\"'@a\t' -b"],
])('a row that is no valid CSV has no formula, however it is divided: %j', (record, expected) => {
  expect(rejectedRecord({ record, cells: null }, 'wrong', names, ',')).toBe(`${expected},wrong\r\n`)
})

test('a reason that begins like a formula is no formula', () => {
  expect(rejectedRecord({ record: '', cells: ['a', 'b'] }, '=cmd', names, ',')).toBe("a,b,'=cmd\r\n")
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
