import { type AnswerOf, callOperation, type InputOf } from '../api/client.ts'
import { readWithSignIn } from '../api/with-sign-in.ts'
import { type ListName, queryOf } from './use-list.ts'

/** The largest page of the API. */
const PAGE = 1000

export type AskedList<Name extends ListName> = { readonly name: Name; readonly input: InputOf<Name> }

/**
 * Reads a list from its first entry on, filtered and sorted as it is asked for: `onPage` gets each page, and says whether
 * another one is needed.
 */
export async function readWholeList<Name extends ListName>(
  tenantAlias: string,
  { name, input }: AskedList<Name>,
  onPage: (page: AnswerOf<Name>) => boolean,
): Promise<void> {
  let cursor: string | null = null
  do {
    const query: object = { ...queryOf(input), limit: PAGE, ...(cursor === null ? {} : { cursor }) }
    // Every list takes these; the compiler does not know which list it is.
    const page: AnswerOf<Name> = await readWithSignIn(() =>
      callOperation(tenantAlias, name, { ...input, query } as InputOf<Name>),
    )
    if (!onPage(page)) return
    cursor = (page as { readonly nextCursor: string | null }).nextCursor
  } while (cursor !== null)
}
