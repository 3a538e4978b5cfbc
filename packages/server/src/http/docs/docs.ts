import { randomBytes } from 'node:crypto'
import type { Endpoint } from '@goodword/contract/endpoint'
import { openApiDocument } from '@goodword/contract/openapi'
import Fastify, { type FastifyInstance } from 'fastify'
import { styleHashes } from '../headers/style-hashes.ts'
import { serveFile } from '../server/static-file.ts'
import { docsPage, docsScript, stylesScript } from './docs-page.ts'
import { errorPage } from './error-page.ts'
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
function pageHeaders(styleSources: string) {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styleSources}`,
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  return { 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' }
}

const SHORT = 'max-age=300'
const NONCE_BYTES = 16

/** `/docs/` for reading and trying out, `/docs/openapi.json` for machines, `/docs/errors` for each error code, `/docs/guides/` for the guides. */
export function serveDocs(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  baseUrl: string,
  examples: DocsExamples | null = null,
): void {
  let written: string | null = null
  // Not before it is read: most processes end without that, and it takes a tenth of their start.
  const document = (): string => {
    written ??= JSON.stringify(openApiDocument(endpoints, baseUrl))
    return written
  }
  const tried = () => (examples === null ? document() : withExamples(document(), examples))
  const errors = errorPage()
  const files = {
    '/docs/errors': ['text/html', () => errors, pageHeaders(styleHashes(errors))],
    '/docs/js/styles.js': ['text/javascript', () => stylesScript, {}],
    '/docs/js/docs.js': ['text/javascript', () => docsScript, {}],
    '/docs/reference.json': ['application/json', tried, {}],
    '/docs/openapi.json': ['application/json', document, { 'Access-Control-Allow-Origin': '*' }],
  } as const
  for (const [url, [type, text, headers]] of Object.entries(files)) {
    serveFile(app, url, { type, content: () => Buffer.from(text()), caching: SHORT, headers })
  }
  serveFile(app, '/docs/js/scalar.js', { type: 'text/javascript', content: readerScript, caching: SHORT })
  // The reader makes its style elements itself, so they need a nonce, and a page with one is made for each request. It also
  // writes HTML with style attributes, for the lines of its examples; these can load nothing and match no other element.
  app.get('/docs/', async (_request, reply) => {
    const nonce = randomBytes(NONCE_BYTES).toString('base64')
    return reply
      .headers({
        ...pageHeaders(`'nonce-${nonce}'; style-src-attr 'unsafe-inline'`),
        'Cache-Control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(docsPage(nonce))
  })
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
