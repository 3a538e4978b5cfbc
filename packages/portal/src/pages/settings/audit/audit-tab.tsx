import type { AuditEntry } from '@goodword/client'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { Badge } from '../../../components/badge.tsx'
import { Combobox } from '../../../components/combobox.tsx'
import type { Column } from '../../../components/data-table.tsx'
import { DateTime } from '../../../components/date-time.tsx'
import { DayRangeField } from '../../../components/day-range-field.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { FilterBar } from '../../../components/filter-bar.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { ListView } from '../../../lists/list-view.tsx'
import { SaveList } from '../../../lists/save-list.tsx'
import { useList } from '../../../lists/use-list.ts'
import { useListView } from '../../../lists/use-list-view.ts'
import { useTenant } from '../../../session/use-tenant.ts'
import { AuditDrawer } from './audit-drawer.tsx'
import { auditFile } from './audit-file.ts'
import { outcomeText } from './audit-outcome.ts'
import { auditActions, auditSentence } from './audit-sentences.ts'
import { ChainState } from './chain-state.tsx'

const route = getRouteApi('/staff/$tenantAlias/settings')

/** Who changed what, when and from where. */
export function AuditTab() {
  const { actor, action, entry } = route.useSearch()
  const navigate = route.useNavigate()
  const view = useListView('date')
  const list = useList('listAuditEntries', {
    query: { actor, action, order: view.order, dateCreated: view.range },
  })
  const isFiltered = actor !== undefined || action !== undefined || view.hasDays
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
        <FilterBar
          isFiltered={isFiltered}
          onClear={() => void navigate({ search: { tab: 'security' } })}
          actions={
            <SaveList list={list} rowsOf={(it) => it.entries} columns={auditFile} noun="audit entries" />
          }
        >
          <SearchField
            label="Who, exactly"
            value={actor ?? ''}
            onChange={(it) => view.filter({ actor: it === '' ? undefined : it })}
          />
          <Combobox
            label="What was done"
            hasHiddenLabel
            options={[{ value: ANYTHING, label: 'Anything' }, ...actions]}
            value={action ?? ANYTHING}
            onChange={(it) => view.filter({ action: it === ANYTHING ? undefined : it })}
          />
          <DayRangeField label="Done" {...view.days} onChange={view.setDays} />
        </FilterBar>
        <ListView
          list={list}
          noun="entries"
          label="Audit log"
          columns={columns}
          sort={view.headers}
          rows={list.data?.entries}
          keyOf={(it) => it.id}
          onOpen={({ id }) => open(id)}
          empty={<NoEntries isFiltered={isFiltered} />}
        />
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
  { name: 'date', label: 'When', sortBy: 'date', cell: (it) => <DateTime at={it.dateCreated} /> },
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
