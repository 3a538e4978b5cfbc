import { expect, test } from 'vitest'
import { promisesOfPage, promisesOfTests } from './reliability-table.ts'

const { proofs, open } = promisesOfPage()

test('the table of guarantees names every test that proves one, and no other', () => {
  expect([...proofs].sort()).toEqual([...promisesOfTests()].sort())
})

test('every guarantee from I1 to I27 is in one of the tables, and in one only', () => {
  const proven = [...new Set(proofs.map((it) => it.split(' ')[0] ?? ''))]
  const numbers = Array.from({ length: 27 }, (_, index) => `I${index + 1}`)
  expect(numbers.filter((it) => !proven.includes(it) && !open.includes(it))).toEqual([])
  expect(open.filter((it, index) => proven.includes(it) || open.indexOf(it) !== index)).toEqual([])
})
