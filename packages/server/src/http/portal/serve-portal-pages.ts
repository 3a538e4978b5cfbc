import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { plainRefusal } from '../server/errors.ts'
import { answerWithFile } from '../server/static-file.ts'
import { type BuiltPortal, builtPortalFolder, readBuiltPortal } from './built-portal.ts'
import { serveHtmlPreviews } from './html-previews.ts'
import { buildingPortalPage, missingPortalPage, type StatusPage } from './portal-status-pages.ts'

export type PortalBuild = {
  /** Where the built portal is; that of this checkout without. */
  readonly folder?: string
  /** Settles when a build that is under way has ended; without one the folder has what there is. */
  readonly underWay?: Promise<unknown> | null
}

/** What answers at addresses of the portal. */
type Answers = {
  readonly page: Answer
  readonly file: (name: string) => Answer | undefined
}
type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

/**
 * `/portal/*`: the files of the portal, and its one page at every other address, which the page itself reads. Addresses
 * that answer JSON are routes of their own. The files are read once: building anew needs a restart to be seen.
 */
export function servePortalPages(
  app: FastifyInstance,
  { folder = builtPortalFolder, underWay = null }: PortalBuild = {},
): void {
  let answers = underWay === null ? answersFrom(folder) : building
  const end = (): void => {
    answers = answersFrom(folder)
  }
  underWay?.then(end, end)
  serveHtmlPreviews(app)
  app.get('/portal', (_request, reply) => reply.redirect('/portal/', 308))
  app.get<{ Params: { name: string } }>('/portal/assets/:name', (request, reply) => {
    const answer = answers.file(request.params.name)
    if (answer === undefined) throw plainRefusal('NOT_FOUND')
    return answer(request, reply)
  })
  app.get('/portal/*', (request, reply) => answers.page(request, reply))
}

function answersFrom(folder: string): Answers {
  const portal = readBuiltPortal(folder)
  return portal === null ? missing(folder) : built(portal)
}

function built({ page, assets }: BuiltPortal): Answers {
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
  return {
    page: answerWithFile({
      type: 'text/html',
      content: () => page,
      caching: 'no-cache',
      headers: pageHeaders,
    }),
    file: (name) => files.get(name),
  }
}

const building: Answers = {
  // The page itself looks for this header.
  page: (_request, reply) => sendStatusPage(reply.header('Retry-After', '1'), buildingPortalPage),
  file: () => undefined,
}

/** Everything else works without a build; the first visit is logged with what to do. */
function missing(folder: string): Answers {
  let isLogged = false
  return {
    page(request, reply) {
      if (!isLogged) request.log.warn({ folder }, 'portal is not built: run "npm run portal:build"')
      isLogged = true
      return sendStatusPage(reply, missingPortalPage)
    },
    file: () => undefined,
  }
}

function sendStatusPage(reply: FastifyReply, { html, policy }: StatusPage): FastifyReply {
  return reply
    .code(503)
    .headers({ ...pageHeaders, 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(html)
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
