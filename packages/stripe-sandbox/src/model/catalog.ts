import type { Metadata } from '../wire/metadata.ts'

export type Product = {
  readonly id: string
  readonly created: number
  active: boolean
  name: string
  description: string | null
  metadata: Metadata
  updated: number
  isDeleted: boolean
}

export const intervals = ['day', 'week', 'month', 'year'] as const

export type Interval = (typeof intervals)[number]

/** What is charged for a product, once or each period. */
export type Price = {
  readonly id: string
  readonly created: number
  readonly product: string
  readonly currency: string
  /** The amount in the currency's smallest unit. */
  readonly unitAmount: number
  readonly recurring: Recurring | null
  readonly taxBehavior: string
  active: boolean
  nickname: string | null
  lookupKey: string | null
  metadata: Metadata
}

export type Recurring = {
  readonly interval: Interval
  readonly intervalCount: number
  /** What counts the units that are paid for after each period; null where a quantity is paid for before it. */
  readonly meter: string | null
}
