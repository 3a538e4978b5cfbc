import type { Notification, NotificationDetails } from '@goodword/client'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { useConnection } from '../../../api/use-connection.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import type { Column } from '../../../components/data-table.tsx'
import { CodeBlock } from '../../../components/fields/copy-field.tsx'
import { Drawer } from '../../../components/overlays/dialog.tsx'
import { useMutationWithToast } from '../../../components/overlays/use-mutation-with-toast.ts'
import { DateTime } from '../../../components/texts/date-time.tsx'
import { ErrorState, Unread } from '../../../components/texts/error-state.tsx'
import { codeEntry, KeyValueList } from '../../../components/texts/key-value-list.tsx'
import { Notice } from '../../../components/texts/notice.tsx'
import { State, stateOptions } from '../../../components/texts/state.tsx'
import { count } from '../../../format/number-text.ts'
import { FilterSelect } from '../../../lists/filter-select.tsx'
import { ListView } from '../../../lists/list-view.tsx'
import { useList } from '../../../lists/use-list.ts'
import { useOpenedRow } from '../../../lists/use-opened-row.ts'

const route = getRouteApi('/staff/$tenantAlias/install')
const POLL_MS = 5000

/** The notifications of the payment processor with their outcomes. */
export function NotificationsTab() {
  const { state, kind } = route.useSearch()
  const [notification, open] = useOpenedRow('notification')
  const navigate = route.useNavigate()
  const list = useList('listNotifications', { query: { state, kind } }, { refreshMs: POLL_MS })
  return (
    <>
      <p className="mb-4 max-w-2xl text-soft">
        The payment processor sends a notification when something happens to a subscription, such as a
        payment. They are kept for 90 days. Processing one again is safe: nothing is charged, discounted or
        rewarded twice.
      </p>
      <Rejected {...list.data?.rejected} />
      <ListView
        list={list}
        rowsOf={(it) => it.notifications}
        noun="notifications"
        label="Notifications"
        columns={columns}
        keyOf={(it) => it.id}
        onOpen={({ id }) => open(id)}
        filters={{
          isSet: state !== undefined || kind !== undefined,
          onClear: () => void navigate({ search: { tab: 'notifications' } }),
          fields: (
            <>
              <FilterSelect
                label="State"
                options={stateOptions('notification')}
                value={state}
                onChange={(it) => void navigate({ search: { tab: 'notifications', kind, state: it } })}
              />
              <KindFilter />
            </>
          ),
        }}
        icon={<Bell />}
        empty={{
          title: 'No notifications yet',
          children:
            'They appear here when the payment processor sends the first one. Authorize says how its webhook is set up.',
        }}
      />
      <NotificationDrawer notificationId={notification ?? null} onClose={() => open(undefined)} />
    </>
  )
}

const columns: readonly Column<Notification>[] = [
  {
    name: 'kind',
    label: 'Kind',
    isTitle: true,
    cell: (it) => (
      <Link
        from="/$tenantAlias/install"
        to="."
        search={(search) => ({ ...search, notification: it.id })}
        className="font-mono text-[0.8125rem] break-all hover:underline"
      >
        {it.kind}
      </Link>
    ),
  },
  { name: 'state', label: 'State', cell: (it) => <State kind="notification" value={it.state} /> },
  { name: 'message', label: 'What happened', cell: (it) => it.message },
  {
    name: 'customer',
    label: 'Customer',
    cell: (it) => <code className="break-all">{it.customerId ?? '–'}</code>,
  },
  { name: 'received', label: 'Received', cell: (it) => <DateTime at={it.dateReceived} /> },
]

function KindFilter() {
  const { state, kind } = route.useSearch()
  const navigate = route.useNavigate()
  const connection = useConnection()
  const known = (connection.data?.notificationKinds ?? []).map((it) => it.kind)
  const kinds = kind === undefined || known.includes(kind) ? known : [kind, ...known]
  return (
    <FilterSelect
      label="Kind"
      options={kinds.map((it) => ({ value: it, label: it }))}
      value={kind}
      onChange={(it) => void navigate({ search: { tab: 'notifications', state, kind: it } })}
    />
  )
}

function Rejected({ count: number = 0, dateLast = null }: { count?: number; dateLast?: number | null }) {
  if (number === 0) return null
  return (
    <div className="mb-4">
      <Notice kind="warning" title={`${count(number, 'request')} with a wrong signature`}>
        The last one came on <DateTime at={dateLast} />. They are not stored. Check that the webhook belongs
        to the connected account.
      </Notice>
    </div>
  )
}

type DrawerProps = { readonly notificationId: string | null; readonly onClose: () => void }

const DRAWER_POLL_MS = 3000

function NotificationDrawer({ notificationId, onClose }: DrawerProps) {
  return (
    <Drawer isOpen={notificationId !== null} onClose={onClose} title="Notification" size="wide">
      {notificationId !== null && <Details key={notificationId} notificationId={notificationId} />}
    </Drawer>
  )
}

function Details({ notificationId }: { readonly notificationId: string }) {
  const details = useOperation(
    'readNotification',
    { params: { notificationId } },
    { refreshMs: DRAWER_POLL_MS },
  )
  const rerun = useMutationWithToast('rerunNotification', { done: 'It is processed again.' })
  if (details.data === undefined) {
    return <Unread query={details} label="Notification" lines={10} />
  }
  const it = details.data
  return (
    <div className="flex flex-col gap-4">
      <Facts details={it} />
      {rerun.isError && <ErrorState error={rerun.error} />}
      <div>
        <Button isBusy={rerun.isPending} onClick={() => rerun.mutate({ params: { notificationId } })}>
          Process it again
        </Button>
      </div>
      {it.payload === null ? (
        <p className="text-soft">
          The payload is not kept any more: it is removed after 30 days, and when the customer is erased.
        </p>
      ) : (
        <CodeBlock label="Payload" code={it.payload} />
      )}
    </div>
  )
}

function Facts({ details: it }: { readonly details: NotificationDetails }) {
  const { reconciliation } = it
  const error = it.lastError ?? reconciliation?.lastError ?? null
  return (
    <>
      {error !== null && (
        <Notice kind="warning" title="The last attempt failed">
          {error}
        </Notice>
      )}
      <KeyValueList
        entries={[
          codeEntry('Kind', it.kind),
          ['State', <State key="state" kind="notification" value={it.state} />],
          ['What happened', it.message],
          codeEntry('Customer', it.customerId),
          codeEntry('Subscription', it.subscriptionId),
          codeEntry('Account', it.accountId),
          ['Sent, by the processor’s clock', <DateTime key="sent" at={it.dateSent} />],
          ['Received', <DateTime key="received" at={it.dateReceived} />],
          ['Processed', <DateTime key="processed" at={it.dateProcessed} />],
          ['Bills', reconciliationText(reconciliation)],
        ]}
      />
    </>
  )
}

function reconciliationText(reconciliation: NotificationDetails['reconciliation']): string {
  switch (reconciliation?.state) {
    case undefined:
      return 'Nothing is pending for this customer.'
    case 'FAILED':
      return 'Comparing them with the processor failed, and was given up.'
    case 'RUNNING':
      return 'They are being compared with the processor.'
    case 'WAITING':
      return 'They are compared with the processor later, or again.'
  }
}
