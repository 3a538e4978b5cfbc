import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'
import { runCommandLine } from '../run-command-line.ts'
import { madeTerminal } from '../testing/made-terminal.ts'

const folder = temporaryFolder()
const key = 'gw_test_secret'
const env = {
  GOODWORD_URL: 'https://goodword.example.com',
  GOODWORD_TENANT: 'test_acme',
  GOODWORD_API_KEY: key,
}

type Files = Readonly<Record<string, string>>

/** An application whose packages are there already, so that nothing has to be installed. */
const manifest = (...names: readonly string[]) => {
  const own = ['@goodword/client', '@goodword/browser', '@goodword/react']
  const dependencies = Object.fromEntries([...names, ...own].map((name) => [name, '1.0.0']))
  return JSON.stringify({ type: 'module', dependencies })
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

const express = `import express from 'express';
import {
  join,
} from 'node:path';

const app = express();
app.use(express.json());
app.listen(3000);
`

const applications: Readonly<Record<string, { readonly files: Files; readonly changed: Files }>> = {
  'an Express server in TypeScript': {
    files: { 'package.json': manifest('express'), 'tsconfig.json': '{}', 'src/server.ts': express },
    changed: {
      'src/server.ts': express
        .replace(`'node:path';\n`, `'node:path';\nimport { goodwordEvents } from './goodword.js';\n`)
        .replace('express();\n', 'express();\napp.use(goodwordEvents);\n'),
      'src/goodword.ts': expect.stringContaining('function required(name: string): string {'),
    },
  },
  'an Express server of CommonJS without semicolons': {
    files: {
      'package.json': manifest('express').replace('module', 'commonjs'),
      'index.js': `'use strict'\nconst express = require('express')\nconst server = express()\n`,
    },
    changed: {
      'index.js': `'use strict'\nconst express = require('express')\nconst { goodwordEvents } = require('./goodword')\nconst server = express()\nserver.use(goodwordEvents)\n`,
      'goodword.js': expect.stringMatching(
        /^const \{ createClient.*[^;]\n[\s\S]*module\.exports = \{ goodword, goodwordEvents \}\n$/,
      ),
    },
  },
  'a Next application': {
    files: {
      'package.json': manifest('next'),
      'app/layout.tsx': `import './site.css'\n\nexport default function Layout({ children }) {\n  return (\n    <html>\n      <body className="site">\n        {children}\n      </body>\n    </html>\n  )\n}\n`,
    },
    changed: {
      'app/layout.tsx': `import './site.css'\nimport { Goodword } from './goodword'\n\nexport default function Layout({ children }) {\n  return (\n    <html>\n      <body className="site">\n        <Goodword />\n        {children}\n      </body>\n    </html>\n  )\n}\n`,
      'app/goodword.tsx': expect.stringContaining("'use client'"),
      'app/goodword/client.ts': expect.stringContaining('createClient'),
      'app/goodword/events/route.ts': expect.stringContaining('request: Request'),
    },
  },
  'a Nuxt application': {
    files: {
      'package.json': manifest('nuxt'),
      'nuxt.config.ts': `export default defineNuxtConfig({\n  devtools: { enabled: true },\n})\n`,
      'app/app.vue': '<template />',
    },
    changed: {
      'nuxt.config.ts': `export default defineNuxtConfig({\n  runtimeConfig: { public: { goodwordUrl: '', goodwordTenant: '' } },\n  devtools: { enabled: true },\n})\n`,
      'app/plugins/goodword.client.ts': expect.stringContaining('defineNuxtPlugin'),
      'server/utils/goodword.ts': expect.stringContaining('createClient'),
      'server/routes/goodword/events.post.ts': expect.stringContaining('verifyEvent'),
    },
  },
  'pages of Vite': {
    files: {
      'package.json': manifest('vite'),
      'index.html': '<script type="module" src="/src/main.tsx"></script>',
      'src/main.tsx': `import { App } from './app.tsx'\n\nrender(App)\n`,
    },
    changed: {
      'src/main.tsx': `import { App } from './app.tsx'\nimport './goodword.ts'\n\nrender(App)\n`,
      'src/goodword.ts': expect.stringContaining('import.meta.env.VITE_GOODWORD_URL'),
    },
  },
  'plain pages': {
    files: { 'index.html': '<html>\n  <head>\n    <title>Larder</title>\n  </head>\n</html>\n' },
    changed: {
      'index.html': `<html>\n  <head>\n    <title>Larder</title>\n    <script>\n      window._gw = window._gw || []\n      _gw.push(['init', { tenant_alias: 'test_acme' }])\n    </script>\n    <script async src="https://goodword.example.com/s/v1/goodword.js"></script>\n  </head>\n</html>\n`,
    },
  },
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
    const isPlain = name === 'plain pages'
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
  for (const { file, type } of [
    { file: 'an Express server of CommonJS without semicolons/goodword.js', type: 'commonjs' },
    { file: 'an Express server of CommonJS without semicolons/index.js', type: 'commonjs' },
  ]) {
    const input = readFileSync(join(folder, file))
    execFileSync(process.execPath, ['--check', `--input-type=${type}`, '-'], { input })
  }
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
  const { output } = await init(write(lock, files))
  expect(output).toContain(`\n$ ${command} @goodword/client\n`)
})
