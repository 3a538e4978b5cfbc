import type { Customer } from './customers.ts'
import type { Shop } from './frame.ts'
import { type BillDiscount, type Card, Declined, type StoredCard } from './gateway.ts'
import type { Offer } from './goodword.ts'
import { findPlan, type Plan } from './plans.ts'

/** Pays for a plan by card. Throws `Declined`, after which nothing has changed. */
export async function pay(
  { billing, goodword }: Shop,
  customer: Customer,
  plan: Plan,
  card: Card,
  code: string | null,
): Promise<void> {
  const offer = code === null ? null : await goodword.lookUp(code)
  if (billing === null) {
    // No card is charged, so the gateway does not report the payment to the service.
    customer.planId = plan.id
    const monthly = {
      billingIntervalValue: 1,
      billingIntervalType: 'MONTH',
      value: plan.cents / 100,
    } as const
    return goodword.syncAccount(customer.id, { status: 'PAID', ...monthly }, offer?.code ?? null)
  }
  await subscribe(
    { billing, goodword },
    customer,
    plan,
    await billing.gateway.storeCard(customer, card),
    offer,
  )
}

/** Pays with a card that a form sent to the gateway, by the code of that form. */
export async function payWithStoredCard(
  { billing, goodword }: Shop,
  customer: Customer,
  plan: Plan,
  gatewayCustomerId: string,
): Promise<void> {
  if (billing === null) throw new Declined('There is no gateway.')
  const { code, ...card } = await billing.gateway.findCustomer(gatewayCustomerId)
  const offer = code === null ? null : await goodword.lookUp(code)
  await subscribe({ billing, goodword }, customer, plan, card, offer)
}

/** The discount is on the subscription from its first bill; then the processor customer is reported to the service. */
async function subscribe(
  { billing, goodword }: Pick<Shop, 'goodword'> & { readonly billing: NonNullable<Shop['billing']> },
  customer: Customer,
  plan: Plan,
  { customerId, token }: StoredCard,
  offer: Offer | null,
): Promise<void> {
  const subscriptionId = await billing.gateway.subscribe(token, plan, discountOf(offer, plan))
  customer.planId = plan.id
  customer.billed = { customerId, subscriptionId }
  if (offer !== null) await goodword.linkDiscount(customer.id, customerId, offer.code)
}

/**
 * Changes to another plan. The discounts of both prices are requested first, so that the prorated charge has the new one and
 * credit that is kept for the next bill stays on it.
 */
export async function changePlan({ billing, goodword }: Shop, customer: Customer, plan: Plan): Promise<void> {
  const present = findPlan(customer.planId ?? '')
  if (billing === null || customer.billed === null || present === null)
    throw new Declined('There is no subscription to change.')
  const [before, after] = await Promise.all([
    goodword.discountOf(customer.id, present.cents),
    goodword.discountOf(customer.id, plan.cents),
  ])
  if (before === null || after === null)
    throw new Declined('The plan cannot be changed right now. Try again in a minute.')
  await billing.gateway.changePlan(customer.billed.subscriptionId, plan, before, after)
  customer.planId = plan.id
}

function discountOf(offer: Offer | null, plan: Plan): BillDiscount | null {
  const cents = plan.cents - toPay(plan, offer)
  return offer === null || cents === 0 ? null : { id: offer.discountId, cents }
}

/** What is left of the price: half a cent and more is rounded up in the friend's favour. */
export function toPay({ cents }: Plan, offer: Offer | null): number {
  const off = Math.round((cents * (offer?.discountPercentage ?? 0)) / 100)
  return cents - Math.min(off, cents)
}
