import type { FastifyInstance } from 'fastify'
import type { Shop } from '../frame.ts'
import { landing } from '../pages/landing.ts'
import { pricing } from '../pages/pricing.ts'

export function catalogueRoutes(app: FastifyInstance, shop: Shop): void {
  app.get('/', (request, reply) => shop.send(request, reply, landing))
  app.get('/pricing', (request, reply) => shop.send(request, reply, pricing))
}
