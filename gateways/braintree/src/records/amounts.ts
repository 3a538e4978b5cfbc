import type { Cents } from '../model/money.ts'
import type { Modification, Subscription } from '../model/subscription.ts'

type Priced = Pick<Subscription, 'price' | 'addOns' | 'discounts'>

/** The amount of the next bill, without the balance; negative when the discounts are above the price. */
export function nextPeriodAmount({ price, addOns, discounts }: Priced): Cents {
  return price + sumOf(addOns.filter(countsNext)) - sumOf(discounts.filter(countsNext))
}

/** The price of the current period, with all add-ons and discounts. */
export function periodAmount({ price, addOns, discounts }: Priced): Cents {
  return price + sumOf(addOns) - sumOf(discounts)
}

/**
 * Returns the modifications that count for a bill that is made now, with this bill counted. A modification that has had all
 * its bills is gone.
 */
export function countBill(modifications: readonly Modification[]): Modification[] {
  return modifications
    .filter(countsNext)
    .map((it) => ({ ...it, currentBillingCycle: it.currentBillingCycle + 1 }))
}

function countsNext({ numberOfBillingCycles, currentBillingCycle }: Modification): boolean {
  return numberOfBillingCycles === null || currentBillingCycle < numberOfBillingCycles
}

function sumOf(modifications: readonly Modification[]): Cents {
  return modifications.reduce((sum, { amount, quantity }) => sum + amount * quantity, 0)
}
