import type { Query } from './queries.ts'

/** A part of what the service does: what the dashboard shows of it, and which states of it need a person. */
export type Section = {
  readonly title: string
  readonly panels: readonly Panel[]
  readonly alerts: readonly Alert[]
}

export type Panel = {
  readonly title: string
  readonly description?: string
  /** Defaults to that of its queries. */
  readonly unit?: string
  /** Shows the present value instead of its course. */
  readonly isPresent?: boolean
  /** The queries by legend, in which `{{label}}` stands for the value of a label. */
  readonly queries: Readonly<Record<string, Query>>
}

export type Alert = {
  readonly name: `Goodword${string}`
  /** The condition in PromQL. */
  readonly when: string
  /** The time for which it has to be so; at once by default. */
  readonly lasting?: `${number}${'m' | 'h'}`
  readonly severity: 'critical' | 'warning'
  /** The meaning of the alert; `{{ $labels.name }}` stands for the value of a label. */
  readonly summary: string
  /** The steps for the operator. */
  readonly description: string
}
