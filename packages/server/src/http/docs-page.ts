import { EXAMPLE_KEY } from '@goodword/contract/openapi'

/** The page around the reader of the reference. */
export function docsPage(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Goodword API</title>
<style>${STYLE}</style>
</head>
<body>
<header class="goodword">
<a href="/"><strong>Goodword</strong></a>
<nav aria-label="Documentation"><a href="./" aria-current="page">API</a> <a href="errors">Errors</a> <a href="openapi.json">OpenAPI</a></nav>
</header>
<div id="reference"></div>
<noscript>The reference needs JavaScript. Its source is <a href="openapi.json">openapi.json</a>.</noscript>
<script src="js/scalar.js"></script>
<script src="js/docs.js"></script>
</body>
</html>
`
}

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

const STYLE = `
:root { --brand: #a4431f; --bar: #fff; --bar-text: #1c2024; --bar-line: #dfe3e6; --scalar-custom-header-height: 3rem }
@media (prefers-color-scheme: dark) { :root { --brand: #f2a07f; --bar: #15181b; --bar-text: #edeef0; --bar-line: #33383d } }
body { margin: 0 }
.goodword { position: sticky; top: 0; z-index: 10; box-sizing: border-box; height: 3rem; padding: 0 1rem; display: flex; align-items: center; justify-content: space-between; gap: 1rem; background: var(--bar); border-bottom: 1px solid var(--bar-line); font: .95rem/1.5 system-ui, sans-serif }
.goodword a { color: var(--bar-text); text-decoration: none; padding: .5rem .25rem }
.goodword nav { display: flex; gap: 1rem }
.goodword strong { color: var(--brand) }
.goodword [aria-current] { font-weight: 600 }
.light-mode { --scalar-color-accent: #a4431f; --scalar-background-accent: #a4431f1f }
.dark-mode { --scalar-color-accent: #f2a07f; --scalar-background-accent: #f2a07f1f }
`
