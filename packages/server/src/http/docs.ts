import type { Endpoint } from '@goodword/contract/endpoint'
import { openApiDocument } from '@goodword/contract/openapi'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { errorPage } from './error-page.ts'

// The reader is one bundle that we serve ourselves. It knows addresses of its maker (fonts, a proxy, an agent): none
// is switched on, and the browser is told to reach nothing but this service.
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** `/docs` for reading and trying out, `/docs/openapi.json` for machines, `/docs/errors` for whoever met an error. */
export function serveDocs(app: FastifyInstance, endpoints: readonly Endpoint[], baseUrl: string): void {
  const document = JSON.stringify(openApiDocument(endpoints, baseUrl))
  const page = errorPage()

  app.get('/docs/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('Access-Control-Allow-Origin', '*').send(document),
  )
  app.get('/docs/errors', async (_request, reply) =>
    protect(reply).type('text/html; charset=utf-8').send(page),
  )
  app.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: './openapi.json',
      pageTitle: 'Goodword API',
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      persistAuth: false,
      authentication: { preferredSecurityScheme: 'apiKey' },
    },
    hooks: {
      onRequest: (_request, reply, done) => {
        protect(reply)
        done()
      },
    },
  })
}

function protect(reply: FastifyReply): FastifyReply {
  return reply
    .header('Content-Security-Policy', CONTENT_SECURITY_POLICY)
    .header('X-Content-Type-Options', 'nosniff')
    .header('Referrer-Policy', 'no-referrer')
    .header('Cache-Control', 'max-age=300')
}
