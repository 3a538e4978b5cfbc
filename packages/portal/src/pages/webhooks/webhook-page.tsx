import type { Receiver } from '@goodword/client'
import { resendDeliveries } from '@goodword/contract/webhooks/endpoints'
import type { deliveryStates } from '@goodword/domain/outbound/webhook-retry'
import { getRouteApi } from '@tanstack/react-router'
import { Ellipsis, Send } from 'lucide-react'
import { useContext, useState } from 'react'
import { problemOf } from '../../api/problem.ts'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { DateField } from '../../components/fields/date-field.tsx'
import { Form } from '../../components/fields/form.tsx'
import { Select } from '../../components/fields/select.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { FormActions } from '../../components/overlays/form-actions.tsx'
import { Menu } from '../../components/overlays/menu.tsx'
import { type Secret, ShownOnce } from '../../components/overlays/shown-once.tsx'
import { useToast } from '../../components/overlays/toast.tsx'
import { useMutationWithToast } from '../../components/overlays/use-mutation-with-toast.ts'
import { Page } from '../../components/page.tsx'
import { useNow } from '../../components/program-clock.ts'
import { DateTime, TimeZone } from '../../components/texts/date-time.tsx'
import { ErrorState, Unread } from '../../components/texts/error-state.tsx'
import { NoPermission } from '../../components/texts/no-permission.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { stateOptions } from '../../components/texts/state.tsx'
import { count } from '../../format/number-text.ts'
import { timeInZone, zonedText } from '../../format/zoned-time.ts'
import { bodyRules, wrongOrder } from '../../forms/body-rules.ts'
import { useRole } from '../../session/use-session.ts'
import { Deliveries } from './deliveries.tsx'
import { disabledText, typesText } from './event-words.ts'
import { ReceiverForm } from './receiver-form.tsx'

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
        <Unread query={receiver} label="Webhook" lines={8} />
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
  const enable = useMutationWithToast('updateWebhook', { done: 'On. What is pending is sent now.' })
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

const DAY_MS = 86_400_000

type WebhookActionsProps = { readonly receiver: Receiver; readonly onSecret: (secret: Secret) => void }

type Question = 'edit' | 'rotate' | 'delete' | 'resend' | null

/** The actions on a receiver. */
function WebhookActions({ receiver, onSecret }: WebhookActionsProps) {
  const navigate = route.useNavigate()
  const showToast = useToast()
  const [question, setQuestion] = useState<Question>(null)
  const close = () => setQuestion(null)
  const params = { webhookId: receiver.id }
  const send = useMutationOf('testWebhook', {
    onSuccess: ({ id }) => void navigate({ search: (it) => ({ ...it, delivery: id }) }),
  })
  const disable = useMutationWithToast('updateWebhook', {
    done: 'Off. Nothing is sent until it is on again.',
  })
  const rotate = useMutationOf('rotateWebhookSecret', {
    onSuccess: ({ secret, url }) => {
      close()
      onSecret({
        title: 'The new signing secret',
        label: 'Signing secret',
        value: secret,
        text: `For 24 hours events to ${url} are signed with this one and with the previous one, so that your system can change over.`,
      })
    },
  })
  const fail = (error: unknown) => showToast({ text: problemOf(error).text, kind: 'danger' })
  return (
    <>
      <Button
        icon={<Send />}
        isBusy={send.isPending}
        disabled={!receiver.enabled}
        onClick={() => send.mutate({ params }, { onError: fail })}
      >
        Send a test event
      </Button>
      <Button onClick={() => setQuestion('edit')}>Edit</Button>
      <Menu
        trigger={<IconButton label="More actions" icon={<Ellipsis />} />}
        groups={[
          {
            items: [
              {
                label: 'Send a period again …',
                onSelect: () => setQuestion('resend'),
                isDisabled: !receiver.enabled,
              },
              { label: 'Rotate the secret …', onSelect: () => setQuestion('rotate') },
              ...(receiver.enabled
                ? [
                    {
                      label: 'Turn it off',
                      onSelect: () => disable.mutate({ params, body: { enabled: false } }, { onError: fail }),
                    },
                  ]
                : []),
            ],
          },
          { items: [{ label: 'Delete …', isDanger: true, onSelect: () => setQuestion('delete') }] },
        ]}
      />
      <Dialog isOpen={question === 'edit'} onClose={close} title="Edit the webhook" size="wide">
        <ReceiverForm receiver={receiver} onClose={close} />
      </Dialog>
      <ConfirmDialog
        isOpen={question === 'rotate'}
        onClose={close}
        title="Rotate the signing secret?"
        action="Rotate the secret"
        isDanger={false}
        mutation={rotate}
        onConfirm={() => rotate.mutate({ params })}
      >
        <p>
          A new secret is made and shown once. For 24 hours each event has two signatures, one with the new
          and one with the previous secret. After that only the new one works.
        </p>
      </ConfirmDialog>
      <Dialog isOpen={question === 'resend'} onClose={close} title="Send a period again">
        <ResendForm receiver={receiver} onClose={close} />
      </Dialog>
      <DeleteWebhookDialog receiver={receiver} isOpen={question === 'delete'} onClose={close} />
    </>
  )
}

