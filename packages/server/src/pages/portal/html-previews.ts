import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { serveFile } from '../../frame/http/server/static-file.ts'

/**
 * `/portal/mail-preview` and `/portal/page-preview`: show the HTML of an e-mail, and of the page for referrers, which the portal
 * sends by a message. Their styles are in the HTML, which the policy of the portal forbids, so they are shown in a document of
 * their own: without an origin, scripts of what is shown, or links and forms that lead anywhere. The page shows its pictures.
 */
export function serveHtmlPreviews(app: FastifyInstance): void {
  servePreview(app, '/portal/mail-preview', 'Preview of an e-mail', [])
  servePreview(app, '/portal/page-preview', 'Preview of the page for referrers', ['img-src https: data:'])
}

function servePreview(app: FastifyInstance, path: string, title: string, sources: readonly string[]): void {
  serveFile(app, path, {
    type: 'text/html',
    content: () => Buffer.from(pageOf(title)),
    caching: 'no-cache',
    headers: {
      'Content-Security-Policy': [...policy, ...sources].join('; '),
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
]
