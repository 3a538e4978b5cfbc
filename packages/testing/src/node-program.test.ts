import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { withBundles } from './node-program.ts'
import { temporaryFolder } from './temporary-folder.ts'

afterEach(() => void vi.unstubAllEnvs())

const args = ['--import', resolve(import.meta.dirname, 'node-program.ts'), 'list', '/elsewhere/main.ts']

test('without a folder of bundles, programs are started as they are', () => {
  vi.stubEnv('GOODWORD_TEST_PROGRAMS', undefined)
  expect(withBundles(args)).toEqual(args)
})

test('the bundle of a program that has one is started', () => {
  const folder = temporaryFolder()
  vi.stubEnv('GOODWORD_TEST_PROGRAMS', folder)
  expect(withBundles(args)).toEqual(args)
  const bundle = join(folder, 'packages/testing/src/node-program.mjs')
  mkdirSync(resolve(bundle, '..'), { recursive: true })
  writeFileSync(bundle, '')
  expect(withBundles(args)).toEqual(['--import', bundle, 'list', '/elsewhere/main.ts'])
})
