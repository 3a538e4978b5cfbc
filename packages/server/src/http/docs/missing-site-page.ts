import { styleHashes } from '../headers/style-hashes.ts'
import { BAR_STYLE, docsBar, TEXT_STYLE } from './docs-bar.ts'

/** A page in the place of the documentation, with its policy and further headers. */
type SitePage = {
  readonly page: string
  readonly policy: string
  readonly headers: Readonly<Record<string, string>>
}

const RELOAD_S = 3

/** Where it was not built. */
export const missingSite = sitePage(
  'The documentation is not built',
  'Run <code>npm run docs</code> in the folder of the project, then load this page again. The service can keep running.',
)

/** While it is built for the first time. */
export const buildingSite = sitePage(
  'The documentation is being built',
  'This page opens it by itself, usually within a minute.',
  RELOAD_S,
)

function sitePage(heading: string, text: string, reloadS: number | null = null): SitePage {
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${reloadS === null ? '' : `<meta http-equiv="refresh" content="${reloadS}">\n`}<title>Goodword: ${heading.toLowerCase()}</title>
<style>${BAR_STYLE}${TEXT_STYLE}</style>
</head>
<body>
${docsBar('guides')}
<main>
<h1>${heading}</h1>
<p>${text}</p>
<p>The guides are also in the folder <code>docs/guides</code> of the project. The <a href="/docs/api/">API reference</a> and the <a href="/docs/errors">error codes</a> work already.</p>
</main>
</body>
</html>
`
  return {
    page,
    policy: `default-src 'none'; style-src ${styleHashes(page)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    headers: reloadS === null ? {} : { 'Retry-After': `${reloadS}` },
  }
}
