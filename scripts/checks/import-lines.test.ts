import { expect, test } from 'vitest'
import { importLines } from './import-lines.ts'

const linesOf = (text: string) => importLines({ path: 'a.ts', text })

test.each([
  `import './b.ts'`,
  `import type { B } from './b.ts'`,
  `import {\n  type B,\n} from './b.ts'`,
  `export { b } from './b.ts'`,
  `const b = await import('./b.ts')`,
  `const b = await import(\n  './b.ts'\n)`,
  `const b = await import(\n  './b.ts',\n)`,
  `const b = require('./b.ts')`,
  `/// <reference path="./b.ts" />`,
  `/** @type {import('./b.ts').B} */`,
])('another module in %j is another import', (text) => {
  expect(linesOf(text)).not.toBe(linesOf(text.replace('b.ts', 'c.ts')))
  expect(linesOf(text)).not.toBe(linesOf(''))
})

test('a file that is added or renamed changes the imports, other code does not', () => {
  expect(importLines({ path: 'b.sql', text: 'select' })).toBe('b.sql')
  expect(importLines({ path: 'b.ts', text: '' })).not.toBe(linesOf(''))
  expect(linesOf('const b = 1 + c')).toBe(linesOf('const b = 2 + c'))
})
