import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommandLine } from '../run-command-line.ts'
import { madeTerminal } from '../testing/made-terminal.ts'

const folder = temporaryFolder()
const server = createServer((_request, response) => response.end('{"version":3}'))
let url = ''
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

test('a person is asked for address, program and key, and the answers are kept', async () => {
  const env = { GOODWORD_CONFIG_DIR: join(folder, 'asked') }
  const asked: string[] = []
  const ask = {
    text: async (question: string) => {
      asked.push(question)
      return question.startsWith('URL') ? url : 'test_acme'
    },
    secret: async (question: string) => {
      asked.push(`${question} (hidden)`)
      return 'gw_test_typed'
    },
  }
  const terminal = madeTerminal({ env, ask })
  expect(await runCommandLine(['login'], terminal)).toBe(0)
  expect(asked).toEqual(['URL of the service', 'Alias of the program', 'API key (hidden)'])
  expect(terminal.output() + terminal.errors()).not.toContain('gw_test_typed')
  expect(readFileSync(join(env.GOODWORD_CONFIG_DIR, 'profiles.json'), 'utf8')).toContain('gw_test_typed')
})

test('a person who cancels leaves nothing stored', async () => {
  const env = { GOODWORD_CONFIG_DIR: join(folder, 'cancelled') }
  const terminal = madeTerminal({ env, ask: { secret: async () => null } })
  expect(await runCommandLine(['login', '--url', url, '--tenant', 'test_acme'], terminal)).toBe(1)
  expect(existsSync(env.GOODWORD_CONFIG_DIR)).toBe(false)
})

test('a key is not sent without encryption to another machine unless that is asked for', async () => {
  const terminal = madeTerminal({ ask: {} })
  const args = ['login', '--url', 'http://goodword.example.com', '--tenant', 'test_acme']
  expect(await runCommandLine(args, terminal)).toBe(1)
  expect(terminal.errors()).toContain('would get the key without encryption')
})

test('a wrong alias is reported as the tenant, not as the name of a profile', async () => {
  const terminal = madeTerminal({ readInput: async () => 'gw_test_typed' })
  expect(await runCommandLine(['login', '--url', url, '--tenant', '../x'], terminal)).toBe(2)
  expect(terminal.errors()).toMatch(/^The tenant must be the alias of a program/)
})

test.each([
  [{ GOODWORD_URL: 'http://127.0.0.1:1' }, 'GOODWORD_TENANT and GOODWORD_API_KEY must be set as well'],
  [{ GOODWORD_API_KEY: 'gw_test_x', GOODWORD_TENANT: 'test_acme' }, 'GOODWORD_URL must be set as well'],
])(
  'an environment with some of its settings is refused with those that are missing (%j)',
  async (env, message) => {
    const terminal = madeTerminal({ env })
    expect(await runCommandLine(['status'], terminal)).toBe(2)
    expect(terminal.errors()).toContain(message)
  },
)

test('profiles that other users of the machine could read are closed to them', async () => {
  const config = join(folder, 'open')
  mkdirSync(config)
  const file = join(config, 'profiles.json')
  writeFileSync(file, '{"current":null,"profiles":{}}')
  chmodSync(file, 0o644)
  expect(await runCommandLine(['profiles'], madeTerminal({ env: { GOODWORD_CONFIG_DIR: config } }))).toBe(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a damaged file is said to be so, and stays', async () => {
  const config = join(folder, 'damaged')
  mkdirSync(config)
  writeFileSync(join(config, 'profiles.json'), '{"profiles":{"acme":{"url":1}}}')
  const terminal = madeTerminal({ env: { GOODWORD_CONFIG_DIR: config } })
  expect(await runCommandLine(['status'], terminal)).toBe(1)
  expect(terminal.errors()).toMatch(/is damaged\. Remove it, and log in again/)
})
