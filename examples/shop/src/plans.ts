export type Plan = {
  readonly id: string
  readonly name: string
  readonly cents: number
  readonly bags: string
  readonly words: string
}

/** What the shop sells: a subscription, billed monthly. */
export const plans: readonly Plan[] = [
  {
    id: 'taster',
    name: 'Taster',
    cents: 1200,
    bags: 'One 250 g bag a month',
    words: 'A new roast each month, for one cup a day.',
  },
  {
    id: 'house',
    name: 'House',
    cents: 2200,
    bags: 'Two 250 g bags a month',
    words: 'Our house roast and a guest, for a home that gets up early.',
  },
  {
    id: 'office',
    name: 'Office',
    cents: 4900,
    bags: 'Five 250 g bags a month',
    words: 'Enough for a table of eight, ground as you like it.',
  },
]

export function findPlan(id: string): Plan | null {
  return plans.find((plan) => plan.id === id) ?? null
}

/** `22.00`, as the gateway takes prices. */
export function priceOf(cents: number): string {
  return (cents / 100).toFixed(2)
}

/** `$22.00` */
export function price(cents: number): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)
}
