import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './checks/steps.ts'

test.each([
  ['test.ts', 'database', 'npm test runs everything and has no database.'],
  ['test-all.ts', '--list', 'There is no part or option --list.'],
  ['test-all.ts', 'nothing', 'There is no part or option nothing.'],
  ['check.ts', 'nothing', 'no step is named nothing;'],
])('the command of %s refuses %s, which it does not know, before it runs anything', (script, word, text) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts', script), word])
  expect([status, `${stdout}`]).toEqual([1, ''])
  expect(`${stderr}`).toContain(text)
})
