import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'
import { keptFindings } from './kept-findings.ts'

const folder = temporaryFolder()
const open = (name: string, rules = 'rules') => keptFindings(name, rules, folder)

test('a finding holds for the same text under the same rules only', () => {
  const first = open('linear')
  first.note('a+', 'linear')
  first.save()
  expect(open('linear').of('a+')).toBe('linear')
  expect(open('linear').of('a*')).toBeUndefined()
  expect(open('linear', 'other rules').of('a+')).toBeUndefined()
  expect(open('other').of('a+')).toBeUndefined()
})

test('findings of texts that are gone are not kept', () => {
  const first = open('gone')
  for (const text of ['stays', 'goes']) first.note(text, 'clean')
  first.save()
  const second = open('gone')
  second.of('stays')
  second.save()
  expect(['stays', 'goes'].map((it) => open('gone').of(it))).toEqual(['clean', undefined])
})

test('a file that was cut off counts as none', () => {
  open('cut').save()
  writeFileSync(join(folder, 'cut.json'), '{"rules":')
  expect(open('cut').of('a')).toBeUndefined()
  expect(readdirSync(folder).filter((it) => it.startsWith('cut'))).toEqual(['cut.json'])
})
