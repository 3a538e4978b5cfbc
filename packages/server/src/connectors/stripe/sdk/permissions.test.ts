import { readdir, readFile } from 'node:fs/promises'
import { stripeRights } from '@goodword/domain/processors/stripe-rights'
import { expect, test } from 'vitest'
import { ofOperations } from './permissions.ts'

const root = new URL('../../../../../../', import.meta.url)
const rights: readonly string[] = stripeRights.flatMap(({ names }) => names)

test('every operation of the connector has its right in the table', async () => {
  const folder = new URL('packages/server/src/connectors/stripe/', root)
  const files = (await readdir(folder, { recursive: true })).filter(
    (it) => it.endsWith('.ts') && !it.includes('.test.'),
  )
  const texts = await Promise.all(files.map((it) => readFile(new URL(it, folder), 'utf8')))
  const called = /(?:read|write|calls)\(\s*'(\w+(?:\.\w+)+)'|readAll\(calls, '([\w.]+)'/g
  const operations = texts.flatMap((text) => [...text.matchAll(called)].map(([, one, other]) => one ?? other))
  expect(operations.length).toBeGreaterThan(30)
  expect([...new Set(operations)].filter((it) => ofOperations[it ?? ''] === undefined)).toEqual([])
})

test('every operation is permitted by a right that the lists have', () => {
  const included = rights.map((it) => it.replace(/_write$/, '_read'))
  const missing = Object.values(ofOperations).filter((it) => ![...rights, ...included].includes(it))
  expect(missing).toEqual([])
})

test('the key of the guide has all rights but the one to register webhooks', async () => {
  const guide = await readFile(new URL('docs/guides/reference/stripe.md', root), 'utf8')
  const named = [...guide.matchAll(/"(rak_\w+)"/g)].map(([, name]) => name)
  expect(named.sort()).toEqual(rights.filter((it) => it !== 'rak_webhook_write').sort())
})
