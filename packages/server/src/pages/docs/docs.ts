import type { Endpoint } from '@goodword/contract/frame/endpoint'
import { openApiDocument } from '@goodword/contract/frame/openapi/openapi'
import { version } from '@goodword/mcp/version'
import type { FastifyInstance } from 'fastify'
import { styleHashes } from '../../frame/http/headers/style-hashes.ts'
import { answerWithFile, serveFile } from '../../frame/http/server/static-file.ts'
import { errorPage } from './error-page.ts'
import { serveSite } from './serve-site.ts'

/** Takes the place of the people and the program in the examples, so that requests of the pages can be sent as they are. */
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

const SHORT = 'max-age=300'

/**
 * `/docs/` is the documentation with the API reference, `/docs/here.json` what its pages put into their examples, `/docs/openapi.json` the
 * API for machines, and `/docs/errors` has each error code. `siteFolder` is where the documentation is built.
 */
export function serveDocs(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  baseUrl: string,
  { examples = null, siteFolder, underWay = null }: DocsOptions = {},
): void {
  // Not before it is read: most processes end without that, and it takes a tenth of their start.
  const document = () => JSON.stringify(openApiDocument(endpoints, baseUrl, version()))
  const files = {
    '/docs/here.json': [() => JSON.stringify({ baseUrl, examples }), {}],
    '/docs/openapi.json': [document, { 'Access-Control-Allow-Origin': '*' }],
  } as const
  for (const [url, [text, headers]] of Object.entries(files)) {
    const content = () => Buffer.from(text())
    serveFile(app, url, { type: 'application/json', content, caching: SHORT, headers })
  }
  serveSite(app, errorAnswer(), underWay, siteFolder)
}

/** The page of all error codes, for a service without a built documentation. */
function errorAnswer() {
  const page = errorPage()
  const policy = `default-src 'none'; style-src ${styleHashes(page)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return answerWithFile({
    type: 'text/html',
    content: () => Buffer.from(page),
    caching: 'no-cache',
    headers: { 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' },
  })
}
