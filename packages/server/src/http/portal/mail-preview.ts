import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { serveFile } from '../server/static-file.ts'

/**
 * `/portal/mail-preview`: shows the HTML of an e-mail that the portal sends by a message. The styles of e-mails are inline,
 * which the policy of the portal forbids, so they are shown in a document of their own: without an origin, scripts of the
 * e-mail, anything loaded, or links that can be followed.
 */
export function serveMailPreview(app: FastifyInstance): void {
  serveFile(app, '/portal/mail-preview', {
    type: 'text/html',
    content: () => Buffer.from(page),
    caching: 'no-cache',
    headers: {
      'Content-Security-Policy': policy,
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

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Preview of an e-mail</title>
<script>${script}</script>
</head>
<body></body>
</html>
`

const policy = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  "style-src 'unsafe-inline'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ')
