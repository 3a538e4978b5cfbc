import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { allEndpoints } from '@goodword/contract/all-endpoints'
import {
  callsIn,
  curlExample,
  type SampleLanguage,
  sampleOf,
} from '@goodword/contract/frame/openapi/call-samples'
import { furnish } from '@goodword/server/testing/guides/run-guide'
import { typeErrors } from '@goodword/server/testing/guides/type-errors'
import { ok } from '@goodword/testing/replies'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, expect, test } from 'vitest'
import { type Language, languages } from '../build.ts'
import { type SeenRequest, startCaseServer } from './testing/client-cases.ts'
import { installPackage, missingHere } from './testing/installed-package.ts'

// Each operation of the reference has its example as tabs: a command and a program for each client. All are run here, and must send
// the same.

const SHOWN_ADDRESS = 'http://127.0.0.1:4000'
const folder = temporaryFolder()
const server = await startCaseServer()
afterAll(() => server.close())

const commands = allEndpoints.flatMap(
  (it) => curlExample(it, SHOWN_ADDRESS, 'test_acme', 'gw_test_9ZmA') ?? [],
)
const calls = commands.flatMap((it) => callsIn(`\`\`\`sh\n${it}\n\`\`\``, allEndpoints)[0] ?? [])
/** Refused, so that no client looks into the answer, and no list goes on. */
const refusal = ok({ apiErrorCode: 'VALIDATION_FAILED', message: 'No.' }, 400)

function sentBy({ method, url, headers, body }: SeenRequest) {
  const [path, search = ''] = url.split('?')
  const { authorization, 'content-type': contentType = '', 'idempotency-key': key } = headers
  return {
    method,
    path,
    query: Object.fromEntries(new URLSearchParams(search)),
    authorization,
    // A client of the guide has a key of its own where the example shows none.
    key: `${key}`.startsWith('order-') ? key : undefined,
    body: contentType.startsWith('application/json') && body !== '' ? JSON.parse(body) : body,
  }
}

/** The requests of commands that are also calls by a client. */
async function sentByCurl() {
  const address = server.addressOf('curl', [refusal])
  const shown = commands.filter((it) => it.startsWith('curl -u'))
  const script = shown
    .map((it) => it.replaceAll(SHOWN_ADDRESS, address).replace('curl', 'curl -s'))
    .join('\n')
  await promisify(execFile)('sh', ['-c', script])
  return server.seen('curl').map(sentBy)
}
const expected = await sentByCurl()

test('every operation that an API key may call is an example by curl and by the clients', () => {
  const callable = allEndpoints.filter((it) => it.scope !== null && it.belongsTo === undefined)
  expect(calls.map((it) => it.endpoint.name)).toEqual(callable.map((it) => it.name))
  expect(expected.length).toBe(callable.length)
})

test('the tabs for TypeScript send what the command sends, and type-check', async () => {
  const project = join(folder, 'types')
  const place = join(project, 'samples')
  mkdirSync(place, { recursive: true })
  await furnish(project)
  const files = save(place, 'ts', 'typescript')
  const main = join(place, 'main.mjs')
  writeFileSync(main, files.map((it) => `await import('./${it}').catch(() => undefined)\n`).join(''))
  await promisify(execFile)(process.execPath, [main], { cwd: place })
  expect(server.seen('typescript').map(sentBy)).toEqual(expected)
  expect(await typeErrors(project)).toBe('')
})

const tabs: Readonly<Record<Language, readonly [SampleLanguage, (file: string) => string]>> = {
  python: ['py', (it) => `try:\n    runpy.run_path("${it}")\nexcept Exception:\n    pass\n`],
  php: ['php', (it) => `try { require '${it}'; } catch (Goodword\\ApiError) {}\n`],
  ruby: ['rb', (it) => `begin\n  load "./${it}"\nrescue Goodword::ApiError\nend\n`],
}
const firstLines: Readonly<Record<Language, string>> = { python: 'import runpy\n', php: '<?php\n', ruby: '' }
const missing = new Map(languages.map((language) => [language, missingHere(language)]))
for (const [language, reason] of missing) {
  if (reason !== null) console.log(`not run: the tabs of the reference for ${language}, because ${reason}`)
}

test.each(languages.filter((it) => missing.get(it) === null))(
  'the tabs for %s send what the command sends',
  async (language) => {
    const { run, project } = await installPackage(language, folder)
    const [tab, attempt] = tabs[language]
    const files = save(project, tab, language)
    const main = join(project, `main.${tab}`)
    writeFileSync(main, firstLines[language] + files.map(attempt).join(''))
    await run(main, '')
    expect(server.seen(language).map(sentBy)).toEqual(expected)
  },
)

/** Writes the programs of a language, and returns their names. */
function save(place: string, tab: SampleLanguage, name: string): readonly string[] {
  const address = server.addressOf(name, [refusal])
  return calls.map((call, index) => {
    const file = `sample${index}.${tab}`
    writeFileSync(join(place, file), sampleOf(call, tab).replaceAll(SHOWN_ADDRESS, address))
    return file
  })
}
