import type { FastifyInstance } from 'fastify'
import type { Shop } from '../frame.ts'
import { account } from '../pages/account.ts'

export function accountRoutes(app: FastifyInstance, shop: Shop): void {
  app.get('/account', async (request, reply) => {
    const customer = shop.customerOf(request)
    if (customer === null) return reply.redirect('/sign-in', 303)
    const { billed } = customer
    const billing =
      shop.gateway === null || billed === null ? null : await shop.gateway.billing(billed.subscriptionId)
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
