import { type Day, daysBetween } from '../../model/day.ts'
import type { Cents } from '../../model/money.ts'

/** A period that becomes dearer or cheaper while it runs. */
export type Change = {
  readonly oldAmount: Cents
  readonly newAmount: Cents
  readonly periodStart: Day
  readonly periodEnd: Day
  readonly today: Day
}

/** The share of the difference for the days that are left after today; halves of a cent go away from zero. */
export function proratedAmount({ oldAmount, newAmount, periodStart, periodEnd, today }: Change): Cents {
  const days = daysBetween(periodStart, periodEnd) + 1
  const daysLeft = Math.min(Math.max(daysBetween(today, periodEnd), 0), days)
  const difference = newAmount - oldAmount
  const share = Math.round((Math.abs(difference) * daysLeft) / days)
  return difference < 0 ? 0 - share : share
}

/** What is to be charged of an amount after the credit that a negative balance is, and the balance once that is paid. */
export function afterCredit(amount: Cents, balance: Cents): { readonly due: Cents; readonly balance: Cents } {
  const used = Math.min(Math.max(0 - balance, 0), amount)
  return { due: amount - used, balance: balance + used }
}
