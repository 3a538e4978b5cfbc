import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../checks/steps.ts'
import { edited, readChange, readChanges } from './change.ts'
import { differences, readRecipe } from './recipe-page.ts'

const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null)

test.each(readChanges())(
  'the recipe of $name names the files of its change, whose places are there',
  (change) => {
    expect(differences(readRecipe(change, read(change.page) ?? ''), change)).toEqual([])
    for (const file of change.files) expect(edited(file, read(file), change.places)).not.toBe(read(file))
  },
)

const { places } = readChange(
  'example',
  '+++ a.ts\n@@ one\n one\n-two\n+three\n@@\n+four\n fi…\n+++ b.ts\n@@ all of it\n+new\n',
)

test('a change edits each spot where its lines are, and creates what does not exist', () => {
  expect(edited('a.ts', 'zero\none\ntwo\nfive\n', places)).toBe('zero\none\nthree\nfour\nfive\n')
  expect(edited('b.ts', null, places)).toBe('new\n')
})

test.each(['one\nthree\n', 'one\ntwo\none\ntwo\nfive\n'])(
  'a spot that is not there once is refused: %j',
  (text) => {
    expect(() => edited('a.ts', text, places)).toThrow('a.ts does not have this once')
  },
)

test('a recipe that names other files than its change needs is not true', () => {
  const text =
    '# A\n\n## B c\n\n1 files by hand\n\n1. [a](../a.ts), [d](d.ts)\n   [h](../docs/recipes/x.md#y)\n\n[z](z.ts)\n'
  const change = readChange(
    'example',
    'page docs/x.md#b-c\naim 1\n+++ a.ts\n@@ one\n+1\n+++ b.ts\n@@ two\n+1\n',
  )
  expect(differences(readRecipe(change, text), change)).toEqual([
    'its list does not name b.ts',
    'its list names docs/d.ts, which the change does not need',
    'it does not say "2 files by hand"',
    'it edits 2 files, and 1 are the aim',
  ])
})
