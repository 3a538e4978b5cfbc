const intervalUnits = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const

/** The time from bill to bill. */
export type BillingInterval = { readonly unit: (typeof intervalUnits)[number]; readonly count: number }

export const MONTHLY: BillingInterval = { unit: 'MONTH', count: 1 }

/** The time from bill to bill in calendar months, as years are, or in days. */
export type BillingStep = { readonly months: number } | { readonly days: number }

/** An interval that is not known is taken for a month. */
export function stepOf(interval: BillingInterval | null): BillingStep {
  const { unit, count } = interval ?? MONTHLY
  switch (unit) {
    case 'DAY':
      return { days: count }
    case 'WEEK':
      return { days: 7 * count }
    case 'MONTH':
      return { months: count }
    case 'YEAR':
      return { months: 12 * count }
  }
}
