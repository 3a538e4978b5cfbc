import type { User } from '@goodword/client'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useCallback } from 'react'
import { useList } from '../../api/use-list.ts'
import { Badge } from '../../components/badge.tsx'
import { buttonLook } from '../../components/button.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { DateTime } from '../../components/date-time.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { Page } from '../../components/page.tsx'
import { Pagination } from '../../components/pagination.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { Select } from '../../components/select.tsx'
import { personName } from '../../format/person-name.ts'
import { useRole } from '../../session/use-role.ts'

const route = getRouteApi('/staff/$tenantAlias/participants')

const columns: readonly Column<User>[] = [
  { name: 'name', label: 'Name', isTitle: true, cell: (it) => <ParticipantLink user={it} /> },
  { name: 'email', label: 'E-mail', cell: (it) => it.email ?? '–' },
  { name: 'account', label: 'Account', cell: (it) => it.accountId },
  { name: 'code', label: 'Code', cell: (it) => <code>{it.referralCode}</code> },
  { name: 'since', label: 'Since', cell: (it) => <DateTime at={it.dateCreated} isDay /> },
]

export function ParticipantsPage() {
  const { query, blocked } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useList('listUsers', { query: { query, blocked: blocked === true ? 'true' : undefined } })
  const search = useCallback(
    (text: string) =>
      void navigate({
        search: (it) => ({ ...it, query: text === '' ? undefined : text, cursor: undefined }),
        replace: true,
      }),
    [navigate],
  )
  return (
    <Page title="Participants" description="Everyone who can refer others, and everyone who was referred.">
      <FilterBar
        isFiltered={query !== undefined || blocked === true}
        onClear={() => void navigate({ search: {} })}
      >
        <SearchField label="Search by name, e-mail, ID or code" value={query ?? ''} onChange={search} />
        <Select
          label="Blocked or not"
          hasHiddenLabel
          empty="Blocked or not"
          options={[{ value: 'true', label: 'Blocked' }]}
          value={blocked === true ? 'true' : null}
          onChange={(next) =>
            void navigate({
              search: (it) => ({ ...it, blocked: next === null ? undefined : true, cursor: undefined }),
            })
          }
        />
      </FilterBar>
      {list.isError ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : (
        <>
          <DataTable
            label="Participants"
            columns={columns}
            rows={list.data?.users}
            keyOf={(it) => `${it.accountId} ${it.id}`}
            isStale={list.isPlaceholderData}
            onOpen={({ accountId, id }) =>
              void navigate({
                to: '/$tenantAlias/participants/$accountId/$userId',
                params: (it) => ({ ...it, accountId, userId: id }),
              })
            }
            empty={
              <EmptyState
                icon={<Users />}
                title={emptyTitle(query, blocked)}
                actions={query === undefined && blocked !== true ? <WaysIn /> : undefined}
              >
                {query === undefined && blocked === true
                  ? 'Block an account on the page of one of its participants.'
                  : query === undefined
                    ? 'They appear when your page or your server first identifies them, or when you import them.'
                    : 'The search finds the beginning of a name, an e-mail address, an ID or a code.'}
              </EmptyState>
            }
          />
          <Pagination pages={list.pages} totalCount={list.data?.totalCount} noun="participants" />
        </>
      )}
    </Page>
  )
}

/** Where participants come from. */
function WaysIn() {
  const { tenantAlias } = route.useParams()
  const { canWrite } = useRole()
  return (
    <>
      <Link to="/$tenantAlias/install" params={{ tenantAlias }} className={buttonLook('primary')}>
        Install the script
      </Link>
      {canWrite && (
        <Link to="/$tenantAlias/transfers" params={{ tenantAlias }} className={buttonLook('secondary')}>
          Import participants
        </Link>
      )}
    </>
  )
}

function emptyTitle(query: string | undefined, blocked: true | undefined): string {
  if (query !== undefined) return 'No one was found'
  return blocked === true ? 'No one is blocked' : 'No participants yet'
}

function ParticipantLink({ user }: { readonly user: User }) {
  const { tenantAlias } = route.useParams()
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Link
        to="/$tenantAlias/participants/$accountId/$userId"
        params={{ tenantAlias, accountId: user.accountId, userId: user.id }}
        className="font-medium hover:underline"
      >
        {personName(user)}
      </Link>
      {user.dateBlocked !== null && <Badge tone="danger">Blocked</Badge>}
    </span>
  )
}
