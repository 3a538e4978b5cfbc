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

/** A tax rate as it is applied. */
export type Rate = {
  readonly id: string
  /** The percentage as its text. */
  readonly percentage: string
  readonly isInclusive: boolean
}

export type Tax = {
  readonly rate: Rate
  readonly amount: number
  /** The taxable amount, without tax. */
  readonly taxable: number
}
