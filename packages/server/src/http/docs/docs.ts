import type { Endpoint } from '@goodword/contract/endpoint'
import { openApiDocument } from '@goodword/contract/openapi'
import Fastify, { type FastifyInstance } from 'fastify'
import { errorPage } from '../server/error-page.ts'
import { serveFile } from '../server/static-file.ts'
import { docsPage, docsScript } from './docs-page.ts'
import { serveGuides } from './guides.ts'

/** Takes the place of the people and the program in the examples, so that requests of the page can be sent as they are. */
export type DocsExamples = {
  readonly alias: string
  readonly accountId: string
  readonly userId: string
  readonly referralCode: string
}

// The reader is one bundle that we serve ourselves. It contains addresses of its vendor (fonts, a proxy, an agent): none
// is enabled, and the page may connect only to this service.
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const SHORT = 'max-age=300'
const pageHeaders = { 'Content-Security-Policy': CONTENT_SECURITY_POLICY, 'Referrer-Policy': 'no-referrer' }

/** `/docs/` for reading and trying out, `/docs/openapi.json` for machines, `/docs/errors` for each error code, `/docs/guides/` for the guides. */
export function serveDocs(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  baseUrl: string,
  examples: DocsExamples | null = null,
): void {
  const document = JSON.stringify(openApiDocument(endpoints, baseUrl))
  const tried = examples === null ? document : withExamples(document, examples)
  const files = {
    '/docs/': ['text/html', docsPage(), pageHeaders],
    '/docs/errors': ['text/html', errorPage(), pageHeaders],
    '/docs/js/docs.js': ['text/javascript', docsScript, {}],
    '/docs/reference.json': ['application/json', tried, {}],
    '/docs/openapi.json': ['application/json', document, { 'Access-Control-Allow-Origin': '*' }],
  } as const
  for (const [url, [type, text, headers]] of Object.entries(files)) {
    serveFile(app, url, { type, content: () => Buffer.from(text), caching: SHORT, headers })
  }
  serveFile(app, '/docs/js/scalar.js', { type: 'text/javascript', content: readerScript, caching: SHORT })
  serveGuides(app)
  app.get('/docs', async (_request, reply) => reply.redirect('/docs/', 301))
}

function withExamples(document: string, { alias, accountId, userId, referralCode }: DocsExamples): string {
  return document
    .replaceAll('test_acme', alias)
    .replaceAll('acct_bob', accountId)
    .replaceAll('user_bob', userId)
    .replaceAll('BOBT4K9QX', referralCode)
}

/** The package gives its script to nothing but the app that it is registered with, and brings 150 modules along. */
async function readerScript(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  app.register(scalar, { routePrefix: '/reader', configuration: { url: './openapi.json' } })
  const { rawPayload, statusCode } = await app.inject('/reader/js/scalar.js')
  await app.close()
  if (statusCode !== 200) throw new Error('script of the API reference not found')
  return rawPayload
}
