import { expect, test } from 'vitest'
import { programs, sourcesOf } from './bundle-programs.ts'

test('every program that whole runs bundle is there', () => {
  expect(programs.flat().filter((it) => sourcesOf(it).length === 0)).toEqual([])
})
