import type { FastifyInstance } from 'fastify'
import { checkOrigin, toControlError } from '../control/control-app.ts'
import { notThere } from '../control/control-error.ts'
import { assets } from './assets.ts'
import { html } from './html.ts'
import { bare } from './ledger.ts'
import { sendPage } from './send-page.ts'

const headers = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; font-src 'self'; " +
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

export type PageParts = {
  /** The processor's word for an account, in the chooser's field and texts. */
  readonly word: string
  /** How an account comes to be, for a page without any. */
  readonly hint: string
  readonly accounts: ReadonlyMap<string, unknown>
  readonly log: (line: string) => void
  /** The pages and forms below `/ledger`. */
  readonly serve: (scope: FastifyInstance) => void
}

/** Serves the ledger: a page for people, which works by links and forms alone. */
export function servePage(app: FastifyInstance, { word, hint, accounts, log, serve }: PageParts): void {
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => {
      reply.headers(headers)
      checkOrigin(request.method, request.headers)
    })
    scope.setErrorHandler((error, { method, url }, reply) => {
      const { status, message } = toControlError(error)
      if (status === 500) log(`500 ${method} ${url}: ${error}`)
      return sendPage(
        reply.code(status),
        bare('Error', html`<p>${message}</p><p><a href="/">To the ledger</a></p>`),
      )
    })
    scope.get<{ Querystring: Record<string, string> }>('/', (request, reply) => {
      const [first] = accounts.keys()
      const id = request.query[word] ?? first
      if (id === undefined) return sendPage(reply, bare(`No ${word}`, html`<p>${hint}</p>`))
      return reply.redirect(`/ledger/${encodeURIComponent(id)}`, 303)
    })
    scope.get<{ Params: { name: string } }>('/ledger-assets/:name', (request, reply) => {
      const asset = Object.hasOwn(assets, request.params.name) ? assets[request.params.name] : undefined
      if (asset === undefined) throw notThere(request.params.name)
      // Without the face, text would be drawn twice on each page.
      if (asset.type === 'font/woff2') reply.header('cache-control', 'private, max-age=86400')
      return reply.type(asset.type).send(Buffer.from(asset.base64, 'base64'))
    })
    serve(scope)
  })
}
