import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startNode } from '@goodword/testing/node-program'
import { packPackages } from '@goodword/testing/packed-package'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'
import { buildCommandLine } from '../build.ts'

// The package as a developer installs it: packed, put into an empty project, and run there.
const root = resolve(import.meta.dirname, '../../..')
const folder = temporaryFolder()
const dist = join(folder, 'dist')
const { inputs, outputs } = await buildCommandLine(dist)
const project = join(folder, 'project')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
packPackages([dist], folder).installIn(project, { private: true })
const env = { ...process.env, GOODWORD_CONFIG_DIR: join(folder, 'config') }
const goodword = (...args: string[]) =>
  execFileSync(join(project, 'node_modules/.bin/goodword'), args, { env, encoding: 'utf8' })

test('the packed command line brings no other package along, and runs', () => {
  expect(readdirSync(join(project, 'node_modules')).filter((it) => !it.startsWith('.'))).toEqual(['goodword'])
  expect(goodword('--version')).toBe(`${version}\n`)
  expect(goodword('profiles', '--json')).toBe('')
  expect(goodword('init', '--help')).toContain('Usage: goodword init')
})

test('tools for assistants are served from the package, which has the guides that they search', async () => {
  expect(existsSync(join(project, 'node_modules/goodword/dist/guides/rest.md'))).toBe(true)
  const away = {
    GOODWORD_URL: 'http://127.0.0.1:1',
    GOODWORD_TENANT: 'test_acme',
    GOODWORD_API_KEY: 'gw_test_x',
  }
  const main = join(project, 'node_modules/goodword/dist/main.mjs')
  const { code, output, errors } = await startNode([main, 'mcp'], { env: away }).ended
  expect({ code, output }).toEqual({ code: 69, output: '' })
  expect(errors).toMatch(/^The service at http:\/\/127\.0\.0\.1:1 was not reached/)
})

test('no code of the server is in the package, and contract and rules are for assistants alone', () => {
  const packagesOf = (paths: readonly string[]) =>
    [...new Set(paths.map((path) => /^packages\/(\w[\w-]*)\//.exec(path)?.[1] ?? 'library'))].toSorted()
  expect(packagesOf(Object.keys(inputs))).toEqual(['cli', 'client', 'contract', 'domain', 'library', 'mcp'])
  const others = Object.values(outputs).filter(
    ({ inputs: parts }) => !packagesOf(Object.keys(parts)).includes('mcp'),
  )
  expect(packagesOf(others.flatMap(({ inputs: parts }) => Object.keys(parts)))).toEqual([
    'cli',
    'client',
    'library',
  ])
})

test('a start loads few files, and neither questions nor differences before they are needed', () => {
  const main = Object.keys(outputs).find((path) => path.endsWith('/main.mjs')) ?? ''
  const loaded = new Set<string>()
  const load = (path: string) => {
    if (loaded.has(path)) return
    loaded.add(path)
    for (const { path: next, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') load(next)
  }
  load(main)
  const sources = [...loaded].flatMap((path) => Object.keys(outputs[path]?.inputs ?? {}))
  expect(sources.filter((it) => it.includes('node_modules'))).toEqual([])
  expect(sources.length).toBeLessThan(40)
})
