import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { type Environment, readConfig } from './config.ts'

const guide = await readFile(resolve(import.meta.dirname, '../../../docs/guides/operating.md'), 'utf8')
const rows = [...guide.matchAll(/^\| `([A-Z_]+)` \| (.+?) \| (.+) \|$/gm)].map(
  ([, name = '', standard = '', meaning = '']) => ({ name, standard, meaning }),
)

test('the guide on operating lists every setting that is read, and no other', () => {
  const read: string[] = []
  const env: Environment = new Proxy(
    {},
    {
      get(_env, name) {
        read.push(String(name))
      },
    },
  )
  readConfig(env)
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...new Set(read)].toSorted())
})

test.each(rows.filter(({ standard }) => standard.startsWith('`')))(
  'the default of $name is $standard',
  ({ name, standard }) => {
    expect(readConfig({ [name]: standard.replaceAll('`', '') })).toEqual(readConfig({}))
  },
)

test('each setting has a sentence', () => {
  expect(rows.filter(({ meaning }) => !/^\S.*[.]$/.test(meaning))).toEqual([])
})

test('the settings file for containers and systemd names settings that exist, and can be read', async () => {
  const text = await readFile(new URL('../../../deploy/goodword.env.example', import.meta.url), 'utf8')
  const settings = [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => ({
    name,
    value,
  }))
  expect(settings.length).toBeGreaterThan(5)
  const known = new Set(rows.map(({ name }) => name))
  expect(settings.filter(({ name }) => !known.has(name))).toEqual([])
  const env = Object.fromEntries(settings.map(({ name, value }) => [name, value]))
  expect(readConfig(env)).toEqual({ ...readConfig({}), baseUrl: 'https://refer.example.com', demo: 'off' })
})

test('each container of the Compose file is read-only, without capabilities that it does not name, and has a health check', async () => {
  const text = await readFile(new URL('../../../deploy/compose.yaml', import.meta.url), 'utf8')
  const [, services = ''] = /\nservices:\n([\s\S]*?)\nnetworks:/.exec(text) ?? []
  const containers = services.split(/^ {2}(?=\S+:)/m).filter((it) => /^ {4}(image|build):/m.test(it))
  expect(containers.map((it) => it.split(':')[0])).toEqual(['goodword', 'postgres', 'coordinator', 'cluster'])
  const everywhere = [
    'read_only: true',
    'cap_drop: [ALL]',
    'security_opt: ["no-new-privileges:true"]',
    'tmpfs: [/tmp',
  ]
  for (const container of containers) {
    for (const line of everywhere) expect(container).toContain(`\n    ${line}`)
    // A container that ends after its work has none.
    expect(container.includes('\n    healthcheck:')).toBe(!container.includes('entrypoint:'))
  }
})
