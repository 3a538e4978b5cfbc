import type { Delivery, LoggedDelivery, Receiver } from '@goodword/client'
import { type Columns, timeCell } from '@goodword/domain/files/csv-record'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Send } from 'lucide-react'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/data-table.tsx'
import { CodeBlock } from '../../components/fields/copy-field.tsx'
import { DayRangeField } from '../../components/fields/day-range-field.tsx'
import { Drawer } from '../../components/overlays/dialog.tsx'
import { DateTime } from '../../components/texts/date-time.tsx'
import { ErrorState, Unread } from '../../components/texts/error-state.tsx'
import { codeEntry, KeyValueList } from '../../components/texts/key-value-list.tsx'
import { State, stateOptions } from '../../components/texts/state.tsx'
import { count } from '../../format/number-text.ts'
import { FilterSelect } from '../../lists/filter-select.tsx'
import { ListView } from '../../lists/list-view.tsx'
import { useList } from '../../lists/use-list.ts'
import { useListView } from '../../lists/use-list-view.ts'
import { useOpenedRow } from '../../lists/use-opened-row.ts'
import { attemptText } from './event-words.ts'

const route = getRouteApi('/staff/$tenantAlias/webhooks/$webhookId')

const POLL_MS = 5000

const deliveryFile: Columns<Delivery> = {
  type: (it) => it.type,
  state: (it) => it.state,
  lastStatus: (it) => it.attempts.at(-1)?.status ?? null,
  lastError: (it) => it.attempts.at(-1)?.error ?? null,
  attempts: (it) => it.attempts.length,
  dateCreated: (it) => timeCell(it.dateCreated),
  dateNextAttempt: (it) => timeCell(it.nextAttempt),
  eventId: (it) => it.eventId,
  id: (it) => it.id,
}

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
  { name: 'state', label: 'State', cell: (it) => <Course delivery={it} /> },
  { name: 'created', label: 'Created', sortBy: 'created', cell: (it) => <DateTime at={it.dateCreated} /> },
]

/** The deliveries to a receiver, with its answers. */
export function Deliveries({ receiver }: { readonly receiver: Receiver }) {
  const { state } = route.useSearch()
  const [delivery, open] = useOpenedRow('delivery')
  const navigate = route.useNavigate()
  const view = useListView('created')
  const list = useList(
    'listDeliveries',
    { params: { webhookId: receiver.id }, query: { state, order: view.order, dateCreated: view.range } },
    { refreshMs: POLL_MS },
  )
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries" className="mb-1 text-base font-semibold">
        Deliveries
      </h2>
      <p className="mb-3 text-soft">
        Each event on its way to this address. A failed one is tried up to 12 times in about three days.
        Deliveries are kept for 30 days.
      </p>
      <ListView
        list={list}
        rowsOf={(it) => it.deliveries}
        noun="deliveries"
        label="Deliveries"
        columns={columns}
        sort={view.headers}
        keyOf={(it) => it.id}
        onOpen={({ id }) => open(id)}
        file={{ columns: deliveryFile }}
        filters={{
          isSet: state !== undefined || view.hasDays,
          onClear: () => void navigate({ search: {} }),
          fields: (
            <>
              <FilterSelect
                label="State"
                options={stateOptions('delivery')}
                value={state}
                onChange={(it) => view.filter({ state: it })}
              />
              <DayRangeField label="Created" {...view.days} onChange={view.setDays} />
            </>
          ),
        }}
        icon={<Send />}
        empty={{
          title: 'Nothing was sent yet',
          children: 'The next event of the program appears here. Send a test event to try the address now.',
        }}
      />
      <Drawer isOpen={delivery !== undefined} onClose={() => open(undefined)} title="Delivery" size="wide">
        {delivery !== undefined && (
          <Details key={delivery} deliveryId={delivery} isEnabled={receiver.enabled} />
        )}
      </Drawer>
    </section>
  )
}

/** The state, and beside a delivery that has not arrived why, and when it is tried again. */
function Course({ delivery: { state, attempts, nextAttempt } }: { readonly delivery: Delivery }) {
  const last = attempts.at(-1)
  return (
    <>
      <State kind="delivery" value={state} />
      {state !== 'SUCCEEDED' && (
        <span className="mt-1 block text-xs text-soft">
          {last !== undefined && `${attemptText(last)}, ${count(attempts.length, 'attempt')}. `}
          {nextAttempt !== null && (
            <>
              Next attempt <DateTime at={nextAttempt} />.
            </>
          )}
        </span>
      )}
    </>
  )
}

const DRAWER_POLL_MS = 2000

function Details({ deliveryId, isEnabled }: { readonly deliveryId: string; readonly isEnabled: boolean }) {
  const params = { deliveryId }
  const delivery = useOperation('readDelivery', { params }, { refreshMs: DRAWER_POLL_MS })
  const resend = useMutationOf('resendDelivery')
  if (delivery.data === undefined) {
    return <Unread query={delivery} label="Delivery" lines={10} />
  }
  const it = delivery.data
  return (
    <div className="flex flex-col gap-4">
      <KeyValueList
        entries={[
          ['Event', <code key="type">{it.type}</code>],
          ['State', <State key="state" kind="delivery" value={it.state} />],
          codeEntry('Event ID', it.eventId),
          ['Created', <DateTime key="created" at={it.dateCreated} />],
          ['Next attempt', <DateTime key="next" at={it.nextAttempt} />],
        ]}
      />
      {resend.isError && <ErrorState error={resend.error} />}
      <div>
        <Button isBusy={resend.isPending} disabled={!isEnabled} onClick={() => resend.mutate({ params })}>
          {it.state === 'PENDING' ? 'Send it now' : 'Send it again'}
        </Button>
      </div>
      {it.attempts.length === 0 ? (
        <p className="text-soft">Not sent yet. The request and its answer appear here.</p>
      ) : (
        <ol aria-label="Attempts, newest first" className="flex flex-col gap-6">
          {it.attempts
            .map((attempt, index) => <Attempt key={attempt.date} attempt={attempt} number={index + 1} />)
            .reverse()}
        </ol>
      )}
    </div>
  )
}

type AttemptProps = { readonly attempt: LoggedDelivery['attempts'][number]; readonly number: number }

function Attempt({ attempt, number }: AttemptProps) {
  const { date, durationMs, request, response } = attempt
  return (
    <li className="flex flex-col gap-2">
      <h3 className="font-medium">
        Attempt {number}: {attemptText(attempt)}
      </h3>
      <p className="text-xs text-soft">
        <DateTime at={date} />, {durationMs.toLocaleString()} ms
      </p>
      <CodeBlock label="Request" code={request} />
      {response === null ? (
        <p className="text-soft">There was no answer.</p>
      ) : (
        <CodeBlock label="Answer" code={response} />
      )}
    </li>
  )
}
