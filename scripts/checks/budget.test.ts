import { expect, test } from 'vitest'
import { countsOf, exceeded, lowered } from './budget.ts'

const budgets = { 'source lines': { reached: 100, raised: [{ by: 20, for: 'bills of a third processor' }] } }

test('a number may grow by what it was raised for, and by nothing else', () => {
  expect(exceeded(budgets, { 'source lines': 120 })).toEqual([])
  expect(exceeded({}, { 'source lines': 1 })).toHaveLength(1)
  expect(exceeded(budgets, { 'source lines': 125 })).toEqual([
    expect.stringMatching(/^source lines: 125, and at most 120 are planned.*"by": 5/),
  ])
})

test('a budget falls with its number, and never rises', () => {
  expect(lowered(budgets, { 'source lines': 90 })['source lines']?.reached).toBe(70)
  expect(lowered(budgets, { 'source lines': 130 })['source lines']?.reached).toBe(100)
})

test('tests, generated files and texts are counted apart from sources', () => {
  const counted = countsOf([
    { path: 'packages/domain/src/rate.ts', text: 'a\nb\n' },
    { path: 'packages/domain/src/rate.test.ts', text: 'a\n' },
    { path: 'packages/client/src/operations.generated.ts', text: 'a\n' },
    { path: 'docs/guides/start.md', text: 'Two words\n' },
  ])
  expect(counted).toMatchObject({
    'source files': 1,
    'source lines': 2,
    'test lines': 1,
    'words of documentation': 2,
  })
})
