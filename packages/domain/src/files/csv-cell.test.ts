import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defuseCell, readDefusedCell } from './csv-cell.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30 123456', "'+49 30 123456"],
  ['-REF', "'-REF"],
  ['@SUM(A1:A9)', "'@SUM(A1:A9)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ['\n=1', "'\n=1"],
  ['＝1', "'＝1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠a', "'＠a"],
  [' =1', "' =1"],
  ['\u00a0=2', "'\u00a0=2"],
  ['\u200b=1', "'\u200b=1"],
  [' \u2060\ufeff@a', "' \u2060\ufeff@a"],
  ["'=1", "''=1"],
  ["''-x", "'''-x"],
])('%j begins like a formula, and is written as %j', (text, cell) => {
  expect(defuseCell(text)).toBe(cell)
  expect(readDefusedCell(cell)).toBe(text)
})

test.each(['', 'Ann', "O'Neil", "'", "''", "'Ann", '1-1', 'a=b', 'é', ' a', '\u200ba=1'])(
  '%j stays as it is',
  (text) => {
    expect(defuseCell(text)).toBe(text)
    expect(readDefusedCell(text)).toBe(text)
  },
)

test('every text can be read back, and none begins like a formula', () => {
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom(..."'=+-@\t\r\n＝＋－＠ \u00a0\u200b"), fc.string({ maxLength: 1 })),
  })
  fc.assert(
    fc.property(text, (it) => {
      const cell = defuseCell(it)
      expect(readDefusedCell(cell)).toBe(it)
      const seen = cell.replace(/^[\s\u200b]+/, '')
      expect('=+-@＝＋－＠'.includes(seen.charAt(0)) && seen !== '').toBe(false)
    }),
  )
})
