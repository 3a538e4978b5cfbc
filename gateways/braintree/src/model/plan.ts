import type { Cents } from './money.ts'

export type Plan = {
  readonly id: string
  readonly sequence: number
  name: string
  description: string | null
  price: Cents
  currency: string
  /** Months from one bill to the next. */
  billingFrequency: number
  /** 1 to 31; null: the day on which the subscription began. */
  billingDayOfMonth: number | null
  /** Null: until cancelled. */
  numberOfBillingCycles: number | null
  trial: Trial | null
  /** Ids of the templates that a subscription of the plan begins with. */
  addOnIds: readonly string[]
  discountIds: readonly string[]
  /** The plan's overrides of an add-on's or a discount's template, by the template's ID. */
  changes?: Readonly<Record<string, ModificationChange>>
  readonly createdAt: number
  updatedAt: number
}

export type Trial = { readonly duration: number; readonly unit: 'day' | 'month' }

export type ModificationChange = {
  readonly amount?: Cents
  readonly quantity?: number
  readonly numberOfBillingCycles?: number | null
}

export type ModificationKind = 'add_on' | 'discount'

/** An add-on or a discount as the Control Panel keeps it; subscriptions take it over by its id. */
export type ModificationTemplate = {
  readonly id: string
  readonly kind: ModificationKind
  readonly name: string
  readonly description: string | null
  readonly amount: Cents
  /** The number of bills for which it counts; null for all of them. */
  readonly numberOfBillingCycles: number | null
  readonly createdAt: number
  readonly updatedAt: number
}
