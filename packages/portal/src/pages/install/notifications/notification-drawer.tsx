import type { NotificationDetails } from '@goodword/client'
import { useMutationOf } from '../../../api/use-mutation-of.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { CodeBlock } from '../../../components/code-block.tsx'
import { Drawer } from '../../../components/overlays/dialog.tsx'
import { useToast } from '../../../components/overlays/toast.tsx'
import { DateTime } from '../../../components/texts/date-time.tsx'
import { ErrorState } from '../../../components/texts/error-state.tsx'
import { KeyValueList } from '../../../components/texts/key-value-list.tsx'
import { Notice } from '../../../components/texts/notice.tsx'
import { TextSkeleton } from '../../../components/texts/skeleton.tsx'
import { State } from '../../../components/texts/state.tsx'

type Props = { readonly notificationId: string | null; readonly onClose: () => void }

const POLL_MS = 3000

export function NotificationDrawer({ notificationId, onClose }: Props) {
  return (
    <Drawer isOpen={notificationId !== null} onClose={onClose} title="Notification" size="wide">
      {notificationId !== null && <Details key={notificationId} notificationId={notificationId} />}
    </Drawer>
  )
}

function Details({ notificationId }: { readonly notificationId: string }) {
  const showToast = useToast()
  const details = useOperation('readNotification', { params: { notificationId } }, { refreshMs: POLL_MS })
  const rerun = useMutationOf('rerunNotification', {
    onSuccess: () => showToast({ text: 'It is processed again.' }),
  })
  if (details.data === undefined) {
    return details.isError ? (
      <ErrorState error={details.error} onRetry={details.refetch} />
    ) : (
      <TextSkeleton label="Notification" lines={10} />
    )
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
          [
            'Kind',
            <code key="kind" className="break-all">
              {it.kind}
            </code>,
          ],
          ['State', <State key="state" kind="notification" value={it.state} />],
          ['What happened', it.message],
          [
            'Customer',
            <code key="customer" className="break-all">
              {it.customerId ?? '–'}
            </code>,
          ],
          [
            'Subscription',
            <code key="subscription" className="break-all">
              {it.subscriptionId ?? '–'}
            </code>,
          ],
          [
            'Account',
            <code key="account" className="break-all">
              {it.accountId ?? '–'}
            </code>,
          ],
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
