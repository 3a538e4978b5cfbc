import { EXAMPLE_KEY } from '@goodword/contract/openapi'
import { BAR_STYLE, docsBar } from './docs-bar.ts'

/** The page around the reader of the reference. `nonce` allows its styles, and those that the reader makes. */
export function docsPage(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta property="csp-nonce" content="${nonce}">
<title>Goodword API</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
${docsBar('api')}
<div id="reference"></div>
<noscript>The reference needs JavaScript. Its source is <a href="../openapi.json">openapi.json</a>.</noscript>
<script src="js/styles.js"></script>
<script src="js/scalar.js"></script>
<script src="js/docs.js"></script>
</body>
</html>
`
}

/**
 * Gives the nonce of the page to every style element that the reader makes: it sets the nonce of one of them by itself, and
 * has no option for the others.
 */
export const stylesScript = `'use strict'
const nonce = document.querySelector('meta[property=csp-nonce]').content
const createElement = document.createElement
document.createElement = function (name, options) {
  const element = createElement.call(this, name, options)
  if (element instanceof HTMLStyleElement) element.nonce = nonce
  return element
}
`

/**
 * Starts the reader. Its requests carry no credentials of the browser, or a 401 would open the browser's own dialog for
 * a password. The key of the examples names a new request each time: the same one would be answered once, and then
 * refused for every other body.
 */
export const docsScript = `'use strict'
const exampleKey = ${JSON.stringify(EXAMPLE_KEY)}
const unique = () => Array.from(crypto.getRandomValues(new Uint8Array(8)), (it) => it.toString(16).padStart(2, '0')).join('')

function send(input, init) {
  const request = new Request(input, { ...init, credentials: 'omit' })
  if (request.headers.get('Idempotency-Key') === exampleKey) {
    request.headers.set('Idempotency-Key', exampleKey + '-' + unique())
  }
  return fetch(request)
}

Scalar.createApiReference('#reference', {
  url: './reference.json',
  customFetch: send,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  authentication: { preferredSecurityScheme: 'apiKey' },
})
`

const STYLE = `${BAR_STYLE}
:root { --scalar-custom-header-height: 3rem }
.light-mode { --scalar-color-accent: #a4431f; --scalar-background-accent: #a4431f1f }
.dark-mode { --scalar-color-accent: #f2a07f; --scalar-background-accent: #f2a07f1f }
`
