import type { AuditEntry } from '@goodword/client'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useContext } from 'react'
import { useList } from '../../../api/use-list.ts'
import { Badge } from '../../../components/badge.tsx'
import { Combobox } from '../../../components/combobox.tsx'
import { type Column, DataTable } from '../../../components/data-table.tsx'
import { DateField } from '../../../components/date-field.tsx'
import { DateTime, TimeZone } from '../../../components/date-time.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { ErrorState } from '../../../components/error-state.tsx'
import { FilterBar } from '../../../components/filter-bar.tsx'
import { Pagination } from '../../../components/pagination.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { timeInZone } from '../../../format/zoned-time.ts'
import { useTenant } from '../../../session/use-tenant.ts'
import { AuditDrawer } from './audit-drawer.tsx'
import { outcomeText } from './audit-outcome.ts'
import { auditActions, auditSentence } from './audit-sentences.ts'
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
      <SignInsElsewhere />
      <ChainState />
      <section aria-labelledby="audit-log">
        <h2 id="audit-log" className="mb-3 text-base font-semibold">
          Audit log
        </h2>
        <FilterBar isFiltered={isFiltered} onClear={() => void navigate({ search: { tab: 'security' } })}>
          <SearchField label="Who, exactly" value={actor ?? ''} onChange={(it) => filter({ actor: it })} />
          <Combobox
            label="What was done"
            hasHiddenLabel
            options={[{ value: ANYTHING, label: 'Anything' }, ...actions]}
            value={action ?? ANYTHING}
            onChange={(it) => filter({ action: it === ANYTHING ? '' : it })}
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

/** Where sign-ins are, which belong to no program: the log of the merchant's oldest live one. */
function SignInsElsewhere() {
  const tenant = useTenant()
  const home = tenant?.merchant.programs.find((it) => it.live !== null)?.live ?? null
  if (tenant === null || home === null || tenant.alias === home) return null
  return (
    <p className="max-w-2xl text-soft">
      Sign-ins, and what people change of their own access, are in the{' '}
      <Link
        to="/$tenantAlias/settings"
        params={{ tenantAlias: home }}
        search={{ tab: 'security' }}
        className="text-link underline"
      >
        log of {home}
      </Link>
      .
    </p>
  )
}

const ANYTHING = 'anything'
const actions = auditActions()

const columns: readonly Column<AuditEntry>[] = [
  {
    name: 'entry',
    label: 'Who did what',
    isTitle: true,
    cell: (it) => <Sentence entry={it} />,
  },
  { name: 'address', label: 'From', cell: (it) => <span className="break-all">{it.address ?? '–'}</span> },
  { name: 'date', label: 'When', cell: (it) => <DateTime at={it.dateCreated} /> },
]

/** The actor leads to what else they did, the rest to the entry. */
function Sentence({ entry }: { readonly entry: AuditEntry }) {
  const { actor, text } = auditSentence(entry)
  const outcome = outcomeText(entry.details)
  return (
    <span className="block">
      <Link
        from="/$tenantAlias/settings"
        to="."
        search={(search) => ({ ...search, actor: entry.actor, cursor: undefined })}
        title="Show what this actor did"
        className="font-medium hover:underline"
      >
        <bdi>{actor}</bdi>
      </Link>{' '}
      <Link
        from="/$tenantAlias/settings"
        to="."
        search={(search) => ({ ...search, entry: entry.id })}
        className="font-normal hover:underline"
      >
        {text}
      </Link>
      {outcome !== null && (
        <span className="mt-1 block">
          <Badge tone="neutral">{outcome}</Badge>
        </span>
      )}
    </span>
  )
}

function NoEntries({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon={<ScrollText />} title="No entry fits these filters">
      The name must be written exactly as in an entry. Click a name in the list to filter by it.
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
