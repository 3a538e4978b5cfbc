import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runCommandLine } from '../run-command-line.ts'
import { applications, express, type Files, manifest } from '../testing/applications.ts'
import { madeTerminal } from '../testing/made-terminal.ts'

const folder = temporaryFolder()
const key = 'gw_test_secret'
const env = {
  GOODWORD_URL: 'https://goodword.example.com',
  GOODWORD_TENANT: 'test_acme',
  GOODWORD_API_KEY: key,
  PATH: folder,
}

function write(name: string, files: Files): string {
  const project = join(folder, name)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  return project
}

function read(project: string): Files {
  const paths = readdirSync(project, { recursive: true, withFileTypes: true }).filter((it) => it.isFile())
  const files = paths.map(({ parentPath, name }) => join(parentPath, name))
  return Object.fromEntries(files.map((file) => [file.slice(project.length + 1), readFileSync(file, 'utf8')]))
}

async function init(project: string, ...args: readonly string[]) {
  const terminal = madeTerminal({ env, folder: project })
  const code = await runCommandLine(['init', ...args], terminal)
  return { code, output: terminal.output(), errors: terminal.errors() }
}

test.each(Object.entries(applications))(
  '%s gets its lines, and a second time nothing',
  async (name, { files, changed }) => {
    const project = write(name, files)
    const asked = await init(project)
    expect(asked).toMatchObject({ code: 1, errors: 'There is no terminal to ask at. To do it, add --yes.' })
    expect(read(project)).toEqual(files)

    expect(await init(project, '--yes')).toMatchObject({ code: 0, errors: '' })
    const { '.env.example': example = '', ...after } = read(project)
    expect(after).toEqual({ ...files, ...changed })
    expect(JSON.stringify({ after, example })).not.toContain(key)
    const isPlain = name.includes('plain')
    expect(example).toEqual(
      isPlain ? '' : expect.stringMatching(/GOODWORD_URL=https:\/\/goodword.example.com\n/),
    )

    const again = await init(project, '--yes')
    expect(again).toMatchObject({
      code: 0,
      output: 'This application is integrated already. Nothing was changed.',
    })
    expect(read(project)).toEqual({ ...after, ...(isPlain ? {} : { '.env.example': example }) })
  },
)

test('the lines of JavaScript that are written are valid', () => {
  const made = join(folder, 'a Fastify server of CommonJS that is created where it is required/goodword.js')
  execFileSync(process.execPath, ['--check', made])
})

test('the receiver of an Express server needs nothing that old versions lack, and passes errors on', async () => {
  const { files = {} } = applications['an Express server of CommonJS without semicolons'] ?? {}
  const project = write('receiver', {
    ...files,
    'node_modules/express/index.js':
      'exports.Router = () => ({ post: (_, it) => void (exports.handler = it) })',
    'node_modules/@goodword/client/index.js':
      'exports.createClient = () => ({}); exports.verifyEvent = async (it) => (it === "signed" ? { type: "test", id: 1 } : null)',
  })
  await init(project, '--yes')
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const log = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => void vi.unstubAllEnvs().restoreAllMocks())
  const load = createRequire(join(project, 'goodword.js'))
  load('./goodword.js')
  const { handler } = load('express')
  const answered = (body: string) =>
    new Promise((sendStatus, next) => handler(Readable.from([body]), { sendStatus }, next))
  await expect(answered('signed')).rejects.toThrow('GOODWORD_WEBHOOK_SECRET is not set')
  vi.stubEnv('GOODWORD_WEBHOOK_SECRET', 'whsec_x')
  const statuses = await Promise.all(['signed', 'forged', 'x'.repeat(1_000_001)].map(answered))
  expect(statuses).toEqual([204, 400, 413])
  expect(log.mock.calls).toEqual([['Goodword: test 1']])
})

test.each([
  [
    { dev: 'tsx watch src/index.ts', start: 'node dist/index.js' },
    'npx tsx watch --env-file=.env src/index.ts',
  ],
  [{ start: 'node ./bin/www' }, 'node --env-file=.env ./bin/www'],
  [{ dev: 'nodemon' }, 'npx tsx --env-file=.env src/index.ts'],
  [{ start: 'tsc && fastify start dist/app.js' }, 'npm run dev, which reads .env'],
])('a server with the scripts %j is started as its project starts it', async (scripts, command) => {
  const written = JSON.stringify({ ...JSON.parse(manifest('express')), scripts })
  const files = { 'package.json': written, 'tsconfig.json': '{}', 'src/index.ts': express }
  const { output } = await init(write(command, files), '--yes')
  expect(output).toContain(`: ${command}\n`)
  expect(output).toContain('(https://goodword.example.com/docs/guides/reference/libraries#typescript)')
})

