import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { neededRights, ofOperations } from './permissions.ts'

const root = new URL('../../../../../', import.meta.url)
const textOf = (path: string) => readFile(new URL(path, root), 'utf8')
const labels = [...new Set(Object.values(neededRights))].sort()

test('every operation of the connector has its right in the table', async () => {
  const folder = new URL('packages/server/src/connectors/stripe/', root)
  const files = (await readdir(folder)).filter((it) => it.endsWith('.ts') && !it.includes('.test.'))
  const texts = await Promise.all(files.map((it) => readFile(new URL(it, folder), 'utf8')))
  const called = /(?:read|write|calls)\(\s*'(\w+(?:\.\w+)+)'|readAll\(calls, '([\w.]+)'/g
  const operations = texts.flatMap((text) => [...text.matchAll(called)].map(([, one, other]) => one ?? other))
  expect(operations.length).toBeGreaterThan(30)
  expect([...new Set(operations)].filter((it) => ofOperations[it ?? ''] === undefined)).toEqual([])
})

test('every operation is permitted by a right that the lists have', () => {
  const granted = Object.keys(neededRights)
  const included = granted.map((it) => it.replace(/_write$/, '_read'))
  const missing = Object.values(ofOperations).filter((it) => ![...granted, ...included].includes(it))
  expect(missing).toEqual([])
})

test('the guide lists these rights, and its key has all but the one to register webhooks', async () => {
  const guide = await textOf('docs/guides/stripe.md')
  const cells = [...guide.matchAll(/^\| ([^|]*: (?:Read|Write)) \|/gm)].flatMap(([, cell = '']) =>
    cell.split(', '),
  )
  expect(cells.sort()).toEqual(labels)
  const named = [...guide.matchAll(/"(rak_\w+)"/g)].map(([, name]) => name)
  expect(named.sort()).toEqual(
    Object.keys(neededRights)
      .filter((it) => it !== 'rak_webhook_write')
      .sort(),
  )
})

test('the portal lists these rights', async () => {
  const form = await textOf('packages/portal/src/pages/install/processor/processors/stripe.ts')
  const [, list = ''] = /rights: \[([^\]]*)\]/.exec(form) ?? []
  expect([...list.matchAll(/'([^']*)'/g)].map(([, label]) => label).sort()).toEqual(labels)
})
