import type { User } from '@goodword/client'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useCallback } from 'react'
import { useList } from '../../api/use-list.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { DateTime } from '../../components/date-time.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { Page } from '../../components/page.tsx'
import { Pagination } from '../../components/pagination.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { personName } from '../../format/person-name.ts'

const route = getRouteApi('/staff/$tenantAlias/participants')

const columns: readonly Column<User>[] = [
  { name: 'name', label: 'Name', isTitle: true, cell: (it) => <ParticipantLink user={it} /> },
  { name: 'email', label: 'E-mail', cell: (it) => it.email ?? '–' },
  { name: 'account', label: 'Account', cell: (it) => it.accountId },
  { name: 'code', label: 'Code', cell: (it) => <code>{it.referralCode}</code> },
  { name: 'since', label: 'Since', cell: (it) => <DateTime at={it.dateCreated} isDay /> },
]

export function ParticipantsPage() {
  const { query } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useList('listUsers', { query: { query } })
  const search = useCallback(
    (text: string) => void navigate({ search: text === '' ? {} : { query: text }, replace: true }),
    [navigate],
  )
  return (
    <Page title="Participants" description="Everyone who can refer others, and everyone who was referred.">
      <FilterBar isFiltered={query !== undefined} onClear={() => search('')}>
        <SearchField label="Search by name, e-mail, ID or code" value={query ?? ''} onChange={search} />
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
                title={query === undefined ? 'No participants yet' : 'No one was found'}
              >
                {query === undefined
                  ? 'They appear when your page or your server first identifies them.'
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

function ParticipantLink({ user }: { readonly user: User }) {
  const { tenantAlias } = route.useParams()
  return (
    <Link
      to="/$tenantAlias/participants/$accountId/$userId"
      params={{ tenantAlias, accountId: user.accountId, userId: user.id }}
      className="font-medium hover:underline"
    >
      {personName(user)}
    </Link>
  )
}
