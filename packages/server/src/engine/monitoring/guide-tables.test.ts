import { afterAll, describe, expect, test } from 'vitest'
import { createMetrics } from '../metrics/metrics.ts'
import { nodeDefinitions } from '../metrics/process-metrics.ts'
import { allDefinitions } from './guide-tables.ts'

const metrics = createMetrics({
  build: { version: '0.1.0', node: '24.0.0', postgresql: '18' },
  connections: () => ({ inUse: 0, idle: 0, most: 8, waiting: 0 }),
  queues: () => [],
  problems: async () => ({}),
  disk: async () => null,
  backups: async () => null,
  jobs: async () => null,
  unpublished: async () => null,
  uncounted: async () => null,
  billing: async () => null,
  reviews: async () => null,
})
afterAll(metrics.close)
const text = await metrics.text()
const exported = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name, type]) => `${name} ${type}`)

describe('the definitions', () => {
  test('the definitions are of the metrics that the service exports, and of no others', () => {
    const defined = allDefinitions.map(({ name, type }) => `${name} ${type}`)
    expect(exported.filter((it) => it.startsWith('goodword_')).sort()).toEqual(defined.sort())
  })

  test('the definitions of Node.js name metrics that its library exports', () => {
    const defined = Object.values(nodeDefinitions).map(({ name, type }) => `${name} ${type}`)
    expect(defined.filter((it) => !exported.includes(it))).toEqual([])
  })

  test('the definitions have a sentence for each metric, and say nothing twice', () => {
    const sentences = allDefinitions.map(({ help }) => help)
    expect(sentences.filter((it) => !/^[A-Z].*\.$/.test(it))).toEqual([])
    expect(new Set(sentences).size).toBe(sentences.length)
  })
})
