import { checkSync } from 'recheck'
import { expect, test } from 'vitest'
import { expressionsOf, unboundedExpressions } from './expressions.ts'

test.each(unboundedExpressions())('$expression of $place takes linear time', ({ expression }) => {
  expect(complexityOf(expression)).toMatch(/^(?:safe|linear)$/)
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
