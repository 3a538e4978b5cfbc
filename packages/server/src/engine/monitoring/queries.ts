import type { Definition } from '../metrics/definition.ts'

/** The PromQL of a panel of the dashboard, and Grafana's name for its unit. */
export type Query = { readonly text: string; readonly unit: string }

/** The labels that the result keeps; over all others it is aggregated. */
type Kept<Label extends string> = readonly (NoInfer<Label> | ScrapeLabel)[]

export function perSecond<Label extends string>(
  counter: Definition<Label, 'counter'>,
  by: Kept<Label> = [],
): Query {
  return { text: aggregated('sum', by, rate(counter)), unit: 'ops' }
}

export function inAnHour<Label extends string>(
  counter: Definition<Label, 'counter'>,
  by: Kept<Label> = [],
): Query {
  return { text: aggregated('sum', by, `increase(${shown(counter)}[1h])`), unit: 'none' }
}

export function total<Label extends string>(gauge: Definition<Label, 'gauge'>, by: Kept<Label> = []): Query {
  return { text: aggregated('sum', by, shown(gauge)), unit: unitOf(gauge) }
}

export function highest<Label extends string>(
  gauge: Definition<Label, 'gauge'>,
  by: Kept<Label> = [],
  selection: Selection<NoInfer<Label>> = {},
): Query {
  return { text: aggregated('max', by, shown(gauge, selection)), unit: unitOf(gauge) }
}

export function lowest<Label extends string>(gauge: Definition<Label, 'gauge'>, by: Kept<Label> = []): Query {
  return { text: aggregated('min', by, shown(gauge)), unit: unitOf(gauge) }
}

/** Each series for itself, with all its labels. */
export function each(gauge: Definition<string, 'gauge'>): Query {
  return { text: shown(gauge), unit: unitOf(gauge) }
}

export function quantile<Label extends string>(
  part: number,
  histogram: Definition<Label, 'histogram'>,
  by: Kept<Label> = [],
): Query {
  const buckets = bucketsOf(histogram)
  const text = `histogram_quantile(${part}, ${aggregated('sum', [...by, 'le'], rate(buckets))})`
  return { text, unit: unitOf(histogram) }
}

export function mean<Label extends string>(
  histogram: Definition<Label, 'histogram'>,
  by: Kept<Label> = [],
): Query {
  const sums = perSecond(sumOf(histogram), by)
  const counts = perSecond(countOf(histogram), by)
  return { text: `${sums.text} / ${counts.text}`, unit: unitOf(histogram) }
}

export function inDays({ text }: Query): Query {
  return { text: `${text} / 86400`, unit: 'none' }
}

function aggregated(operator: string, by: readonly string[], text: string): string {
  return by.length === 0 ? `${operator}(${text})` : `${operator} by (${by.join(', ')}) (${text})`
}

function rate(counter: Definition<string, 'counter'>): string {
  return `rate(${shown(counter)}[$__rate_interval])`
}

/** The series of the processes that are chosen on the dashboard. */
function shown(definition: Definition, selection: Selection<string> = {}): string {
  return series<string>(definition, { instance: ['$instance'], ...selection })
}

/** The name of a metric ends with its unit, as is usual for Prometheus. */
function unitOf({ name }: Definition): string {
  if (name.endsWith('_seconds')) return 's'
  return name.endsWith('_bytes') ? 'bytes' : 'none'
}

/** Labels that Prometheus adds to every series when it scrapes a process. */
type ScrapeLabel = 'instance' | 'job'

/** The value of each label; one of several where there is a list. */
export type Selection<Label extends string> = {
  readonly [Name in Label | ScrapeLabel]?: string | readonly string[]
}

/** The series of a metric that have these labels, in PromQL. */
export function series<Label extends string>(
  { name }: Definition<Label>,
  selection: Selection<NoInfer<Label>> = {},
): string {
  const matchers = Object.entries<string | readonly string[] | undefined>(selection).map(([label, value]) =>
    typeof value === 'object' ? `${label}=~"${value.join('|')}"` : `${label}="${value}"`,
  )
  return matchers.length === 0 ? name : `${name}{${matchers.join(',')}}`
}

/** The counters of which a histogram consists. */
export function bucketsOf<Label extends string>(
  histogram: Definition<Label, 'histogram'>,
): Definition<Label | 'le', 'counter'> {
  const { name, help, labelNames } = histogram
  return { name: `${name}_bucket`, help, labelNames: [...labelNames, 'le'], type: 'counter' }
}

export function countOf<Label extends string>(
  histogram: Definition<Label, 'histogram'>,
): Definition<Label, 'counter'> {
  return { ...histogram, name: `${histogram.name}_count`, type: 'counter' }
}

export function sumOf<Label extends string>(
  histogram: Definition<Label, 'histogram'>,
): Definition<Label, 'counter'> {
  return { ...histogram, name: `${histogram.name}_sum`, type: 'counter' }
}
