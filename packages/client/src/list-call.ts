/**
 * A call of a list: awaited it is its first page, iterated it is every entry of every page, each page asked for when it
 * is needed:
 *
 *     for await (const referral of goodword.listReferrals({ query: { limit: 100 } })) …
 */
export type ListCall<Page, Name extends keyof Page> = Promise<Page> & AsyncIterable<EntryOf<Page[Name]>>

type EntryOf<Entries> = Entries extends readonly (infer Entry)[] ? Entry : never

/** How the entries of a list come. */
export type PagedList = {
  /** Their name in a page. */
  readonly entries: string
  /** The parameter that takes `nextCursor`; null for a list that is one page. */
  readonly cursor: string | null
}

type AnyPage = { readonly nextCursor?: string | null; readonly [name: string]: unknown }

/** Makes a list call of `pageAt`, which requests the page at a cursor; null is the first. */
export function listCall(
  { entries, cursor }: PagedList,
  pageAt: (cursor: string | null) => Promise<unknown>,
): Promise<unknown> & AsyncIterable<unknown> {
  const first = pageAt(null)
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      for (let next = first; ; ) {
        // The contract guarantees it for every list.
        const page = (await next) as AnyPage
        const found = page[entries] as readonly unknown[]
        yield* found
        const { nextCursor = null } = page
        // A feed gives a cursor on every page, so that polling can go on: its iteration ends where nothing is new.
        if (cursor === null || nextCursor === null || found.length === 0) return
        next = pageAt(nextCursor)
      }
    },
  })
}
