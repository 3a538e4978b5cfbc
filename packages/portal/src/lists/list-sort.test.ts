import { expect, test } from 'vitest'
import { headersFor } from './list-sort.ts'

test.each([
  [{}, 'started', { sort: undefined, order: 'OLDEST' }],
  [{ order: 'OLDEST' }, 'started', { sort: undefined, order: undefined }],
  [{}, 'converted', { sort: 'converted', order: undefined }],
  [{ sort: 'converted' }, 'converted', { sort: 'converted', order: 'OLDEST' }],
  [{ sort: 'converted', order: 'OLDEST' }, 'started', { sort: undefined, order: undefined }],
] as const)('a list sorted by %o is, after a click on %s, sorted by %o', (present, clicked, expected) => {
  let next: unknown
  headersFor(present, 'started', (it) => {
    next = it
  }).onSort(clicked)
  expect(next).toEqual(expected)
})
