/** The instruments of Prometheus that the service uses. */
export type MetricType = 'counter' | 'gauge' | 'histogram'

/** A metric as Prometheus, the dashboard, the alert rules and the guide describe it. Labels are checked where it is used. */
export type Definition<Label extends string = string, Type extends MetricType = MetricType> = {
  readonly name: string
  readonly help: string
  readonly labelNames: readonly Label[]
  readonly type: Type
}

export function counter<const Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Definition<Label, 'counter'> {
  return { name, help, labelNames, type: 'counter' }
}

export function gauge<const Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Definition<Label, 'gauge'> {
  return { name, help, labelNames, type: 'gauge' }
}

export function histogram<const Label extends string = never>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Definition<Label, 'histogram'> {
  return { name, help, labelNames, type: 'histogram' }
}
