import type { Metadata } from '../wire/metadata.ts'

/** A tax that the merchant gives to subscriptions, items and invoices. */
export type TaxRate = {
  readonly id: string
  readonly created: number
  /** The percentage as its text. */
  readonly percentage: string
  /** Whether the tax is in the prices already. */
  readonly isInclusive: boolean
  active: boolean
  displayName: string
  description: string | null
  jurisdiction: string | null
  country: string | null
  state: string | null
  taxType: string | null
  metadata: Metadata
}
