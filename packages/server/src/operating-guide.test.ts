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

test('each setting is told in a sentence', () => {
  expect(rows.filter(({ meaning }) => !/^\S.*[.]$/.test(meaning))).toEqual([])
})
