import type { FastifyInstance } from 'fastify'
import type { Shop } from '../frame.ts'
import { account } from '../pages/account.ts'

export function accountRoutes(app: FastifyInstance, shop: Shop): void {
  app.get('/account', (request, reply) => {
    const customer = shop.customerOf(request)
    if (customer === null) return reply.redirect('/sign-in', 303)
    return shop.send(request, reply, (frame) => account(frame, customer))
  })
}
