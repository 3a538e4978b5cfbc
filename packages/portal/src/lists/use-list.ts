import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import type { AnswerOf, InputOf, OperationName } from '../api/client.ts'
import { useOperation } from '../api/use-operation.ts'
import type { ListPages } from '../components/pagination.tsx'

/** The operations that answer one page of a list. */
export type ListName = {
  [Name in OperationName]: AnswerOf<Name> extends {
    readonly nextCursor: string | null
    readonly count: number
  }
    ? Name
    : never
}[OperationName]

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The cursors of the pages before this one; the first page has none. */
    readonly cursorsBefore?: readonly (string | null)[]
  }
}

const PAGE_SIZE = 25

type Options = { readonly refreshMs?: number | false; readonly pageSize?: number }

/**
 * One page of a list of the API, with the cursor in the URL (`?cursor=…`; the route needs `searchOf` in its
 * `validateSearch`): `useList('listReferrals', { query: { status } })`.
 */
export function useList<Name extends ListName>(
  name: Name,
  input: InputOf<Name>,
  { refreshMs = false, pageSize = PAGE_SIZE }: Options = {},
) {
  const { cursor } = useSearch({ strict: false })
  const query = { ...queryOf(input), limit: pageSize, cursor }
  // Every list takes these; the compiler does not know which list it is.
  const result = useOperation(name, { ...input, query } as InputOf<Name>, { refreshMs })
  const nextCursor = (result.data as { readonly nextCursor: string | null } | undefined)?.nextCursor ?? null
  return { ...result, asked: { name, input }, pages: usePages(cursor ?? null, nextCursor) }
}

/** The query of a list without its page. */
export function queryOf(input: unknown): object {
  const { query } = (input ?? {}) as { readonly query?: object }
  return query ?? {}
}

function usePages(cursor: string | null, nextCursor: string | null): ListPages {
  const navigate = useNavigate()
  const before = useLocation({ select: (it) => it.state.cursorsBefore ?? [] })
  const goTo = (target: string | null, cursorsBefore: readonly (string | null)[]) =>
    void navigate({
      to: '.',
      search: (previous) => ({ ...previous, cursor: target ?? undefined }),
      state: { cursorsBefore },
    })
  return {
    hasPrevious: cursor !== null,
    hasNext: nextCursor !== null,
    isMidway: cursor !== null && before.length === 0,
    toNext: () => goTo(nextCursor, [...before, cursor]),
    toPrevious: () => goTo(before.at(-1) ?? null, before.slice(0, -1)),
  }
}
