import type { FastifyInstance } from 'fastify'
import type { Customer } from '../customers.ts'
import type { Shop } from '../frame.ts'
import type { Billing } from '../gateway.ts'
import { account } from '../pages/account.ts'

export function accountRoutes(app: FastifyInstance, shop: Shop): void {
  app.get('/account', async (request, reply) => {
    const customer = shop.customerOf(request)
    if (customer === null) return reply.redirect('/sign-in', 303)
    const billing = await billingOf(shop, customer)
    return shop.send(request, reply, (frame) => account(frame, customer, billing))
  })

  app.post('/cancel', async (request, reply) => {
    const customer = shop.customerOf(request)
    if (customer === null) return reply.redirect('/sign-in', 303)
    if (shop.gateway !== null && customer.billed !== null) {
      await shop.gateway.cancel(customer.billed.subscriptionId)
      customer.planId = null
    }
    return reply.redirect('/account', 303)
  })
}

/** The bills of a customer, the latest first: those of the gateway, and free ones that it does not list. */
async function billingOf({ gateway, goodword }: Shop, { id, billed }: Customer): Promise<Billing | null> {
  if (gateway === null || billed === null) return null
  const [billing, free] = await Promise.all([gateway.billing(billed.subscriptionId), goodword.freeBills(id)])
  const listed = billing.bills.map((it) => it.date)
  const bills = [...billing.bills, ...free.filter((it) => !listed.includes(it.date))]
  return { ...billing, bills: bills.toSorted((one, other) => other.date.localeCompare(one.date)) }
}
