import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommandLine } from './run-command-line.ts'
import { madeTerminal } from './testing/made-terminal.ts'
import { commandLine } from './testing/run-goodword.ts'

/** The answers of a server that is not the service, by tenant. */
const answers: Readonly<Record<string, (page: number) => unknown>> = {
  test_controls: () => ({ events: [event(1)], nextCursor: 'end' }),
  test_empty: () => ({}),
  test_endless: (page) => ({
    events: Array.from({ length: 1000 }, (_, index) => event(page * 1000 + index)),
    nextCursor: `page-${page + 1}`,
  }),
  test_many: (page) => ({
    events: page < 10 ? Array.from({ length: 1000 }, (_, index) => event(page * 1000 + index)) : [],
    nextCursor: `page-${page + 1}`,
  }),
}

const event = (number: number) => ({
  id: `evt_${number}\u001b]0;owned\u0007`,
  type: 'user.created\u001b[2J',
  created: number,
  reason: '\u202eDEIFITNEDI'.repeat(30),
  data: { accountId: `acct_${number}${'x'.repeat(300)}` },
})

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://any')
  const tenant = pathname.split('/')[3] ?? ''
  const page = Number(searchParams.get('after')?.split('-')[1] ?? 0)
  if (tenant === 'test_redirect') {
    response.writeHead(302, { location: `http://127.0.0.1:1/${request.headers.authorization}` }).end()
  } else response.end(JSON.stringify(answers[tenant]?.(page) ?? '<html>'))
})
const key = 'gw_test_secret'
let url = ''
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())

const environment = (tenant: string) => ({
  GOODWORD_URL: url,
  GOODWORD_TENANT: tenant,
  GOODWORD_API_KEY: key,
})

test('no answer of a server can write to the screen what it wants, and every line fits', async () => {
  const table = madeTerminal({ env: environment('test_controls'), columns: 80 })
  await runCommandLine(['events', 'list', '--limit', '1'], table)
  expect(table.output()).toContain('evt_1?]0;owned?')
  for (const line of table.output().split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  const lines = madeTerminal({ env: environment('test_controls') })
  await runCommandLine(['events', 'list', '--limit', '1', '--json'], lines)
  for (const output of [table.output(), lines.output()])
    expect(output).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
})

test.each(['test_empty', 'test_page', 'test_redirect'])(
  'an answer that is not of the API ends the command without the key and without a stack (%s)',
  async (tenant) => {
    const terminal = madeTerminal({ env: environment(tenant) })
    expect(await runCommandLine(['events', 'list'], terminal)).toBe(1)
    expect(terminal.errors()).toMatch(
      /^(?:The command failed|The response with status \d+ is not from the API)/,
    )
    expect(terminal.errors()).not.toMatch(new RegExp(`${key}|${btoa(`${key}:`)}|\n\\s+at `))
  },
)

test('ten thousand rows are read page by page, each printed once', async () => {
  const terminal = madeTerminal({ env: environment('test_many'), columns: 120 })
  expect(await runCommandLine(['events', 'list', '--all'], terminal)).toBe(0)
  expect(terminal.output().split('\n')).toHaveLength(10_001)
})

test('a reader that has seen enough ends the command without an error, however much there is', async () => {
  const env = { PATH: process.env.PATH ?? '', ...environment('test_endless') }
  const child = spawn(process.execPath, [commandLine, 'events', 'list', '--all'], { env })
  let errors = ''
  child.stderr.on('data', (piece) => {
    errors += piece
  })
  await once(child.stdout, 'data')
  child.stdout.destroy()
  const [code] = await once(child, 'close')
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
})

test('colors are not written to programs, nor where they are not wanted', async () => {
  const env = { PATH: process.env.PATH ?? '', NO_COLOR: '1', ...environment('test_controls') }
  const child = spawn(process.execPath, [commandLine, 'listen', '--from-start', '--count', '1'], { env })
  let output = ''
  child.stdout.on('data', (piece) => {
    output += piece
  })
  await once(child, 'close')
  expect(output).toContain('user.created?[2J')
  expect(output).not.toContain('\u001b')
})
