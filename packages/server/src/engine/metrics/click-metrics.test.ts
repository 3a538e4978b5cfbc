import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { clickMetrics } from './click-metrics.ts'

test('clicks are counted by result, with zeros from the start', async () => {
  const registry = new Registry()
  const count = clickMetrics(registry)
  const samples = async () =>
    (await registry.metrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  expect(await samples()).toHaveLength(1 + 5 + 4)

  count({ kind: 'recorded' })
  count({ kind: 'recorded' })
  count({ kind: 'screened', reason: 'bot' })
  count({ kind: 'lost', reason: 'unavailable' })
  expect((await samples()).filter((line) => !line.endsWith(' 0'))).toEqual([
    'goodword_clicks_recorded_total 2',
    'goodword_clicks_ignored_total{reason="bot"} 1',
    'goodword_clicks_lost_total{reason="unavailable"} 1',
  ])
})
