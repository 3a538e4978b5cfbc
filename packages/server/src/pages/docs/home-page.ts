import { decorativeMark } from '@goodword/contract/brand/mark'
import { tokensCss } from '@goodword/contract/brand/tokens'
import type { FastifyInstance } from 'fastify'
import { styleHashes } from '../../frame/http/headers/style-hashes.ts'

/** `GET /`: where everything is, as a page for browsers and as JSON for programs. */
export function serveHome(app: FastifyInstance, baseUrl: string): void {
  const index = {
    name: 'Goodword',
    portal: `${baseUrl}/portal/`,
    documentation: `${baseUrl}/docs/`,
    guides: `${baseUrl}/docs/guides/`,
    llms: `${baseUrl}/docs/llms.txt`,
    openapi: `${baseUrl}/docs/openapi.json`,
    errors: `${baseUrl}/docs/errors`,
    ready: `${baseUrl}/readyz`,
  }
  // Where assistants look for it.
  app.get('/llms.txt', async (_request, reply) => reply.redirect(index.llms, 302))
  app.get('/', async (request, reply) => {
    reply.header('Vary', 'Accept').header('Cache-Control', 'max-age=300')
    if (!(request.headers.accept ?? '').includes('text/html')) return reply.send(index)
    return reply
      .header('Content-Security-Policy', contentSecurityPolicy)
      .header('Referrer-Policy', 'no-referrer')
      .type('text/html; charset=utf-8')
      .send(PAGE)
  })
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Goodword</title>
<style>
${tokensCss()}body { margin: 0 auto; padding: 3rem 1.25rem; max-width: 40rem; background: var(--color-page); color: var(--color-text); font: 1rem/1.6 var(--font-sans) }
h1 { margin: 0; font-size: 2rem; line-height: 1.25; display: flex; gap: .75rem; align-items: center }
ul { list-style: none; margin: 2rem 0 0; padding: 0; border-top: 1px solid var(--color-line) }
a { display: block; padding: .9rem 0; border-bottom: 1px solid var(--color-line); color: inherit; text-decoration: none }
a:hover strong, a:focus-visible strong { text-decoration: underline }
p, span { color: var(--color-soft); margin: .25rem 0 0 }
span { display: block }
</style>
</head>
<body>
<main>
<h1>${decorativeMark(40)}Goodword</h1>
<p>Referral tracking. This service is running.</p>
<ul>
<li><a href="portal/"><strong>Portal</strong><span>Where you run your referral program: sign in here.</span></a></li>
<li><a href="docs/"><strong>Documentation</strong><span>Guides from the first API key to operating it, with search.</span></a></li>
<li><a href="docs/reference/"><strong>API reference</strong><span>Every operation, with requests to try out.</span></a></li>
<li><a href="docs/errors"><strong>Error codes</strong><span>What each code means and how to fix it.</span></a></li>
<li><a href="docs/openapi.json"><strong>OpenAPI document</strong><span>The same API as a file, for client generators.</span></a></li>
<li><a href="readyz"><strong>Readiness</strong><span>Whether this process can serve requests.</span></a></li>
</ul>
</main>
</body>
</html>
`

const contentSecurityPolicy = `default-src 'none'; style-src ${styleHashes(PAGE)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
