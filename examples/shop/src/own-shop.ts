import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import forms from '@fastify/formbody'
import Fastify, { type FastifyInstance } from 'fastify'
import { type ConnectionForm, connectionOf } from './connection.ts'
import { openCustomers } from './customers.ts'
import { connected, setUp } from './pages/set-up.ts'
import { createShop, serveStyles } from './shop.ts'
import { typed } from './typed.ts'

const nothingTyped: ConnectionForm = {
  snippet: '',
  apiKey: '',
  signingKey: '',
  gatewayUrl: 'http://127.0.0.1:3001',
  merchantId: '',
  publicKey: '',
  privateKey: '',
  stripeUrl: 'http://127.0.0.1:3002',
  secretKey: '',
}
const SNIPPET_LENGTH = 4000

/**
 * A shop for a program of one's own: `/set-up` asks for the snippet and the keys, and every other page leads there until the
 * shop is connected. Its customers stay when the connection is changed.
 *
 * @returns its address, and how to stop it
 */
export async function startOwnShop(
  port: number,
  warn: (line: string) => void,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const customers = await openCustomers(null)
  let form = nothingTyped
  let shop: FastifyInstance | null = null

  const pages = Fastify({ bodyLimit: 16 * 1024 })
  await pages.register(forms)
  await serveStyles(pages)
  pages.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'Content-Security-Policy':
        "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    })
  })
  pages.setNotFoundHandler((_request, reply) => reply.redirect('/set-up', 303))
  pages.get('/set-up', (_request, reply) => reply.type(HTML).send(setUp(form, {})))
  pages.post('/set-up', async (request, reply) => {
    // A page of another site must not connect the shop to its own program.
    if (request.headers.origin !== `http://${request.host}`) return reply.code(403).send('Another origin.')
    form = formOf(request.body, form)
    const connection = await connectionOf(form)
    if (!('goodword' in connection)) return reply.code(400).type(HTML).send(setUp(form, connection))
    const { goodword, gateway, snippet } = connection
    const next = await createShop(goodword, gateway, warn, customers, snippet)
    await next.ready()
    const previous = shop
    shop = next
    await previous?.close()
    return reply.type(HTML).send(connected(goodword.tenant, `http://${request.host}`))
  })
  await pages.ready()

  const server = createServer((request, response) => {
    const isSetUp = shop === null || request.url === '/set-up'
    const app = isSetUp ? pages : (shop ?? pages)
    app.routing(request, response)
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed).listen(port, '127.0.0.1', listening)
  })
  // A server that listens on a port has an address with one.
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await Promise.all([pages.close(), shop?.close()])
    },
  }
}

const HTML = 'text/html; charset=utf-8'

/** Secrets are not shown again, so an empty field means the one from before. */
function formOf(body: unknown, before: ConnectionForm): ConnectionForm {
  return {
    snippet: typed(body, 'snippet', SNIPPET_LENGTH),
    apiKey: typed(body, 'apiKey') || before.apiKey,
    signingKey: typed(body, 'signingKey') || before.signingKey,
    gatewayUrl: originOf(typed(body, 'gatewayUrl')),
    merchantId: typed(body, 'merchantId'),
    publicKey: typed(body, 'publicKey'),
    privateKey: typed(body, 'privateKey') || before.privateKey,
    stripeUrl: originOf(typed(body, 'stripeUrl')),
    // With another processor, the key from before is not meant any more.
    secretKey: typed(body, 'secretKey') || (typed(body, 'merchantId') === '' ? before.secretKey : ''),
  }
}

/** The origin of the address of any page of the gateway. */
function originOf(text: string): string {
  return URL.canParse(text) ? new URL(text).origin : text
}
