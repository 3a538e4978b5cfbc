import type Stripe from 'stripe'
import { type Plan, plans } from '../plans.ts'

/** The ID of the price of a plan. */
export type Prices = (plan: Plan) => Promise<string>

/** The prices of the account by plan: a plan is the price with its lookup key, which is made where there is none. */
export function pricesOf(sdk: Stripe): Prices {
  let known: Promise<ReadonlyMap<string, string>> | null = null
  return async (plan) => {
    known ??= findPrices(sdk)
    const prices = await known.catch((error: unknown) => {
      known = null
      throw error
    })
    const price = prices.get(plan.id)
    if (price === undefined) throw new Error(`there is no price for the plan ${plan.id}`)
    return price
  }
}

async function findPrices(sdk: Stripe): Promise<ReadonlyMap<string, string>> {
  const { data } = await sdk.prices.list({ lookup_keys: plans.map(({ id }) => id), active: true })
  const found = new Map(data.map(({ id, lookup_key: key }) => [key ?? '', id]))
  for (const plan of plans) {
    if (found.has(plan.id)) continue
    const made = await sdk.prices.create({
      currency: 'usd',
      unit_amount: plan.cents,
      recurring: { interval: 'month' },
      lookup_key: plan.id,
      product_data: { name: plan.name },
    })
    found.set(plan.id, made.id)
  }
  return found
}
