import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { plainRefusal } from '../server/errors.ts'
import { answerWithFile } from '../server/static-file.ts'
import { type BuiltPortal, builtPortalFolder, readBuiltPortal } from './built-portal.ts'
import { serveMailPreview } from './mail-preview.ts'
import { MISSING_PORTAL_PAGE } from './missing-portal-page.ts'

/**
 * `/portal/*`: the files of the portal, and its one page at every other address, which the page itself reads. Addresses
 * that answer JSON are routes of their own. The files are read once: building anew needs a restart to be seen.
 */
export function servePortalPages(app: FastifyInstance, folder = builtPortalFolder): void {
  const portal = readBuiltPortal(folder)
  serveMailPreview(app)
  app.get('/portal', (_request, reply) => reply.redirect('/portal/', 308))
  if (portal === null) serveMissing(app, folder)
  else serveBuilt(app, portal)
}

function serveBuilt(app: FastifyInstance, { page, assets }: BuiltPortal): void {
  const files = new Map(
    [...assets].map(([name, { type, content }]) => [
      name,
      answerWithFile({
        type,
        content: () => content,
        // The name of a file contains the hash of its content.
        caching: 'public, max-age=31536000, immutable',
        headers: { 'Cross-Origin-Resource-Policy': 'same-origin' },
      }),
    ]),
  )
  app.get<{ Params: { name: string } }>('/portal/assets/:name', (request, reply) => {
    const answer = files.get(request.params.name)
    if (answer === undefined) throw plainRefusal('NOT_FOUND')
    return answer(request, reply)
  })
  const answerWithPage = answerWithFile({
    type: 'text/html',
    content: () => page,
    caching: 'no-cache',
    headers: pageHeaders,
  })
  app.get('/portal/*', answerWithPage)
}

/** Without a build everything else works; the first visit is logged with what to do. */
function serveMissing(app: FastifyInstance, folder: string): void {
  let isLogged = false
  app.get('/portal/*', (request: FastifyRequest, reply: FastifyReply) => {
    if (!isLogged) request.log.warn({ folder }, 'portal is not built: run "npm run portal:build"')
    isLogged = true
    return reply
      .code(503)
      .headers({ ...pageHeaders, 'Cache-Control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(MISSING_PORTAL_PAGE)
  })
}

const pageHeaders = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    // The previews of the widget and of e-mails.
    "frame-src 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
} as const
