import { allEndpoints } from '@goodword/contract/all-endpoints'
import {
  type Call,
  callsIn,
  type SampleLanguage,
  sampleOf,
} from '@goodword/contract/frame/openapi/call-samples'
import { blocksOf } from '@goodword/server/testing/guides/guide-blocks'
import { guideNames, guideService, readGuide } from '@goodword/server/testing/guides/guide-service'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Language, languages } from '../build.ts'
import { installPackage, missingHere } from './testing/installed-package.ts'

// The documentation shows each call of a guide by curl as tabs, with a program for every client. Here the programs are run in the
// place of the commands, and what they print is compared with what the guide shows.

const folder = temporaryFolder()
const tabs: Readonly<Record<Language | 'typescript', SampleLanguage>> = {
  typescript: 'ts',
  python: 'py',
  php: 'php',
  ruby: 'rb',
}

/** The line that prints the answer. Where several statuses are a success, the answer comes with its status. */
const printed: Readonly<Record<SampleLanguage, (answer: string) => string>> = {
  ts: (field) => `console.log(JSON.stringify(answer${field === '' ? '' : `.${field}`}))`,
  py: (field) => `import json\nprint(json.dumps(answer${field === '' ? '' : `["${field}"]`}))`,
  // An object without fields is an empty array in PHP.
  php: (field) =>
    `echo str_replace('"facts":[]', '"facts":{}', json_encode($answer${field === '' ? '' : `['${field}']`}));`,
  rb: (field) => `require "json"\nputs JSON.generate(answer${field === '' ? '' : `[:${field}]`})`,
}

const callsOf = async (name: string) => callsIn(await readGuide(name), allEndpoints)
const called = await Promise.all(
  guideNames.map(async (name) => ((await callsOf(name)).some((it) => it !== null) ? [name] : [])),
)

const missing = new Map(languages.map((language) => [language, missingHere(language)]))
for (const [language, reason] of missing) {
  if (reason !== null) console.log(`not run: the tabs for ${language}, because ${reason}`)
}
const possible = languages.filter((language) => missing.get(language) === null)

describe.each(['typescript', ...possible] as const)('the tabs for %s', async (language) => {
  const run = await guideService()
  let command = 'node'
  beforeAll(async () => {
    if (language === 'typescript') return
    const { interpreter, environment, project } = await installPackage(language, folder)
    const settings = Object.entries(environment).filter(([name]) => name !== 'PATH' && name !== 'HOME')
    command = [...settings.map(([name, it]) => `${name}='${it}'`), interpreter].join(' ')
    if (language === 'php') command = `${command} -d include_path='${project}'`
  })

  test.concurrent.each(called.flat())(
    `the tabs of the guide %s for ${language} do what the guide shows`,
    async (name) => {
      const markdown = await readGuide(name)
      const calls = [...callsIn(markdown, allEndpoints)]
      expect(calls.length).toBe(blocksOf(markdown).filter((it) => it.language === 'sh').length)
      await run(name, {
        otherCommand() {
          const call = calls.shift() ?? null
          return call === null ? null : programOf(call, tabs[language])
        },
      })
    },
  )

  function programOf(call: Call, tab: SampleLanguage): string {
    const field = Object.keys(call.endpoint.success).length > 1 ? 'answer' : ''
    const program = `${sampleOf(call, tab)}\n${printed[tab](field)}\n`
    return `cat > tab.${tab} <<'END_OF_TAB'\n${program}END_OF_TAB\n${command} tab.${tab}`
  }
})
