import type { LoggedDelivery } from '@goodword/client'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { CodeBlock } from '../../components/code-block.tsx'
import { Drawer } from '../../components/overlays/dialog.tsx'
import { DateTime } from '../../components/texts/date-time.tsx'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { KeyValueList } from '../../components/texts/key-value-list.tsx'
import { TextSkeleton } from '../../components/texts/skeleton.tsx'
import { State } from '../../components/texts/state.tsx'
import { attemptErrorText } from './event-words.ts'

type Props = {
  readonly deliveryId: string | null
  /** Whether the receiver is on. */
  readonly isEnabled: boolean
  readonly onClose: () => void
}

const POLL_MS = 2000

export function DeliveryDrawer({ deliveryId, isEnabled, onClose }: Props) {
  return (
    <Drawer isOpen={deliveryId !== null} onClose={onClose} title="Delivery" size="wide">
      {deliveryId !== null && <Details key={deliveryId} deliveryId={deliveryId} isEnabled={isEnabled} />}
    </Drawer>
  )
}

function Details({ deliveryId, isEnabled }: { readonly deliveryId: string; readonly isEnabled: boolean }) {
  const params = { deliveryId }
  const delivery = useOperation('readDelivery', { params }, { refreshMs: POLL_MS })
  const resend = useMutationOf('resendDelivery')
  if (delivery.data === undefined) {
    return delivery.isError ? (
      <ErrorState error={delivery.error} onRetry={delivery.refetch} />
    ) : (
      <TextSkeleton label="Delivery" lines={10} />
    )
  }
  const it = delivery.data
  return (
    <div className="flex flex-col gap-4">
      <KeyValueList
        entries={[
          ['Event', <code key="type">{it.type}</code>],
          ['State', <State key="state" kind="delivery" value={it.state} />],
          [
            'Event ID',
            <code key="event" className="break-all">
              {it.eventId}
            </code>,
          ],
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
  const { date, status, durationMs, error, request, response } = attempt
  return (
    <li className="flex flex-col gap-2">
      <h3 className="font-medium">
        Attempt {number}: {error === null ? `answered ${status ?? ''}` : attemptErrorText(error)}
        {error !== null && status !== null && ` (${status})`}
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
