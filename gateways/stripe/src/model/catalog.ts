import type { Metadata } from '../wire/metadata.ts'

export type Product = {
  readonly id: string
  readonly created: number
  active: boolean
  name: string
  description: string | null
  /** The price that is offered first; null for none. */
  defaultPrice: string | null
  metadata: Metadata
  updated: number
  isDeleted: boolean
}

export const intervals = ['day', 'week', 'month', 'year'] as const

export type Interval = (typeof intervals)[number]

/** The price of a product, once or each period. */
export type Price = {
  readonly id: string
  readonly created: number
  readonly product: string
  readonly currency: string
  /** How the tiers of an amount are applied; null where every unit costs the same. */
  readonly tiersMode: TiersMode | null
  /** The amounts in each of its currencies, its own among them. */
  amounts: Readonly<Record<string, Amounts>>
  readonly recurring: Recurring | null
  readonly taxBehavior: string
  active: boolean
  nickname: string | null
  lookupKey: string | null
  metadata: Metadata
}

export const tiersModes = ['graduated', 'volume'] as const

export type TiersMode = (typeof tiersModes)[number]

/** The price of units, in a currency's smallest unit: each the same, or by tiers. */
export type Amounts =
  | { readonly unitAmount: number; readonly tiers: null }
  | { readonly unitAmount: null; readonly tiers: readonly Tier[] }

export type Tier = {
  /** The last unit of the tier; null for the last tier. */
  readonly upTo: number | null
  readonly unitAmount: number
  /** The amount that is charged once for the tier. */
  readonly flatAmount: number
}

export type Recurring = {
  readonly interval: Interval
  readonly intervalCount: number
  /** The meter of the units that are paid for after each period; null where a quantity is paid for before it. */
  readonly meter: string | null
}
