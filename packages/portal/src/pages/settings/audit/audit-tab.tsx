import type { AuditEntry } from '@goodword/client'
import { type Columns, timeCell } from '@goodword/domain/files/csv-record'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useOperation } from '../../../api/use-operation.ts'
import type { Column } from '../../../components/data-table.tsx'
import { Combobox } from '../../../components/fields/combobox.tsx'
import { CodeBlock, CopyField } from '../../../components/fields/copy-field.tsx'
import { DayRangeField } from '../../../components/fields/day-range-field.tsx'
import { SearchField } from '../../../components/fields/search-field.tsx'
import { ProgramLink } from '../../../components/links.tsx'
import { Drawer } from '../../../components/overlays/dialog.tsx'
import { PlainSection, Section } from '../../../components/page.tsx'
import { Badge } from '../../../components/texts/badge.tsx'
import { DateTime } from '../../../components/texts/date-time.tsx'
import { codeEntry, KeyValueList } from '../../../components/texts/key-value-list.tsx'
import { ListView } from '../../../lists/list-view.tsx'
import { useList } from '../../../lists/use-list.ts'
import { useListView } from '../../../lists/use-list-view.ts'
import { useOpenedRow } from '../../../lists/use-opened-row.ts'
import { useTenant } from '../../../session/use-session.ts'
import { auditActions, auditSentence, outcomeText } from './audit-sentences.ts'

const route = getRouteApi('/staff/$tenantAlias/settings')

/** The audit log as a file: each entry as a sentence and as it is stored, with its place in the chain. */
const auditFile: Columns<AuditEntry> = {
  dateCreated: (it) => timeCell(it.dateCreated),
  actor: (it) => it.actor,
  whatWasDone: (it) => auditSentence(it).text,
  action: (it) => it.action,
  subject: (it) => it.subject,
  accountId: (it) => it.accountId,
  details: (it) => JSON.stringify(it.details),
  address: (it) => it.address,
  userAgent: (it) => it.userAgent,
  sequence: (it) => it.sequence,
  hash: (it) => it.hash,
  id: (it) => it.id,
}

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
      <PlainSection title="Audit log">
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
      </PlainSection>
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

type Props = { readonly entry: AuditEntry | null; readonly onClose: () => void }

function AuditDrawer({ entry, onClose }: Props) {
  return (
    <Drawer isOpen={entry !== null} onClose={onClose} title="Entry of the audit log" size="wide">
      {entry !== null && <Entry entry={entry} />}
    </Drawer>
  )
}

function Entry({ entry: it }: { readonly entry: AuditEntry }) {
  const { actor, text } = auditSentence(it)
  return (
    <div className="flex flex-col gap-4">
      <p className="font-medium break-words">{`${actor} ${text}.`}</p>
      <KeyValueList
        entries={[
          codeEntry('Action', it.action),
          [
            'Actor',
            <span key="actor" className="break-all">
              {it.actor}
            </span>,
          ],
          codeEntry('Changed', it.subject ?? 'The program'),
          it.accountId !== null && ['Account', <RewardedAccount key="account" accountId={it.accountId} />],
          ['When', <DateTime key="date" at={it.dateCreated} />],
          [
            'Address',
            <span key="address" className="break-all">
              {it.address ?? '–'}
            </span>,
          ],
          [
            'Browser',
            <span key="agent" className="break-all">
              {it.userAgent ?? '–'}
            </span>,
          ],
          ['Number', it.sequence?.toLocaleString() ?? '–'],
          codeEntry('Hash', it.hash),
          codeEntry('Hash before it', it.previousHash),
        ]}
      />
      <CodeBlock label="Details" code={JSON.stringify(it.details, null, 2)} />
    </div>
  )
}

/** Links to the account whose reward was given, redeemed or cancelled. */
function RewardedAccount({ accountId }: { readonly accountId: string }) {
  return (
    <ProgramLink page="rewards" search={{ accountId }} className="break-all text-link underline">
      <bdi>{accountId}</bdi>
    </ProgramLink>
  )
}

/** The hash of the newest entry, by which later changes of the log can be found. */
function ChainState() {
  const newest = useOperation('listAuditEntries', { query: { limit: 1 } })
  const entry = newest.data?.entries[0]
  if (entry === undefined || entry.hash === null) return null
  return (
    <Section title="Newest hash">
      <div className="flex max-w-3xl flex-col gap-3">
        <p className="text-soft">
          Entries can only be added. Each one has a hash over its content and the hash of the entry before it,
          so that a changed or removed entry shows. Note this hash at a place outside of this service: with it
          your operator can prove later (<code>audit verify</code>) that nothing up to entry{' '}
          {entry.sequence?.toLocaleString()} was changed.
        </p>
        <CopyField label="Number and hash" value={`${entry.sequence ?? ''}:${entry.hash}`} hasHiddenLabel />
      </div>
    </Section>
  )
}
