import type { Receiver } from '@goodword/client'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { type Secret, ShownOnce } from '../../components/overlays/shown-once.tsx'
import { useToast } from '../../components/overlays/toast.tsx'
import { Page } from '../../components/page.tsx'
import { DateTime } from '../../components/texts/date-time.tsx'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { NoPermission } from '../../components/texts/no-permission.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { TextSkeleton } from '../../components/texts/skeleton.tsx'
import { useRole } from '../../session/use-session.ts'
import { Deliveries } from './deliveries.tsx'
import { disabledText, typesText } from './event-words.ts'
import { WebhookActions } from './webhook-actions.tsx'

const route = getRouteApi('/staff/$tenantAlias/webhooks/$webhookId')
/** The time for which the previous secret signs as well. */
const TWO_SECRETS_MS = 86_400_000

export function WebhookPage() {
  const { tenantAlias } = route.useParams()
  const { canWrite } = useRole()
  const breadcrumb = [{ label: 'Webhooks', to: '/$tenantAlias/webhooks', params: { tenantAlias } }] as const
  if (canWrite) return <ReceiverPage breadcrumb={breadcrumb} />
  return (
    <Page title="Webhook" breadcrumb={breadcrumb}>
      <NoPermission roles="owners and admins">Webhooks send data to other systems.</NoPermission>
    </Page>
  )
}

type Breadcrumb = Parameters<typeof Page>[0]['breadcrumb']

function ReceiverPage({ breadcrumb = [] }: { readonly breadcrumb?: Breadcrumb }) {
  const { webhookId } = route.useParams()
  const receiver = useOperation('readWebhook', { params: { webhookId } })
  const [secret, setSecret] = useState<Secret | null>(null)
  if (receiver.data === undefined) {
    return (
      <Page title="Webhook" breadcrumb={breadcrumb}>
        {receiver.isError ? (
          <ErrorState error={receiver.error} onRetry={receiver.refetch} />
        ) : (
          <TextSkeleton label="Webhook" lines={8} />
        )}
      </Page>
    )
  }
  const it = receiver.data
  return (
    <Page
      title="Webhook"
      heading={<span className="break-all">{it.url}</span>}
      description={<Settings receiver={it} />}
      breadcrumb={breadcrumb}
      actions={<WebhookActions receiver={it} onSecret={setSecret} />}
    >
      {secret !== null && <ShownOnce secret={secret} onDone={() => setSecret(null)} />}
      <div className="flex flex-col gap-6">
        {!it.enabled && <DisabledNotice receiver={it} />}
        <Deliveries receiver={it} />
      </div>
    </Page>
  )
}

function DisabledNotice({ receiver }: { readonly receiver: Receiver }) {
  const showToast = useToast()
  const enable = useMutationOf('updateWebhook', {
    onSuccess: () => showToast({ text: 'On. What is pending is sent now.' }),
  })
  return (
    <>
      <Notice
        kind={receiver.disabledReason === 'MANUAL' ? 'info' : 'warning'}
        title="This webhook is off"
        actions={
          <Button
            isBusy={enable.isPending}
            onClick={() => enable.mutate({ params: { webhookId: receiver.id }, body: { enabled: true } })}
          >
            Turn it on
          </Button>
        }
      >
        {disabledText(receiver)} Events of this time are not delivered later: your system can read them with
        the API. What was pending before is sent when the webhook is on again.
      </Notice>
      {enable.isError && <ErrorState error={enable.error} />}
    </>
  )
}

function Settings({ receiver }: { readonly receiver: Receiver }) {
  const { description, includePersonalData, dateCreated, dateSecretRotated } = receiver
  const twoUntil = dateSecretRotated === null ? null : dateSecretRotated + TWO_SECRETS_MS
  return (
    <>
      {description !== null && <bdi className="block break-words text-text">{description}</bdi>}
      {typesText(receiver)},{' '}
      {includePersonalData ? 'with names and e-mail addresses' : 'without personal data'}, since{' '}
      <DateTime at={dateCreated} isDay />.
      {twoUntil !== null && (
        <span className="block">
          {twoUntil > Date.now() ? (
            <>
              Two secrets work until <DateTime at={twoUntil} />: the new one, and the one before it.
            </>
          ) : (
            <>
              Secret rotated <DateTime at={dateSecretRotated} />.
            </>
          )}
        </span>
      )}
    </>
  )
}
