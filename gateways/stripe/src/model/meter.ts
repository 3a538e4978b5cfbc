/** Counts what customers use, for prices by usage. */
export type Meter = {
  readonly id: string
  readonly created: number
  displayName: string
  status: 'active' | 'inactive'
  deactivatedAt: number | null
  updated: number
  /** What reports of usage call it. */
  readonly eventName: string
}

/** So much was used by a customer. */
export type Usage = {
  readonly meter: string
  readonly customer: string
  readonly value: number
  /** The time of the use, in seconds. */
  readonly at: number
}
