/**
 * A call of a list: awaited it is its first page, iterated it is every entry of every page, each page asked for when it
 * is needed:
 *
 *     for await (const referral of goodword.listReferrals({ query: { limit: 100 } })) …
 */
export type ListCall<Page, Name extends keyof Page> = Promise<Page> & AsyncIterable<EntryOf<Page[Name]>>

type EntryOf<Entries> = Entries extends readonly (infer Entry)[] ? Entry : never

type AnyPage = { readonly nextCursor: string | null; readonly [name: string]: unknown }

/** Makes a list call of `pageAt`, which requests the page at a cursor; null is the first. */
export function listCall(
  list: string,
  pageAt: (cursor: string | null) => Promise<unknown>,
): Promise<unknown> & AsyncIterable<unknown> {
  const first = pageAt(null)
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      for (let next = first; ; ) {
        // The contract guarantees it for every list.
        const page = (await next) as AnyPage
        yield* page[list] as readonly unknown[]
        if (page.nextCursor === null) return
        next = pageAt(page.nextCursor)
      }
    },
  })
}
