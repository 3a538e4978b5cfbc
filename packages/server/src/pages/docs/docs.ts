import { randomBytes } from 'node:crypto'
import type { Endpoint } from '@goodword/contract/frame/endpoint'
import { EXAMPLE_KEY, openApiDocument } from '@goodword/contract/frame/openapi/openapi'
import { version } from '@goodword/mcp/version'
import type { FastifyInstance } from 'fastify'
import Fastify from 'fastify'
import { styleHashes } from '../../frame/http/headers/style-hashes.ts'
import { answerWithFile, serveFile } from '../../frame/http/server/static-file.ts'
import { BAR_STYLE, docsBar } from './docs-bar.ts'
import { errorPage } from './error-page.ts'
import { serveSite } from './serve-site.ts'

/**
 * Gives the nonce of the page to every style element that the reader makes: it sets the nonce of one of them by itself, and
 * has no option for the others.
 */
const stylesScript = `'use strict'
const nonce = document.querySelector('meta[property=csp-nonce]').content
const createElement = document.createElement
document.createElement = function (name, options) {
  const element = createElement.call(this, name, options)
  if (element instanceof HTMLStyleElement) element.nonce = nonce
  return element
}
`

/**
 * Starts the reader. Its requests carry no credentials of the browser, or a 401 would open the browser's own dialog for
 * a password. The key of the examples names a new request each time: the same one would be answered once, and then
 * refused for every other body.
 */
const docsScript = `'use strict'
const exampleKey = ${JSON.stringify(EXAMPLE_KEY)}
const unique = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (it) => it.toString(16).padStart(2, '0')).join('')

function send(input, init) {
  const request = new Request(input, { ...init, credentials: 'omit' })
  if (request.headers.get('Idempotency-Key') === exampleKey) {
    request.headers.set('Idempotency-Key', exampleKey + '-' + unique())
  }
  return fetch(request)
}

Scalar.createApiReference('#reference', {
  url: './reference.json',
  customFetch: send,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'apiKey' },
})
`

const STYLE = `${BAR_STYLE}
:root { --scalar-custom-header-height: 3rem }
.light-mode { --scalar-color-accent: #a4431f; --scalar-background-accent: #a4431f1f }
.dark-mode { --scalar-color-accent: #f2a07f; --scalar-background-accent: #f2a07f1f }
`

/** Takes the place of the people and the program in the examples, so that requests of the page can be sent as they are. */
export type DocsExamples = {
  readonly alias: string
  readonly accountId: string
  readonly userId: string
  readonly referralCode: string
}

export type DocsOptions = {
  readonly examples?: DocsExamples | null
  readonly siteFolder?: string
  /** Settles when a build that is under way has ended. */
  readonly underWay?: Promise<unknown> | null
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

/**
 * `/docs/` is the documentation, `/docs/api/` the API reference for trying out, `/docs/openapi.json` the same for machines,
 * `/docs/errors` has each error code. `siteFolder` is where the documentation is built.
 */
export function serveDocs(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  baseUrl: string,
  { examples = null, siteFolder, underWay = null }: DocsOptions = {},
): void {
  let written: string | null = null
  // Not before it is read: most processes end without that, and it takes a tenth of their start.
  const document = (): string => {
    written ??= JSON.stringify(openApiDocument(endpoints, baseUrl, version()))
    return written
  }
  const tried = () => (examples === null ? document() : withExamples(document(), examples))
  const files = {
    '/docs/api/js/styles.js': ['text/javascript', () => stylesScript, {}],
    '/docs/api/js/docs.js': ['text/javascript', () => docsScript, {}],
    '/docs/api/reference.json': ['application/json', tried, {}],
    '/docs/openapi.json': ['application/json', document, { 'Access-Control-Allow-Origin': '*' }],
  } as const
  for (const [url, [type, text, headers]] of Object.entries(files)) {
    serveFile(app, url, { type, content: () => Buffer.from(text()), caching: SHORT, headers })
  }
  serveFile(app, '/docs/api/js/scalar.js', { type: 'text/javascript', content: readerScript, caching: SHORT })
  // The reader makes its style elements itself, so they need a nonce, and a page with one is made for each request. It also
  // writes HTML with style attributes, for the lines of its examples; these can load nothing and match no other element.
  app.get('/docs/api/', async (_request, reply) => {
    const nonce = randomBytes(NONCE_BYTES).toString('base64')
    return reply
      .headers({
        ...pageHeaders(`'nonce-${nonce}'; style-src-attr 'unsafe-inline'`),
        'Cache-Control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(docsPage(nonce))
  })
  app.get('/docs/api', async (_request, reply) => reply.redirect('/docs/api/', 301))
  serveSite(app, errorAnswer(), underWay, siteFolder)
}

/** The page of all error codes, for a service without a built documentation. */
function errorAnswer() {
  const page = errorPage()
  return answerWithFile({
    type: 'text/html',
    content: () => Buffer.from(page),
    caching: 'no-cache',
    headers: pageHeaders(styleHashes(page)),
  })
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

/** The page around the reader of the reference. `nonce` allows its styles, and those that the reader makes. */
function docsPage(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta property="csp-nonce" content="${nonce}">
<title>Goodword API</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
${docsBar('api')}
<div id="reference"></div>
<noscript>The reference needs JavaScript. Its source is <a href="../openapi.json">openapi.json</a>.</noscript>
<script src="js/styles.js"></script>
<script src="js/scalar.js"></script>
<script src="js/docs.js"></script>
</body>
</html>
`
}
