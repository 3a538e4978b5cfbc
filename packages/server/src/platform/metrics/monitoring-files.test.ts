import { readFile } from 'node:fs/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

const root = new URL('../../../../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, root), 'utf8')
const alerts = await read('deploy/monitoring/alerts.yaml')
const dashboard = JSON.parse(await read('deploy/monitoring/dashboard.json'))
const guide = await read('docs/guides/monitoring.md')

const metrics = createMetrics({
  build: { version: '0.1.0', node: '24.0.0', postgresql: '18' },
  connections: () => ({ inUse: 0, idle: 0, most: 8, waiting: 0 }),
  queues: () => [{ queue: 'tracking', depth: 0, oldestMs: 0 }],
  problems: async () => ({ database: null }),
  disk: async () => null,
  jobs: async () => null,
  unpublished: async () => null,
  uncounted: async () => null,
  billing: async () => null,
})
const text = await metrics.text()
afterAll(metrics.close)

/** Every series name that Prometheus gets. */
const known = new Set([
  'up',
  ...[...metrics.explained().keys()].flatMap((name) =>
    text.includes(`# TYPE ${name} histogram`)
      ? [`${name}_bucket`, `${name}_sum`, `${name}_count`]
      : text.includes(`# TYPE ${name} summary`)
        ? [name, `${name}_sum`, `${name}_count`]
        : [name],
  ),
  // Each process has them once its garbage was collected.
  'nodejs_gc_duration_seconds_sum',
])

function namesIn(expression: string): readonly string[] {
  return expression.match(/\b(?:up|(?:goodword|nodejs|process)_\w+)\b/g) ?? []
}

const rules = [...alerts.matchAll(/- alert: (\w+)\n +expr:([\s\S]+?)\n {8}(?:for|labels):/g)].map(
  ([, name = '', expression = '']) => ({ name, expression }),
)

describe('the alert rules', () => {
  test('are all read here', () => {
    expect(rules).toHaveLength(alerts.split('- alert:').length - 1)
    expect(rules.length).toBeGreaterThan(10)
  })

  test.each(rules)('$name uses metrics that exist, and the guide explains it', ({ name, expression }) => {
    expect(namesIn(expression)).not.toEqual([])
    expect(namesIn(expression).filter((it) => !known.has(it))).toEqual([])
    expect(guide).toContain(`| \`${name}\` |`)
  })

  test('are the only ones that the guide explains', () => {
    const explained = [...guide.matchAll(/^\| `(Goodword\w+)` \|/gm)].map(([, name]) => name)
    expect(explained).toEqual(rules.map((it) => it.name))
  })
})

type Panel = {
  readonly id: number
  readonly type: string
  readonly title: string
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[]
}

describe('the dashboard', () => {
  const panels: readonly Panel[] = dashboard.panels
  const charts = panels.filter((it) => it.type !== 'row')

  test('has the form that Grafana 10 and later import', () => {
    expect(dashboard).toMatchObject({ schemaVersion: 39, uid: 'goodword', title: 'Goodword' })
    expect(new Set(panels.map((it) => it.id)).size).toBe(panels.length)
    expect(dashboard.templating.list.map((it: { name: string }) => it.name)).toEqual([
      'datasource',
      'instance',
    ])
  })

  test('has no panel over another', () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
  })

  test.each(charts)('$title uses metrics that exist', ({ targets = [] }) => {
    const names = targets.flatMap(({ expr }) => namesIn(expr))
    expect(names.length).toBeGreaterThanOrEqual(Math.max(1, targets.length))
    expect(names.filter((it) => !known.has(it))).toEqual([])
  })

  test('shows every metric of the service', () => {
    const shown = new Set(charts.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => namesIn(expr))))
    const missing = [...metrics.explained().keys()]
      .filter((name) => name.startsWith('goodword_'))
      .filter((name) => ![...shown].some((it) => it.startsWith(name)))
    expect(missing).toEqual([])
  })
})
