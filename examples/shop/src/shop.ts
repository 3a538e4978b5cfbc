import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import cookies from '@fastify/cookie'
import forms from '@fastify/formbody'
import Fastify, { type FastifyInstance } from 'fastify'
import { type Customers, openCustomers } from './customers.ts'
import { frames } from './frame.ts'
import type { GatewaySettings } from './gateway.ts'
import { createGoodword, type GoodwordSettings } from './goodword.ts'
import { openGateway } from './open-gateway.ts'
import { accountRoutes } from './routes/account-routes.ts'
import { catalogueRoutes } from './routes/catalogue-routes.ts'
import { paymentRoutes } from './routes/payment-routes.ts'
import { signUpRoutes } from './routes/sign-up-routes.ts'

/**
 * The whole shop: its pages, and the calls that its server makes to Goodword and to the payment gateway. Without a gateway
 * no card is charged, and the shop itself reports payments.
 */
export async function createShop(
  settings: GoodwordSettings,
  gatewaySettings: GatewaySettings | null,
  warn: (line: string) => void,
  given: Customers | null = null,
  snippet: string | null = null,
): Promise<FastifyInstance> {
  const customers = given ?? (await openCustomers(null))
  const app = Fastify({ bodyLimit: 16 * 1024 })
  await app.register(cookies)
  await app.register(forms)
  const goodword = createGoodword(settings, warn)
  const gateway = gatewaySettings === null ? null : openGateway(gatewaySettings)
  const shop = {
    customers,
    goodword,
    gateway,
    ...frames(settings, gateway, customers, goodword, snippet),
  }

  app.addHook('onSend', async ({ method }, reply) => {
    if (method === 'POST') await customers.save()
    reply
      .header('X-Content-Type-Options', 'nosniff')
      .header('Referrer-Policy', 'strict-origin-when-cross-origin')
  })
  await serveStyles(app)
  // The picture that messengers show beside a share link.
  await serveFile(app, 'share-card.png', 'image/png')
  catalogueRoutes(app, shop)
  signUpRoutes(app, shop)
  paymentRoutes(app, shop)
  accountRoutes(app, shop)
  return app
}

export async function serveStyles(app: FastifyInstance): Promise<void> {
  for (const name of ['tokens.generated.css', 'shop.css', 'forms.css'])
    await serveFile(app, name, 'text/css; charset=utf-8')
}

async function serveFile(app: FastifyInstance, name: string, type: string): Promise<void> {
  const content = await readFile(join(import.meta.dirname, 'public', name))
  app.get(`/${name}`, (_request, reply) => reply.type(type).send(content))
}
