import type { AuditEntry } from '@goodword/client'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { Badge } from '../../../components/badge.tsx'
import { Combobox } from '../../../components/combobox.tsx'
import type { Column } from '../../../components/data-table.tsx'
import { DateTime } from '../../../components/date-time.tsx'
import { DayRangeField } from '../../../components/day-range-field.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { ListView } from '../../../lists/list-view.tsx'
import { useList } from '../../../lists/use-list.ts'
import { useListView } from '../../../lists/use-list-view.ts'
import { useOpenedRow } from '../../../lists/use-opened-row.ts'
import { useTenant } from '../../../session/use-tenant.ts'
import { AuditDrawer } from './audit-drawer.tsx'
import { auditFile } from './audit-file.ts'
import { outcomeText } from './audit-outcome.ts'
import { auditActions, auditSentence } from './audit-sentences.ts'
import { ChainState } from './chain-state.tsx'

const route = getRouteApi('/staff/$tenantAlias/settings')

/** Who changed what, when and from where. */
export function AuditTab() {
  const { actor, action } = route.useSearch()
  const [entry, open] = useOpenedRow('entry')
  const navigate = route.useNavigate()
  const view = useListView('date')
  const list = useList('listAuditEntries', {
    query: { actor, action, order: view.order, dateCreated: view.range },
  })
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
        <ListView
          list={list}
          rowsOf={(it) => it.entries}
          noun="entries"
          label="Audit log"
          columns={columns}
          sort={view.headers}
          keyOf={(it) => it.id}
          onOpen={({ id }) => open(id)}
          file={{ columns: auditFile, noun: 'audit entries' }}
          filters={{
            isSet: actor !== undefined || action !== undefined || view.hasDays,
            onClear: () => void navigate({ search: { tab: 'security' } }),
            fields: (
              <>
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
              </>
            ),
          }}
          icon={<ScrollText />}
          empty={{
            title: 'No changes yet',
            children:
              'Every change by your team, and every administrative change by an API key, is listed here.',
          }}
          whenNoneFits="The name must be written exactly as in an entry. Click a name in the list to filter by it."
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
