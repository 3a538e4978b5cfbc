import { createHash } from 'node:crypto'

/** A page in the place of the portal, with the policy for what is in it. */
export type StatusPage = { readonly html: string; readonly policy: string }

const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#f6f7f9, #0f1215); color: light-dark(#16191d, #eceff2) }
body { margin: 0; min-height: 100vh; display: grid; place-items: center }
main { box-sizing: border-box; max-width: 32rem; margin: 1rem; padding: 1.5rem 2rem; border-radius: 12px; background: light-dark(#ffffff, #171b20); border: 1px solid light-dark(#dfe4ea, #2d353e) }
h1 { font-size: 1.25rem; margin: 0 0 .5rem }
p { margin: 0; color: light-dark(#566070, #a6b0bb) }
a { color: light-dark(#2a52c6, #9db8ff) }
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
export const missingPortalPage = statusPage(
  'The portal is not built',
  'The API works. To use the portal, run <code>npm run portal:build</code> in the folder of the project, and restart the service.',
)

/** The page instead of the portal while it is built for the first time. */
export const buildingPortalPage = statusPage(
  'The portal is being built',
  'This page opens it by itself, usually within half a minute. The API and its <a href="/docs">documentation</a> work already.',
  WAITING_SCRIPT,
)

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
