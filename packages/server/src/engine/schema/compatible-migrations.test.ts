import { expect, test } from 'vitest'
import { worksOn } from './compatible-migrations.ts'

const known = ['0001_database', '0016_erasure']

test.each([
  ['nothing newer', [], true],
  ['what only adds', ['0017_labels', '0018_labelled'], true],
  ['what takes away a thing that this release does not use', ['0019_drop_codes_needs_0016'], true],
  ['what takes away a thing that this release uses', ['0017_labels', '0019_drop_codes_needs_0017'], false],
  ['what no release before it works on', ['0019_amounts_needs_0019'], false],
  ['a migration from before a baseline', ['0009_old'], false],
  ['a name without a number', ['labels'], false],
])('a release meets a schema with %s', (_, foreign, expected) => {
  expect(worksOn(foreign, known)).toBe(expected)
})
