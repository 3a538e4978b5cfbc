import { expect, test } from 'vitest'
import { columnWidths, tableLine } from './print.ts'

test('a table keeps within the screen, by cutting its widest columns', () => {
  const columns = [{ title: 'NO' }, { title: 'TEXT' }, { title: 'NOTE' }]
  const rows = [['1', 'x'.repeat(90), 'y'.repeat(30)]]
  const widths = columnWidths(columns, rows, 40)
  expect(widths).toEqual([2, 17, 17])
  expect(tableLine(rows[0] ?? [], widths)).toBe(`1   ${'x'.repeat(16)}…  ${'y'.repeat(16)}…`)
})

test('columns line up beside letters that take two places, and none', () => {
  const rows = [
    ['李小龍', 'a'],
    ['Zoe\u0308', 'b'],
  ]
  const widths = columnWidths([{ title: 'NAME' }, { title: 'X' }], rows, 80)
  expect(rows.map((row) => tableLine(row, widths))).toEqual(['李小龍  a', 'Zoe\u0308     b'])
})

test('a screen that is too narrow for its columns has some letters of each, and whole IDs', () => {
  const id = '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d60'
  const columns = [{ title: 'A' }, { title: 'B' }, { title: 'ID', isId: true } as const]
  expect(columnWidths(columns, [['aaaaaaaaaa', 'bbbbbbbbbb', id]], 40)).toEqual([4, 4, 36])
})
