import { styleHashes } from '../headers/style-hashes.ts'
import { BAR_STYLE, docsBar, TEXT_STYLE } from './docs-bar.ts'

/** The page instead of the documentation where it was not built. */
export const missingSitePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Goodword: the documentation is not built</title>
<style>${BAR_STYLE}${TEXT_STYLE}</style>
</head>
<body>
${docsBar('guides')}
<main>
<h1>The documentation is not built</h1>
<p>Run <code>npm run docs</code> in the folder of the project, then load this page again. The service can keep running.</p>
<p>The guides are also in the folder <code>docs/guides</code> of the project. The <a href="/docs/api/">API reference</a> and the <a href="/docs/errors">error codes</a> work already.</p>
</main>
</body>
</html>
`

export const missingSitePolicy = `default-src 'none'; style-src ${styleHashes(missingSitePage)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
