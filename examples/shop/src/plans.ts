import type { Words } from './words/words.ts'

/** A plan; its description is among the words of each language. */
export type Plan = {
  readonly id: keyof Words['plans']
  readonly name: string
  readonly cents: number
}

/** The plans of the shop: subscriptions, billed monthly. */
export const plans: readonly Plan[] = [
  { id: 'taster', name: 'Taster', cents: 1200 },
  { id: 'house', name: 'House', cents: 2200 },
  { id: 'office', name: 'Office', cents: 4900 },
]

export function findPlan(id: string): Plan | null {
  return plans.find((plan) => plan.id === id) ?? null
}

/** `22.00`, as the gateway takes prices. */
export function priceOf(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** `$22.00` in English. */
export function price(cents: number, { lang }: Words): string {
  return new Intl.NumberFormat(lang, { style: 'currency', currency: 'USD' }).format(cents / 100)
}
