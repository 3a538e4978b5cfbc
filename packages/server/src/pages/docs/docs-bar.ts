import { tokensCss } from '@goodword/contract/brand/tokens'

export type DocsSection = 'guides' | 'errors'

/** The bar above each page of the documentation that the service makes itself. */
export function docsBar(current: DocsSection): string {
  const links = sections.map(
    ({ section, path, text }) =>
      `<a href="/docs/${path}"${section === current ? ' aria-current="page"' : ''}>${text}</a>`,
  )
  return `<header class="goodword">
<a href="/docs/"><strong>Goodword</strong></a>
<nav aria-label="Documentation">${links.join(' ')}</nav>
</header>`
}

const sections = [
  { section: 'guides', path: 'guides/', text: 'Guides' },
  { section: 'reference', path: 'reference/', text: 'API' },
  { section: 'errors', path: 'errors', text: 'Errors' },
] as const

export const BAR_STYLE = `${tokensCss()}body { margin: 0 }
.goodword { position: sticky; top: 0; z-index: 10; box-sizing: border-box; height: 3rem; padding: 0 1rem; display: flex; align-items: center; justify-content: space-between; gap: .75rem; background: var(--color-surface); border-bottom: 1px solid var(--color-line); font: .95rem/1.5 var(--font-sans) }
.goodword a { color: var(--color-text); text-decoration: none; padding: .5rem .25rem; white-space: nowrap }
.goodword nav { display: flex; gap: clamp(.1rem, 2vw, 1rem) }
.goodword strong { color: var(--color-link) }
.goodword [aria-current] { font-weight: 600 }
`

/** The style of pages of text: one column, in which wider blocks scroll by themselves. */
export const TEXT_STYLE = `
body { background: var(--color-surface); color: var(--color-text); font: 1rem/1.6 var(--font-sans); overflow-wrap: anywhere }
main { box-sizing: border-box; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; max-width: 48.5rem }
main a { color: var(--color-link) }
h1 { font-size: 1.75rem; line-height: 1.25; margin: .5rem 0 }
code { font: .92em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
p code, li code, td code { background: var(--color-neutral-soft); padding: .1em .3em; border-radius: .25em }
`
