import type { Definition } from '../../engine/metrics/definition.ts'
import { type Selection, series } from '../../engine/monitoring/queries.ts'
import type { Section } from '../../engine/monitoring/section.ts'
import { sections } from '../../engine/monitoring/sections.ts'

/** The alerts that rules raise for some series. */
export type AlertTest = {
  readonly name: string
  /** The time between two samples of a series; a minute by default. */
  readonly interval?: string
  /** The samples of each, in the notation of promtool. */
  readonly series: Readonly<Record<string, string>>
  readonly expected: readonly Expectation[]
}

type Expectation = {
  readonly eval_time: string
  readonly alertname: string
  readonly exp_alerts: readonly object[]
}

/** The series of one process, as it is after a scrape. */
export function scraped<Label extends string>(
  definition: Definition<Label>,
  labels: Selection<NoInfer<Label>> = {},
): string {
  return series<string>(definition, { job: 'goodword', instance: 'a', ...labels })
}

export function quiet(at: string, name: string): Expectation {
  return { eval_time: at, alertname: alertOf(name).name, exp_alerts: [] }
}

export function fires(at: string, name: string, labels: Readonly<Record<string, string>>): Expectation {
  const { severity, summary, description } = alertOf(name)
  const filled = summary.replaceAll(/\{\{ \$labels[.](\w+) \}\}/g, (_, label) => labels[label] ?? '')
  return {
    eval_time: at,
    alertname: name,
    exp_alerts: [{ exp_labels: { severity, ...labels }, exp_annotations: { summary: filled, description } }],
  }
}

/** The alert is quiet at one time, and fires at a later one. */
export function begins(
  name: string,
  quietAt: string,
  firesAt: string,
  labels: Readonly<Record<string, string>> = { job: 'goodword' },
): readonly Expectation[] {
  return [quiet(quietAt, name), fires(firesAt, name, labels)]
}

/** promtool finds that an alert is quiet that does not exist. */
function alertOf(name: string) {
  const alert = sections.flatMap(({ alerts }) => alerts).find((it) => it.name === name)
  if (alert === undefined) throw new Error(`There is no alert rule ${name}`)
  return alert
}

/**
 * A test as promtool reads it: JSON is YAML as well. The file of rules needs no more than those that the test names; all that
 * are there are evaluated for each of its minutes.
 */
export function promtoolTest(
  ruleFile: string,
  { name, interval = '1m', series: samples, expected }: AlertTest,
): object {
  return {
    rule_files: [ruleFile],
    evaluation_interval: '1m',
    tests: [
      {
        name,
        interval,
        input_series: Object.entries(samples).map(([each, values]) => ({ series: each, values })),
        alert_rule_test: expected,
      },
    ],
  }
}

/** The sections with no other alerts than those that a test names. */
export function namedAlerts({ expected }: AlertTest): readonly Section[] {
  const named = new Set(expected.map(({ alertname }) => alertname))
  return sections.map((section) => ({
    ...section,
    alerts: section.alerts.filter(({ name }) => named.has(name)),
  }))
}
