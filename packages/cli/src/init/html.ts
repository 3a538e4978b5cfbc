import { deeper } from './edits.ts'
import type { Plan } from './plan.ts'
import type { Project } from './project.ts'

/** Plain pages: the script in their head. Null if there is no page with one. */
export function planHtml(project: Project, url: string, tenantAlias: string): Plan | null {
  const path = ['index.html', 'public/index.html'].find((it) => project.has(it))
  const page = path === undefined ? null : project.read(path)
  if (path === undefined || page === null) return null
  const end = /<\/head\s*>/i.exec(page)
  if (end === null) return null
  const isDone = page.includes('/s/v1/goodword.js')
  const lineStart = page.lastIndexOf('\n', end.index - 1) + 1
  const before = page.slice(lineStart, end.index)
  // A head that ends on a line with something else gets lines of its own.
  const isAlone = before.trim() === ''
  const place = isAlone ? lineStart : end.index
  const tags = tagText(url, tenantAlias).replaceAll(/^(?=.)/gm, isAlone ? deeper(before) : '')
  const added = isAlone ? tags : `\n${tags}`
  return {
    packages: [],
    changes: isDone ? [] : [{ path, before: page, after: page.slice(0, place) + added + page.slice(place) }],
    variables: {},
    steps: [
      `Put the same tags into the head of your other pages; they are in ${path}.`,
      'Fill codes into your forms, and say who is signed in (docs/guides/script.md).',
    ],
  }
}

// Both are of a profile, whose alias and address have no characters that a page would read.
const tagText = (url: string, tenantAlias: string) => `<script>
  window._gw = window._gw || []
  _gw.push(['init', { tenant_alias: '${tenantAlias}' }])
</script>
<script async src="${url}/s/v1/goodword.js"></script>
`
