import { createHash } from 'node:crypto'
import { tokensCss } from '@goodword/contract/brand/tokens'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { plainRefusal } from '../../frame/http/server/errors.ts'
import { answerWithFile, serveFile } from '../../frame/http/server/static-file.ts'
import { type BuiltPortal, builtPortalFolder, readBuiltPortal } from './built-portal.ts'

const STYLE = `${tokensCss()}:root { font: 16px/1.5 var(--font-sans); background: var(--color-page); color: var(--color-text) }
body { margin: 0; min-height: 100vh; display: grid; place-items: center }
main { box-sizing: border-box; max-width: 32rem; margin: 1rem; padding: 1.5rem 2rem; border-radius: var(--radius-card); background: var(--color-surface); border: 1px solid var(--color-line) }
h1 { font-size: 1.25rem; margin: 0 0 .5rem }
p { margin: 0; color: var(--color-soft) }
a { color: var(--color-link) }
`

/** Reloads, with whatever follows the address, only when there is something else to show: a reader is not read the same page anew. */
const WAITING_SCRIPT = `'use strict'
async function look() {
  const answer = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).catch(() => null)
  if (answer === null || answer.headers.has('Retry-After')) setTimeout(look, 1000)
  else location.reload()
}
setTimeout(look, 1000)
`

/** The page instead of the portal where it was not built. */
const missingPortalPage = statusPage(
  'The portal is not built',
  'The API works. To use the portal, run <code>npm run portal:build</code> in the folder of the project, and restart the service.',
)

/** The page instead of the portal while it is built for the first time. */
const buildingPortalPage = statusPage(
  'The portal is being built',
  'This page opens it by itself, usually within half a minute. The API and its <a href="/docs">documentation</a> work already.',
  WAITING_SCRIPT,
)

export type PortalBuild = {
  /** Where the built portal is; that of this checkout without. */
  readonly folder?: string
  /** Settles when a build that is under way has ended; without one the folder has what there is. */
  readonly underWay?: Promise<unknown> | null
}

/** The answers at addresses of the portal. */
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
    "font-src 'self'",
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

/** A page in the place of the portal, with the policy for its content. */
type StatusPage = { readonly html: string; readonly policy: string }

function statusPage(heading: string, text: string, script: string | null = null): StatusPage {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Goodword: ${heading.toLowerCase()}</title>
<style>${STYLE}</style>
${script === null ? '' : `<noscript><meta http-equiv="refresh" content="5"></noscript>\n`}</head>
<body>
<main${script === null ? '' : ' role="status"'}>
<h1>${heading}</h1>
<p>${text}</p>
</main>
${script === null ? '' : `<script>${script}</script>\n`}</body>
</html>
`
  const policy = [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    `style-src ${hashOf(STYLE)}`,
    ...(script === null ? [] : [`script-src ${hashOf(script)}`, "connect-src 'self'"]),
  ]
  return { html, policy: policy.join('; ') }
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/**
 * `/portal/mail-preview` and `/portal/page-preview`: show the HTML of an e-mail, and of the page for referrers, which the portal
 * sends by a message. Their styles are in the HTML, which the policy of the portal forbids, so they are shown in a document of
 * their own: without an origin, scripts of what is shown, or links and forms that lead anywhere. Both show their pictures.
 */
export function serveHtmlPreviews(app: FastifyInstance): void {
  servePreview(app, '/portal/mail-preview', 'Preview of an e-mail')
  servePreview(app, '/portal/page-preview', 'Preview of the page for referrers')
}

function servePreview(app: FastifyInstance, path: string, title: string): void {
  serveFile(app, path, {
    type: 'text/html',
    content: () => Buffer.from(pageOf(title)),
    caching: 'no-cache',
    headers: {
      'Content-Security-Policy': policy.join('; '),
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Frame-Options': 'SAMEORIGIN',
    },
  })
}

const script = `
addEventListener('message', ({ source, data }) => {
  if (source !== parent || typeof data.html !== 'string') return
  const mail = new DOMParser().parseFromString(data.html, 'text/html')
  document.replaceChild(document.adoptNode(mail.documentElement), document.documentElement)
  parent.postMessage({ goodword: 1, type: 'resize', height: document.body.scrollHeight }, '*')
})
addEventListener('click', (event) => event.preventDefault(), true)
parent.postMessage({ goodword: 1, type: 'ready' }, '*')
`

function pageOf(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<script>${script}</script>
</head>
<body></body>
</html>
`
}

const policy = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  "style-src 'unsafe-inline'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
  'img-src https: data:',
]
