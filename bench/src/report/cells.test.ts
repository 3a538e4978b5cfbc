import { markdownTable } from '@goodword/trials/laboratory/report/markdown-table'
import { expect, test } from 'vitest'
import { threeFigures, whole } from './cells.ts'

test('numbers are written with three figures, or as whole numbers', () => {
  expect([0.12345, 1.2345, 12.345, 123.45, 1234.5, 0].map(threeFigures)).toEqual([
    '0.123',
    '1.23',
    '12.3',
    '123',
    '1235',
    '0.000',
  ])
  expect(whole(1_234_567.8)).toBe('1,234,568')
})

test('a table of Markdown has its numbers at the right', () => {
  expect(markdownTable(['name', 'ms'], [['read', '1']])).toBe('| name | ms |\n| --- | ---: |\n| read | 1 |')
})