type DeleteWebhookDialogProps = {
  readonly receiver: Receiver
  readonly isOpen: boolean
  readonly onClose: () => void
}

function DeleteWebhookDialog({ receiver, isOpen, onClose }: DeleteWebhookDialogProps) {
  const navigate = route.useNavigate()
  const params = { webhookId: receiver.id }
  const pending = useOperation(
    'listDeliveries',
    { params, query: { state: 'PENDING', limit: 1 } },
    { enabled: isOpen },
  )
  const remove = useMutationWithToast('deleteWebhook', {
    done: 'The webhook is deleted.',
    onSuccess: () => void navigate({ to: '/$tenantAlias/webhooks' }),
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Delete this webhook?"
      action="Delete the webhook"
      mutation={remove}
      onConfirm={() => remove.mutate({ params })}
    >
      <p>
        Nothing more is sent to <code className="break-all">{receiver.url}</code>, and its signing secret
        stops working. {pendingText(pending.data?.totalCount)} The list of its deliveries is gone. This cannot
        be undone.
      </p>
    </ConfirmDialog>
  )
}

function pendingText(total: number | null | undefined): string {
  if (total === undefined) return 'Counting the pending deliveries …'
  if (total === 0) return 'No delivery is pending.'
  const number =
    total === null
      ? 'More than 10,000 pending deliveries'
      : count(total, 'pending delivery', 'pending deliveries')
  return `${number} will not be sent.`
}

/** Sends the events of a period again. */
function ResendForm({ receiver, onClose }: Omit<DeleteWebhookDialogProps, 'isOpen'>) {
  const timeZone = useContext(TimeZone)
  const now = useNow()
  const [from, setFrom] = useState<string | null>(() => zonedText(now() - DAY_MS, timeZone))
  const [to, setTo] = useState<string | null>(null)
  const [state, setState] = useState<(typeof deliveryStates)[number]>('FAILED')
  const resend = useMutationWithToast('resendDeliveries', {
    done: (it) => `${count(it.count, 'event is', 'events are')} sent again.`,
    onSuccess: onClose,
  })
  const body = {
    from: from === null ? undefined : timeInZone(from, timeZone),
    state,
    ...(to === null ? {} : { to: timeInZone(to, timeZone) }),
  }
  const submit = () => {
    if (body.from === undefined) return
    resend.mutate({ params: { webhookId: receiver.id }, body: { ...body, from: body.from } })
  }
  return (
    <Form
      onSubmit={submit}
      error={resend.error}
      label="Send a period again"
      rules={bodyRules(resendDeliveries.body, body, [wrongOrder('to', from, to)])}
    >
      <p>
        Events whose deliveries were created in this period are sent again with the same IDs, so that your
        system can tell that it knows them. At most 10,000 at a time.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField label="From" name="from" value={from} onChange={setFrom} hasTime hint={timeZone} />
        <DateField
          label="To"
          name="to"
          value={to}
          onChange={setTo}
          hasTime
          isOptional
          hint="Until now if empty."
        />
      </div>
      <Select
        label="Deliveries"
        name="state"
        options={stateOptions('delivery')}
        value={state}
        onChange={(it) => setState(it ?? 'FAILED')}
      />
      <FormActions action="Send them again" isBusy={resend.isPending} onClose={onClose} />
    </Form>
  )
}
