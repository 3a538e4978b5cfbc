import type { Statistics } from '@goodword/client'

export type MoneyFigures = Statistics['money'][number]

/** Where revenue comes from: what the payment processor charged, or first payments that the merchant's server reported. */
export type RevenueBasis = 'CHARGED' | 'REPORTED'

/**
 * One basis for all figures that are compared: the charged amounts, as soon as one figure has any. The two are not added
 * up, because they can be about the same bill.
 */
export function revenueBasis(compared: readonly (MoneyFigures | undefined)[]): RevenueBasis {
  return compared.some((it) => it !== undefined && (it.charged > 0 || it.refunded > 0))
    ? 'CHARGED'
    : 'REPORTED'
}

/** The revenue from referred accounts. */
export function revenueOf({ charged, refunded, reported }: MoneyFigures, basis: RevenueBasis): number {
  return basis === 'CHARGED' ? charged - refunded : reported
}

/** The costs of the program: discounts and redeemed credit. */
export function costOf({ discounts, creditRedeemed }: MoneyFigures): number {
  return discounts + creditRedeemed
}

/** Cost as a part of what would have been paid without it; null where there is neither. */
export function costShare(money: MoneyFigures, basis: RevenueBasis): number | null {
  const cost = costOf(money)
  const whole = revenueOf(money, basis) + cost
  return whole <= 0 ? null : cost / whole
}
