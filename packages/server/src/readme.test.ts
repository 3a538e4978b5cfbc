import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { processor } from '@goodword/contract/billing/connection-credentials'
import { webhookEventTypes } from '@goodword/contract/webhooks/event-types'
import { fraudRules } from '@goodword/domain/fraud/fraud'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const fileOf = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** Goodword's column of the comparison, by the heading of the line. */
const said = new Map(
  [...readme.matchAll(/^\| ([^|]+) \| ([^|]+) \|/gm)].map(([, heading = '', own = '']) => [heading, own]),
)

test('the comparison of the README says of Goodword what the code has', () => {
  expect(said.get('Fraud rules')).toBe(String(Object.keys(fraudRules).length))
  expect(said.get('Outgoing webhooks')).toBe(`${webhookEventTypes.length} kinds, signed`)
  expect(said.get('Licence')).toBe(fileOf('package.json').license)
  const connected = processor.enum.filter((it) => it !== 'manual').map(String)
  expect(said.get('Payment processor connector')?.toLowerCase()).toBe(connected.join(', ').toLowerCase())
  const languages = readdirSync(join(root, 'packages/languages'), { withFileTypes: true })
    .filter((it) => it.isDirectory() && it.name !== 'src' && it.name !== 'node_modules')
    .map((it) => it.name)
  const clients = said.get('Clients for servers')?.toLowerCase().split(', ') ?? []
  expect(clients.toSorted()).toEqual(['typescript', ...languages].toSorted())
})

test('the README begins with the drawing and one sentence, and shows three pictures of the portal', () => {
  const [, picture, sentence = ''] = readme.split('\n\n')
  expect(picture).toMatch(/^!\[[^\]]+\]\([\w/-]+[.]svg\)$/)
  expect(sentence.match(/[.:] /g)).toEqual([': '])
  expect(readme.match(/!\[[^\]]+\]\(docs\/screenshots\//g)).toHaveLength(3)
})
