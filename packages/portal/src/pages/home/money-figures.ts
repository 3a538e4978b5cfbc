import type { Statistics } from '@goodword/client'

export type MoneyFigures = Statistics['money'][number]

/**
 * What referred accounts paid: as the payment processor charged it, else the first payments that the merchant's server
 * reported. The two are not added up, because they can be about the same bill.
 */
export function revenueOf({ charged, refunded, reported }: MoneyFigures): number {
  return charged > 0 || refunded > 0 ? charged - refunded : reported
}

/** What the program gave away in money. */
export function costOf({ discounts, creditRedeemed }: MoneyFigures): number {
  return discounts + creditRedeemed
}

/** Cost as a part of what would have been paid without it; null where there is neither. */
export function costShare(money: MoneyFigures): number | null {
  const cost = costOf(money)
  const whole = revenueOf(money) + cost
  return whole <= 0 ? null : cost / whole
}