test.each([
  'pages of Vite',
  'a React application of Vite',
  'a Vue application of Vite',
  'an Astro site',
  'plain pages',
])('%s without a server are integrated without a word of a key or a secret', async (name) => {
  const project = write(`${name}, alone`, applications[name]?.files ?? {})
  const { code, output } = await init(project, '--yes')
  expect(code).toBe(0)
  expect(output + JSON.stringify(read(project))).not.toMatch(/API.KEY|secret/i)
})

test('a server with pages gets a warning of the names that would show a key on the pages', async () => {
  const pages = applications['pages of Vite']?.files
  const project = write('both', {
    ...pages,
    'package.json': manifest('vite', 'express'),
    'server.js': express,
  })
  const { output } = await init(project, '--yes')
  expect(output).toContain('Found express and vite.')
  expect(output).toContain('Never give the API key or the secret a name that begins with VITE_')
})

test('what is there is kept: variables of the environment, and a file of the same name', async () => {
  const project = write('kept', {
    'package.json': manifest('express'),
    'server.js': express,
    'goodword.js': '// mine',
    '.env.example': 'PORT=3000\nGOODWORD_URL=https://mine.example.com\n',
  })
  expect(await init(project, '--yes')).toMatchObject({ code: 0 })
  expect(read(project)['goodword.js']).toBe('// mine')
  expect(read(project)['.env.example']).toBe(
    'PORT=3000\nGOODWORD_URL=https://mine.example.com\n\n# Goodword\nGOODWORD_TENANT=test_acme\nGOODWORD_WEBHOOK_SECRET=\nGOODWORD_API_KEY=\n',
  )
})

test('a person sees the difference, and nothing is changed without a yes', async () => {
  const project = write('asked', { 'package.json': manifest('express'), 'server.js': express })
  const terminal = madeTerminal({ env, folder: project, ask: { confirm: async () => false } })
  expect(await runCommandLine(['init'], terminal)).toBe(1)
  expect(terminal.output()).toMatch(/^\+app\.use\(goodwordEvents\);$/m)
  expect(terminal.errors()).toBe('Nothing was changed.')
  expect(read(project)['server.js']).toBe(express)
})

test.each([
  ['no application at all', {}, 'no framework that is known here'],
  [
    'two files that create a server',
    { 'package.json': manifest('express'), 'a.js': express, 'b.js': express },
    'not exactly one file',
  ],
  [
    'a Next application with a pages folder',
    { 'package.json': manifest('next'), 'pages/index.tsx': '' },
    'no app/layout.tsx',
  ],
  [
    'an application of a framework for which nothing is written',
    { 'package.json': manifest('vite', 'svelte', '@sveltejs/kit') },
    'goodword init writes nothing for SvelteKit. Nothing was changed. The steps by hand:\n  1. On your server: ',
  ],
  [
    'an application of pages alone for which nothing is written',
    { 'package.json': manifest('@angular/core') },
    'by hand:\n  1. On your pages: the script, or @goodword/browser',
  ],
  ['a page without a head', { 'index.html': '<p>Hello' }, 'with a </head>'],
  ['a package.json that is broken', { 'package.json': '{' }, 'no valid JSON'],
] as const)('%s is refused with what to do by hand', async (name, files, message) => {
  const project = write(name, { 'notes.txt': '', ...files })
  const refused = await init(project, '--yes')
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining(message) })
  expect(read(project)).toEqual({ 'notes.txt': '', ...files })
})

test.each([
  ['pnpm-lock.yaml', 'pnpm add'],
  ['yarn.lock', 'yarn add'],
  ['bun.lock', 'bun add'],
  ['package-lock.json', 'npm install'],
])('the program that wrote %s installs packages', async (lock, command) => {
  const files = { 'package.json': '{"dependencies":{"express":"5.3.0"}}', 'server.js': express, [lock]: '' }
  const { output, errors } = await init(write(lock, files), '--yes')
  expect(output).toContain(`\n$ ${command} @goodword/client\n`)
  expect(errors).toMatch(/could not be started[.] .* Or take the packages .*: --packages <folder>$/)
})
