import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { alertTests } from '../../testing/alerts/alert-tests.ts'
import { nodeDefinitions } from '../metrics/process-metrics.ts'
import { grafanaDashboard } from './dashboard.ts'
import { allDefinitions } from './guide-tables.ts'
import { sections } from './sections.ts'

const guide = await readFile(
  new URL('../../../../../docs/guides/reference/monitoring.md', import.meta.url),
  'utf8',
)
const definitions = [...allDefinitions, ...Object.values(nodeDefinitions)]
const known = new Set([
  'up',
  ...definitions.flatMap(({ name, type }) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  ),
])

function namesIn(expression: string): readonly string[] {
  return expression.match(/\b(?:up|(?:goodword|nodejs|process)_\w+)\b/g) ?? []
}

/** The labels that an expression keeps; null where it keeps all that its metric has. */
function labelsKept(expression: string): readonly string[] | null {
  const kept = [...expression.matchAll(/\b(?:sum|min|max)(?: by \(([\w, ]+)\))? \(/g)]
  if (kept.length > 0) return kept.flatMap(([, labels = '']) => labels.split(', '))
  return /\b(?:sum|min|max)\(/.test(expression) ? [] : null
}

function labelsOf(expression: string): readonly string[] {
  const [name = ''] = namesIn(expression)
  const { labelNames = [] } = definitions.find((it) => it.name === name) ?? {}
  return labelsKept(expression) ?? ['instance', 'job', ...labelNames]
}

const alerts = sections.flatMap((section) => section.alerts)
const panels = sections.flatMap((section) => section.panels)
const queries = panels.flatMap((panel) =>
  Object.entries(panel.queries).map(([legend, { text }]) => ({ title: panel.title, legend, text })),
)

describe('an alert rule', () => {
  test.each(alerts)(
    'the alert rule $name uses metrics that exist, and labels that its result has',
    ({ when, summary }) => {
      expect(namesIn(when)).not.toEqual([])
      expect(namesIn(when).filter((it) => !known.has(it))).toEqual([])
      const labels = [...summary.matchAll(/\{\{ \$labels[.](\w+) \}\}/g)].map(([, label = '']) => label)
      expect(labels.filter((it) => !labelsOf(when).includes(it))).toEqual([])
    },
  )

  test('each alert rule fires in a test of promtool', () => {
    const expectations = alertTests.flatMap(({ expected }) => expected)
    const fired = expectations.filter((it) => it.exp_alerts.length > 0).map((it) => it.alertname)
    expect(alerts.map(({ name }) => name).filter((it) => !fired.includes(it))).toEqual([])
  })

  test('each alert rule has a name of its own', () => {
    expect(new Set(alerts.map(({ name }) => name)).size).toBe(alerts.length)
  })
})

describe('the dashboard', () => {
  test.each(queries)(
    'the query of $title, $legend has metrics that exist and labels that its result has',
    ({ legend, text }) => {
      expect(namesIn(text)).not.toEqual([])
      expect(namesIn(text).filter((it) => !known.has(it))).toEqual([])
      const labels = [...legend.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)
      expect(labels.filter((it) => !labelsOf(text).includes(it))).toEqual([])
    },
  )

  test('the dashboard shows every metric of the service', () => {
    const shown = queries.flatMap(({ text }) => namesIn(text))
    const missing = allDefinitions.filter(({ name }) => !shown.some((it) => it.startsWith(name)))
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  test('the dashboard has no panel over another', () => {
    const dashboard = grafanaDashboard(sections) as {
      readonly panels: readonly { readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>> }[]
    }
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
  })
})

describe('the guide on monitoring', () => {
  test('the guide on monitoring names no metric and no alert that there is not', () => {
    const names = new Set(guide.match(/\b(?:(?:goodword|process|nodejs)_\w+|Goodword[A-Z]\w+)/g))
    const histograms = definitions.filter((it) => it.type === 'histogram').map((it) => it.name)
    const others = [...known, ...histograms, ...alerts.map((it) => it.name), 'process_max_fds']
    expect([...names].filter((it) => !others.includes(it))).toEqual([])
  })
})
