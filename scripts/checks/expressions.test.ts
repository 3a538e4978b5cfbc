import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkSync } from 'recheck'
import { afterAll, expect, test } from 'vitest'
import { expressionsOf, unboundedExpressions } from './expressions.ts'
import { keptFindings } from './kept-findings.ts'
import { root } from './steps.ts'

const checker = readFileSync(join(root, 'node_modules/recheck/package.json'), 'utf8')
const complexities = keptFindings('expressions', checker)
afterAll(complexities.save)

test.each(unboundedExpressions())('$expression of $place takes linear time', ({ expression }) => {
  const complexity = complexities.of(`${expression}`) ?? complexityOf(expression)
  expect(complexity).toMatch(/^(?:safe|linear)$/)
  complexities.note(`${expression}`, complexity)
})

test.each([/^(a+)+$/, /\s+$/, /eyJ[\w-]+\.[\w-]+/g])('%s does not', (expression) => {
  expect(complexityOf(expression)).toMatch(/^(?:polynomial|exponential)$/)
})

test('expressions are found however they are written', () => {
  const text = ['const A = String.raw`\\d+`', 'new RegExp(`^$' + '{A}-$' + '{alias}$`, "i")', 'f(/c*/g)']
  expect(expressionsOf('a.ts', text.join('\n'))).toEqual([
    { place: 'a.ts:2', expression: /^\d+-acme$/i },
    { place: 'a.ts:3', expression: /c*/g },
  ])
})

/** The checker that decides takes no expression that looks ahead or behind: write it without. */
function complexityOf({ source, flags }: RegExp): string {
  const diagnostics = checkSync(source, flags, { checker: 'automaton', timeout: null })
  return diagnostics.status === 'unknown' ? diagnostics.error.kind : diagnostics.complexity.type
}
