import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { styleHashes } from '../headers/style-hashes.ts'
import { serveFile } from '../server/static-file.ts'
import { BAR_STYLE, docsBar, TEXT_STYLE } from './docs-bar.ts'
import { guideHtml, guideName } from './guide-html.ts'

const FOLDER = new URL('../../../../../docs/guides/', import.meta.url)

const STYLE = `${BAR_STYLE}${TEXT_STYLE}
h2 { font-size: 1.3rem; line-height: 1.3; margin: 2.2rem 0 .5rem; padding-top: 1.2rem; border-top: 1px solid var(--line) }
h3 { font-size: 1.05rem; margin: 1.6rem 0 .4rem }
h1, h2, h3, h4 { scroll-margin-top: 3.5rem; text-wrap: balance }
main :is(h2, h3, h4) a { color: inherit; text-decoration: none }
main :is(h2, h3, h4) a:is(:hover, :focus-visible) { text-decoration: underline }
li { margin: .25rem 0 }
pre, .table { overflow-x: auto; overflow-wrap: normal }
.table code { overflow-wrap: anywhere }
pre { margin: 1rem 0; padding: .8rem 1rem; background: var(--mark); border-radius: .4rem; font-size: .88rem; line-height: 1.5 }
table { border-collapse: collapse; width: 100%; font-size: .93rem }
th, td { padding: .45rem .75rem .45rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); min-width: 7rem }
`

const headers = {
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src ${styleHashes(`<style>${STYLE}</style>`)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Referrer-Policy': 'no-referrer',
}

/** The guides as pages: `/docs/guides/` is their table of contents, `/docs/guides/rest` one of them. */
export function serveGuides(app: FastifyInstance): void {
  for (const file of readdirSync(FOLDER)) {
    const name = guideName(file)
    if (name === null) continue
    serveFile(app, `/docs/guides/${name === 'README' ? '' : name}`, {
      type: 'text/html',
      content: async () => Buffer.from(guidePage(await readFile(new URL(file, FOLDER), 'utf8'))),
      caching: 'max-age=300',
      headers,
    })
  }
  app.get('/docs/guides', async (_request, reply) => reply.redirect('/docs/guides/', 301))
}

function guidePage(markdown: string): string {
  const { title, body } = guideHtml(markdown)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Goodword</title>
<style>${STYLE}</style>
</head>
<body>
${docsBar('../', 'guides')}
<main>
${body}</main>
</body>
</html>
`
}
