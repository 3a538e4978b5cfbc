/** A page of the site in Markdown, whose links to other pages are addresses of the site. */
export type SitePage = {
  /** Its address without the base: `guides/rest`, or `guides/` for the first page of a folder. */
  readonly address: string
  readonly title: string
  readonly description: string
  readonly markdown: string
  /** When its text was changed, in milliseconds since 1970; left out where that is not known. */
  readonly lastChanged?: number | undefined
  /** The layout of the theme around the text of the front page. */
  readonly layout?: Readonly<Record<string, unknown>>
}

/** Guides for a job, in their order. */
export type GuidePart = { readonly title: string; readonly addresses: readonly string[] }

/** Where the Markdown of a page is, below the folder of the site. */
export function fileOf(address: string): string {
  return `${address}${address === '' || address.endsWith('/') ? 'index' : ''}.md`
}

/** The text of the first heading. */
export function titleOf(markdown: string): string {
  const [, title] = /^# (.+)$/m.exec(markdown) ?? []
  if (title === undefined) throw new Error('page without a heading')
  return title.replaceAll('`', '')
}
