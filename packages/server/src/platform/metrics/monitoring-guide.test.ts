import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

const guide = await readFile(new URL('../../../../../docs/guides/monitoring.md', import.meta.url), 'utf8')
const metrics = createMetrics({
  build: { version: '0.1.0', node: '24.0.0', postgresql: '18' },
  connections: () => ({ inUse: 0, idle: 0, most: 8, waiting: 0 }),
  queues: () => [],
  problems: async () => ({}),
  disk: async () => null,
  jobs: async () => null,
  unpublished: async () => null,
  uncounted: async () => null,
  billing: async () => null,
})
const text = await metrics.text()
afterAll(metrics.close)

const explained = [...metrics.explained()]
const kinds = new Map([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, kind]) => [name, kind]))

describe('the guide on monitoring', () => {
  test.each(explained.filter(([name]) => name.startsWith('goodword_')))('explains %s', (name, help) => {
    expect(guide).toContain(`\n| \`${name}\` | ${kinds.get(name)} | ${help} |\n`)
  })

  test('names no figure that there is not', () => {
    const names = new Set(guide.match(/\b(?:goodword|process|nodejs)_\w+/g))
    const known = explained.flatMap(([name]) =>
      kinds.get(name) === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    )
    expect([...names].filter((it) => !known.includes(it))).toEqual([])
  })
})
