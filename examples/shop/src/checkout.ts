import type { Customer } from './customers.ts'
import type { Shop } from './frame.ts'
import { type BillDiscount, type Card, Declined, type StoredCard, type Subscribed } from './gateway.ts'
import type { Offer } from './goodword.ts'
import { findPlan, type Plan } from './plans.ts'

/** Pays for a plan by card. Throws `Declined`, after which nothing has changed. */
export async function pay(
  { gateway, goodword }: Shop,
  customer: Customer,
  plan: Plan,
  card: Card,
  code: string | null,
): Promise<void> {
  const { offer, isWrong } = await goodword.check(code ?? '')
  if (isWrong && customer.code === null) throw new Declined('wrongCode')
  if (gateway === null) {
    // No card is charged, so the gateway does not report the payment to the service.
    customer.planId = plan.id
    const monthly = {
      billingIntervalValue: 1,
      billingIntervalType: 'MONTH',
      value: plan.cents / 100,
    } as const
    return goodword.syncAccount(customer.id, { status: 'PAID', ...monthly }, offer?.code ?? null)
  }
  const stored = await gateway.storeCard(customer, card)
  await subscribe({ goodword, gateway }, customer, plan, stored, offer)
}

/** Completes what the customer did in the gateway's form, from which the browser came back with a query. */
export async function completeOtherForm(
  { gateway, goodword }: Shop,
  customer: Customer,
  plan: Plan,
  query: string,
): Promise<void> {
  if (gateway === null) throw new Declined('noGateway')
  const { otherForm } = gateway
  if (otherForm.kind === 'CHECKOUT_PAGE') {
    const { code, ...subscribed } = await otherForm.complete(query, customer)
    await link(goodword, customer, plan, subscribed, code)
  } else {
    const { code, ...card } = await otherForm.complete(query)
    const { offer } = await goodword.check(code ?? '')
    await subscribe({ goodword, gateway }, customer, plan, card, offer)
  }
}

/** The discount is on the subscription from its first bill. */
async function subscribe(
  { goodword, gateway }: Pick<Shop, 'goodword'> & { readonly gateway: NonNullable<Shop['gateway']> },
  customer: Customer,
  plan: Plan,
  card: StoredCard,
  offer: Offer | null,
): Promise<void> {
  const subscriptionId = await gateway.subscribe(card, plan, discountOf(offer, plan))
  await link(goodword, customer, plan, { customerId: card.customerId, subscriptionId }, offer?.code ?? null)
}

/** Reports the customer of the gateway to the service, if a code was used. */
async function link(
  goodword: Shop['goodword'],
  customer: Customer,
  plan: Plan,
  subscribed: Subscribed,
  code: string | null,
): Promise<void> {
  customer.planId = plan.id
  customer.billed = subscribed
  if (code !== null) await goodword.linkDiscount(customer.id, subscribed.customerId, code)
}

/**
 * Changes to another plan. The discounts of both prices are requested first, so that the prorated charge has the new one and
 * credit that is kept for the next bill stays on it.
 */
export async function changePlan({ gateway, goodword }: Shop, customer: Customer, plan: Plan): Promise<void> {
  const present = findPlan(customer.planId ?? '')
  if (gateway === null || customer.billed === null || present === null) throw new Declined('noSubscription')
  const [before, after] = await Promise.all([
    goodword.discountOf(customer.id, present.cents),
    goodword.discountOf(customer.id, plan.cents),
  ])
  if (before === null || after === null) throw new Declined('notNow')
  await gateway.changePlan(customer.billed.subscriptionId, plan, before, after)
  customer.planId = plan.id
}

function discountOf(offer: Offer | null, plan: Plan): BillDiscount | null {
  const cents = plan.cents - toPay(plan, offer)
  return offer === null || cents === 0 ? null : { id: offer.discountId, cents }
}

/** The discounted price: half a cent and more of the discount is rounded up in the friend's favor. */
export function toPay({ cents }: Plan, offer: Offer | null): number {
  const off = Math.round((cents * (offer?.discountPercentage ?? 0)) / 100)
  return cents - Math.min(off, cents)
}
