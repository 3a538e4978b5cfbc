import { errorEntries } from '@goodword/contract/frame/error-entries'
import type { ErrorEntry } from '@goodword/contract/frame/error-entry'
import { escapeHtml } from '../../engine/foundation/escape-html.ts'
import { BAR_STYLE, docsBar, TEXT_STYLE } from './docs-bar.ts'

/** The page of all error codes for people: one section per code, at `#CODE`. */
export function errorPage(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Goodword: error codes</title>
<style>${STYLE}</style>
</head>
<body>
${docsBar('errors')}
<main>
<h1>Error codes</h1>
<p>Every error response has one of these codes in <code>apiErrorCode</code>. Its <code>message</code> says how to fix this request, <code>param</code> names the invalid field, and <code>requestId</code> identifies the request. A request that failed with 4xx stored nothing.</p>
<nav class="codes" aria-label="Error codes"><ul>${errorEntries.map(([code]) => `<li><a href="#${code}"><code>${code}</code></a></li>`).join('')}</ul></nav>
${errorEntries.map(section).join('\n')}
</main>
</body>
</html>
`
}

function section([code, { status, title, when, remedy }]: readonly [string, ErrorEntry]): string {
  return `<section id="${code}" aria-labelledby="${code}-title">
<h2 id="${code}-title"><a href="#${code}"><code>${code}</code></a> <span>${status}</span></h2>
<p><strong>${marked(title)}.</strong> ${marked(when)}</p>
<p>${marked(remedy)}</p>
</section>`
}

/** Escapes a text, and marks its `code`. */
function marked(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

const STYLE = `${BAR_STYLE}${TEXT_STYLE}
h2 { font-size: 1.1rem; margin: 0; display: flex; gap: .75rem; justify-content: space-between; align-items: baseline }
h2 a { text-decoration: none }
h2 span { color: var(--color-soft); font-weight: 400; font-variant-numeric: tabular-nums }
.codes ul { list-style: none; margin: 1rem 0; padding: 0; display: flex; flex-wrap: wrap; gap: .4rem .9rem; font-size: .9rem }
.codes code { background: none; padding: 0 }
section { border-top: 1px solid var(--color-line); padding: 1.1rem 0 .4rem; scroll-margin-top: 4rem }
section:target { background: var(--color-neutral-soft); box-shadow: 0 0 0 .75rem var(--color-neutral-soft); border-radius: .1rem }
section p { margin: .5rem 0 }
`
