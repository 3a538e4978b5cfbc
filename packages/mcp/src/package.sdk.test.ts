import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { startNode } from '@goodword/testing/node-program'
import { packPackages } from '@goodword/testing/packed-package'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'
import { buildMcpServer } from '../build.ts'

const folder = temporaryFolder()
const dist = join(folder, 'dist')
await buildMcpServer(dist)
const project = join(folder, 'project')
packPackages([dist], folder).installIn(project, { private: true })
const installed = join(project, 'node_modules')
const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  startNode([join(installed, '.bin/goodword-mcp'), ...args], { env }).ended

test('the packed MCP server brings no other package along, and has the guides that its tools search', () => {
  expect(readdirSync(installed).filter((it) => !it.startsWith('.'))).toEqual(['@goodword'])
  expect(readdirSync(join(installed, '@goodword'))).toEqual(['mcp'])
  expect(existsSync(join(installed, '@goodword/mcp/dist/guides/rest.md'))).toBe(true)
})

test('the packed MCP server says what it needs, and ends with the exit code of its failure', async () => {
  expect(await run(['--help'])).toMatchObject({ code: 0, output: expect.stringContaining('GOODWORD_URL') })
  expect(await run(['--key'])).toMatchObject({
    code: 2,
    output: '',
    errors: expect.stringContaining('Unknown'),
  })
  expect(await run([])).toMatchObject({
    code: 2,
    output: '',
    errors: expect.stringContaining('Set GOODWORD_URL'),
  })
  const away = {
    GOODWORD_URL: 'http://127.0.0.1:1',
    GOODWORD_TENANT: 'test_acme',
    GOODWORD_API_KEY: 'gw_test_x',
  }
  expect(await run([], away)).toMatchObject({ code: 69, output: '' })
})
