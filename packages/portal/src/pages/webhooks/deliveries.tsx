import type { Delivery, Receiver } from '@goodword/client'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import type { Column } from '../../components/data-table.tsx'
import { DateTime } from '../../components/date-time.tsx'
import { DayRangeField } from '../../components/day-range-field.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { Select } from '../../components/select.tsx'
import { State, stateOptions } from '../../components/state.tsx'
import { ListView } from '../../lists/list-view.tsx'
import { SaveList } from '../../lists/save-list.tsx'
import { useList } from '../../lists/use-list.ts'
import { useListView } from '../../lists/use-list-view.ts'
import { DeliveryDrawer } from './delivery-drawer.tsx'
import { deliveryFile } from './delivery-file.ts'
import { attemptErrorText } from './event-words.ts'

const route = getRouteApi('/staff/$tenantAlias/webhooks/$webhookId')
const POLL_MS = 5000

const columns: readonly Column<Delivery>[] = [
  {
    name: 'type',
    label: 'Event',
    isTitle: true,
    cell: (it) => (
      <Link
        from="/$tenantAlias/webhooks/$webhookId"
        to="."
        search={(search) => ({ ...search, delivery: it.id })}
        className="font-mono text-[0.8125rem] hover:underline"
      >
        {it.type}
      </Link>
    ),
  },
  { name: 'state', label: 'State', cell: (it) => <State kind="delivery" value={it.state} /> },
  { name: 'answer', label: 'Last answer', cell: lastAnswer },
  { name: 'attempts', label: 'Attempts', isNumeric: true, cell: (it) => it.attempts.length.toLocaleString() },
  { name: 'next', label: 'Next attempt', cell: (it) => <DateTime at={it.nextAttempt} /> },
  { name: 'created', label: 'Created', sortBy: 'created', cell: (it) => <DateTime at={it.dateCreated} /> },
]

/** What was sent to a receiver, and what it answered. */
export function Deliveries({ receiver }: { readonly receiver: Receiver }) {
  const { state, delivery } = route.useSearch()
  const navigate = route.useNavigate()
  const view = useListView('created')
  const isFiltered = state !== undefined || view.hasDays
  const list = useList(
    'listDeliveries',
    { params: { webhookId: receiver.id }, query: { state, order: view.order, dateCreated: view.range } },
    { refreshMs: POLL_MS },
  )
  const open = (id: string | undefined) => void navigate({ search: (it) => ({ ...it, delivery: id }) })
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries" className="mb-1 text-base font-semibold">
        Deliveries
      </h2>
      <p className="mb-3 text-soft">
        Each event on its way to this address. A failed one is tried up to 12 times in about three days.
        Deliveries are kept for 30 days.
      </p>
      <FilterBar
        isFiltered={isFiltered}
        onClear={() => void navigate({ search: {} })}
        actions={
          <SaveList list={list} rowsOf={(it) => it.deliveries} columns={deliveryFile} noun="deliveries" />
        }
      >
        <Select
          label="State"
          hasHiddenLabel
          empty="Any state"
          options={stateOptions('delivery')}
          value={state ?? null}
          onChange={(it) => view.filter({ state: it ?? undefined })}
        />
        <DayRangeField label="Created" {...view.days} onChange={view.setDays} />
      </FilterBar>
      <ListView
        list={list}
        noun="deliveries"
        label="Deliveries"
        columns={columns}
        sort={view.headers}
        rows={list.data?.deliveries}
        keyOf={(it) => it.id}
        onOpen={({ id }) => open(id)}
        empty={
          isFiltered ? (
            <EmptyState icon={<Send />} title="No delivery fits these filters">
              Change or clear the filters to see others.
            </EmptyState>
          ) : (
            <EmptyState icon={<Send />} title="Nothing was sent yet">
              The next event of the program appears here. Send a test event to try the address now.
            </EmptyState>
          )
        }
      />
      <DeliveryDrawer
        deliveryId={delivery ?? null}
        isEnabled={receiver.enabled}
        onClose={() => open(undefined)}
      />
    </section>
  )
}

function lastAnswer({ attempts }: Delivery): string {
  const last = attempts.at(-1)
  if (last === undefined) return '–'
  return last.status === null ? (attemptErrorText(last.error) ?? '–') : String(last.status)
}
