import type { AuditEntry } from '@goodword/client'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useContext } from 'react'
import { useList } from '../../../api/use-list.ts'
import { Badge } from '../../../components/badge.tsx'
import { type Column, DataTable } from '../../../components/data-table.tsx'
import { DateField } from '../../../components/date-field.tsx'
import { DateTime, TimeZone } from '../../../components/date-time.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { FilterBar } from '../../../components/filter-bar.tsx'
import { Pagination } from '../../../components/pagination.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { actorText } from '../../../format/actor-text.ts'
import { timeInZone } from '../../../format/zoned-time.ts'
import { AuditDrawer } from './audit-drawer.tsx'
import { actionText, outcomeText } from './audit-words.ts'
import { ChainState } from './chain-state.tsx'

const route = getRouteApi('/staff/$tenantAlias/settings')

/** Who changed what, when and from where. */
export function AuditTab() {
  const { actor, action, from, to, entry } = route.useSearch()
  const navigate = route.useNavigate()
  const timeZone = useContext(TimeZone)
  const dateCreated = rangeOf(from, to, timeZone)
  const list = useList('listAuditEntries', { query: { actor, action, dateCreated } })
  const filter = (change: { actor?: string; action?: string; from?: string; to?: string }) =>
    void navigate({ search: { tab: 'security', actor, action, from, to, ...clean(change) } })
  const isFiltered = [actor, action, from, to].some((it) => it !== undefined)
  const open = (id: string | undefined) => void navigate({ search: (it) => ({ ...it, entry: id }) })
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-2xl text-soft">
        Your own password, second factor, passkeys and sessions are under{' '}
        <Link to="/account" className="text-link underline">
          your account
        </Link>
        .
      </p>
      <ChainState />
      <section aria-labelledby="audit-log">
        <h2 id="audit-log" className="mb-3 text-base font-semibold">
          Audit log
        </h2>
        <FilterBar isFiltered={isFiltered} onClear={() => void navigate({ search: { tab: 'security' } })}>
          <SearchField label="Actor, exactly" value={actor ?? ''} onChange={(it) => filter({ actor: it })} />
          <SearchField
            label="Action, exactly"
            value={action ?? ''}
            onChange={(it) => filter({ action: it })}
          />
          <DateField
            label="From"
            hasHiddenLabel
            value={from ?? null}
            onChange={(it) => filter({ from: it ?? '' })}
          />
          <DateField
            label="To"
            hasHiddenLabel
            value={to ?? null}
            onChange={(it) => filter({ to: it ?? '' })}
          />
        </FilterBar>
        {list.isError ? (
          <ErrorState error={list.error} onRetry={list.refetch} />
        ) : (
          <>
            <DataTable
              label="Audit log"
              columns={columns}
              rows={list.data?.entries}
              keyOf={(it) => it.id}
              isStale={list.isPlaceholderData}
              onOpen={({ id }) => open(id)}
              empty={<NoEntries isFiltered={isFiltered} />}
            />
            <Pagination pages={list.pages} totalCount={list.data?.totalCount} noun="entries" />
          </>
        )}
      </section>
      <AuditDrawer
        entry={list.data?.entries.find((it) => it.id === entry) ?? null}
        onClose={() => open(undefined)}
      />
    </div>
  )
}

const columns: readonly Column<AuditEntry>[] = [
  {
    name: 'action',
    label: 'Action',
    isTitle: true,
    cell: (it) => (
      <Link
        from="/$tenantAlias/settings"
        to="."
        search={(search) => ({ ...search, entry: it.id })}
        className="break-words hover:underline"
      >
        {actionText(it.action)}
      </Link>
    ),
  },
  {
    name: 'actor',
    label: 'By',
    cell: (it) => (
      <Link
        from="/$tenantAlias/settings"
        to="."
        search={(search) => ({ ...search, actor: it.actor, cursor: undefined })}
        title="Show what this actor did"
        className="break-all hover:underline"
      >
        {actorText(it.actor)}
      </Link>
    ),
  },
  {
    name: 'outcome',
    label: 'Outcome',
    cell: ({ details }) => {
      const text = outcomeText(details)
      return text === null ? 'Done' : <Badge tone="neutral">{text}</Badge>
    },
  },
  { name: 'address', label: 'From', cell: (it) => <span className="break-all">{it.address ?? '–'}</span> },
  { name: 'date', label: 'When', cell: (it) => <DateTime at={it.dateCreated} /> },
]

function NoEntries({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon={<ScrollText />} title="No entry fits these filters">
      Actor and action must be written exactly as in an entry. Click an actor in the list to filter by it.
    </EmptyState>
  ) : (
    <EmptyState icon={<ScrollText />} title="No changes yet">
      Every change by your team, and every administrative change by an API key, is listed here.
    </EmptyState>
  )
}

/** An emptied filter is none. */
function clean<Change extends Readonly<Record<string, string | undefined>>>(change: Change) {
  return Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value || undefined]))
}

const DAY_MS = 86_400_000

/** `from,to` of the API; the last day is included. Undefined without a day that can be read. */
function rangeOf(from: string | undefined, to: string | undefined, timeZone: string): string | undefined {
  const [start, end] = [from, to].map((it) => (it === undefined ? Number.NaN : timeInZone(it, timeZone)))
  const first = Number.isNaN(start) ? 0 : start
  if (end === undefined || Number.isNaN(end)) return first === 0 ? undefined : String(first)
  return `${first},${end + DAY_MS - 1}`
}
