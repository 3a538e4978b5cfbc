import type { Definition } from '../metrics/definition.ts'

/** Labels that Prometheus adds to every series when it scrapes a process. */
export type ScrapeLabel = 'instance' | 'job'

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
