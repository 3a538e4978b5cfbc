import type { Amounts, Price, Tier } from '../model/catalog.ts'

/** A part of what units of a price cost: those of one tier, or what a tier costs once. */
export type PricePart = {
  readonly quantity: number
  readonly amount: number
  readonly unitAmount: number
  /** The label that distinguishes it from other parts; empty for a single part. */
  readonly label: string
}

/** The amounts of a price in a currency; null when it has none there. */
export function amountsIn({ amounts }: Pick<Price, 'amounts'>, currency: string): Amounts | null {
  return Object.hasOwn(amounts, currency) ? (amounts[currency] ?? null) : null
}

/** The amount of units of a price. @throws {Error} when it has no amount in the currency */
export function amountOfUnits(price: Price, quantity: number, currency: string): number {
  return partsOfUnits(price, quantity, currency).reduce((sum, { amount }) => sum + amount, 0)
}

/**
 * The parts of the amount of a price's units. Tiers that are graduated cost their own units each; by volume, all units cost
 * as those of the last one's tier. The flat amount of a tier is a part of its own, that of the first tier also for no
 * units.
 */
export function partsOfUnits(price: Price, quantity: number, currency: string): readonly PricePart[] {
  const amounts = amountsIn(price, currency)
  if (amounts === null) throw new Error(`price ${price.id} has no amount in ${currency}`)
  const { unitAmount, tiers } = amounts
  if (tiers === null) return [{ quantity, amount: quantity * unitAmount, unitAmount, label: '' }]
  if (price.tiersMode === 'graduated') return graduated(tiers, quantity)
  const reached = tiers.findIndex(({ upTo }) => upTo === null || quantity <= upTo)
  return partsOfTier(tiers[reached], reached, quantity)
}

function graduated(tiers: readonly Tier[], quantity: number): readonly PricePart[] {
  return tiers.flatMap((tier, place) => {
    const before = tiers[place - 1]?.upTo ?? 0
    const count = Math.min(quantity, tier.upTo ?? quantity) - before
    return count > 0 || place === 0 ? partsOfTier(tier, place, Math.max(0, count)) : []
  })
}

function partsOfTier(tier: Tier | undefined, place: number, quantity: number): readonly PricePart[] {
  if (tier === undefined) throw new Error('price without a last tier')
  const { unitAmount, flatAmount } = tier
  const label = ` (tier ${place + 1})`
  const units = { quantity, amount: quantity * unitAmount, unitAmount, label }
  if (flatAmount === 0) return [units]
  return [units, { quantity: 1, amount: flatAmount, unitAmount: flatAmount, label: `${label}, once` }]
}
