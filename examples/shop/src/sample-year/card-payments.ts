import type { Client } from '@goodword/client'
import type { Gateway } from '../gateway.ts'
import { plans } from '../plans.ts'
import type { Friend } from './friends.ts'

/** Charges the friend's card as the shop does: the discount of the code is on the subscription from its first bill. */
export async function payByCard(
  client: Client,
  gateway: Gateway,
  { person, price }: Friend,
  code: string,
): Promise<void> {
  const { id, firstName, lastName, email } = person
  const { paymentProviderId } = await client.readAccount({ params: { accountId: id } })
  // An earlier start had come as far as this.
  if (paymentProviderId !== null) return
  const plan = planOf(price)
  const { discountId, discountPercentage } = await client.lookUpCode({ params: { code } })
  const customer = { id, name: `${firstName} ${lastName}`, email, code, planId: null, billed: null }
  const number = gateway.testCard.replaceAll(' ', '')
  const card = await gateway.storeCard(customer, { number, expires: '12/2049', cvv: '123' })
  const cents = Math.round((plan.cents * discountPercentage) / 100)
  await gateway.subscribe(card, plan, { id: discountId, cents })
  await client.linkDiscount({ body: { accountId: id, paymentProviderId: card.customerId, couponCode: code } })
}

/** A mistake of the shop: it takes the discount off a subscription at Braintree. At Stripe a change of plan leaves it there. */
export async function removeDiscount(
  client: Client,
  gateway: Gateway,
  { person, price }: Friend,
): Promise<void> {
  const { bills } = await client.listBills({ query: { accountId: person.id, limit: 1 } })
  const [bill] = bills
  if (bill === undefined) return
  const plan = planOf(price)
  const discount = { id: 'referral_discount', cents: plan.cents }
  await gateway.changePlan(bill.subscriptionId, plan, discount, { ...discount, cents: 0 })
}

/** Gives back what customers paid too much. */
export async function mendBills(client: Client): Promise<void> {
  const { bills } = await client.listBills({ query: { state: 'WRONG' } })
  for (const { id, difference } of bills) {
    if (difference > 0) await client.mendBill({ params: { billId: id } })
  }
}

function planOf(price: number) {
  const plan = plans.find(({ cents }) => cents === price * 100)
  if (plan === undefined) throw new Error(`the shop has no plan for $${price}`)
  return plan
}
