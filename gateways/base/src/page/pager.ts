import { type Html, html } from './html.ts'

/** A link to the next page of a list. Newer entries are reached by the browser's back button, or from the beginning. */
export function pager(
  path: string,
  query: Readonly<Record<string, string>>,
  next: number | null,
): Html | null {
  const isBeginning = query.before === undefined || query.before === ''
  if (next === null && isBeginning) return null
  const kept = Object.entries(query).filter(([name, value]) => name !== 'before' && value !== '')
  const first = new URLSearchParams(kept)
  const following = new URLSearchParams([...kept, ['before', `${next}`]])
  return html`<p class="pager">
    ${!isBeginning && html`<a href="${path}?${first.toString()}">Newest</a>`}
    ${next !== null && html`<a href="${path}?${following.toString()}" rel="next">Older</a>`}
  </p>`
}
