import { type ErrorEntry, errors } from '@goodword/contract/errors'

/** The page of all error codes for people: one section per code, at `#CODE`. */
export function errorPage(): string {
  const entries: readonly (readonly [string, ErrorEntry])[] = Object.entries(errors)
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
<header>
<p><a href="./">API reference</a></p>
<h1>Error codes</h1>
<p>Every answer that is no success names one of these in <code>apiErrorCode</code>. Its <code>message</code> says what to do about this very request, <code>param</code> names the field that is to blame, and <code>requestId</code> names the request. After a 4xx nothing was stored.</p>
<nav aria-label="Error codes"><ul>${entries.map(([code]) => `<li><a href="#${code}"><code>${code}</code></a></li>`).join('')}</ul></nav>
</header>
<main>
${entries.map(section).join('\n')}
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

/** Text of our own tables: escaped, with `code` marked as such. */
function marked(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return escaped.replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

const STYLE = `
:root { color-scheme: light dark; --text: #1c2024; --soft: #5b6167; --line: #dfe3e6; --mark: #f3f5f7; --link: #0b5cad; --page: #fff }
@media (prefers-color-scheme: dark) { :root { --text: #edeef0; --soft: #a6adb5; --line: #33383d; --mark: #22262a; --link: #7cc0ff; --page: #15181b } }
body { margin: 0 auto; padding: 1.5rem 1.25rem 4rem; max-width: 46rem; background: var(--page); color: var(--text); font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere }
a { color: var(--link) }
h1 { font-size: 1.75rem; line-height: 1.25; margin: .5rem 0 }
h2 { font-size: 1.1rem; margin: 0; display: flex; gap: .75rem; justify-content: space-between; align-items: baseline }
h2 a { text-decoration: none }
h2 span { color: var(--soft); font-weight: 400; font-variant-numeric: tabular-nums }
nav ul { list-style: none; margin: 1rem 0; padding: 0; display: flex; flex-wrap: wrap; gap: .4rem .9rem; font-size: .9rem }
section { border-top: 1px solid var(--line); padding: 1.1rem 0 .4rem; scroll-margin-top: 1rem }
section:target { background: var(--mark); box-shadow: 0 0 0 .75rem var(--mark); border-radius: .1rem }
section p { margin: .5rem 0 }
code { font: .92em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
p code { background: var(--mark); padding: .1em .3em; border-radius: .25em }
`
