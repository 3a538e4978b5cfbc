import type { Receiver } from '@goodword/client'
import { getRouteApi } from '@tanstack/react-router'
import { Ellipsis, Send } from 'lucide-react'
import { useState } from 'react'
import { problemOf } from '../../api/problem.ts'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Menu } from '../../components/menu.tsx'
import type { Secret } from '../../components/shown-once.tsx'
import { useToast } from '../../components/toast.tsx'
import { count } from '../../format/count.ts'
import { ReceiverForm } from './receiver-form.tsx'
import { ResendDialog } from './resend-dialog.tsx'

type Props = { readonly receiver: Receiver; readonly onSecret: (secret: Secret) => void }

type Question = 'edit' | 'rotate' | 'delete' | 'resend' | null

const route = getRouteApi('/staff/$tenantAlias/webhooks/$webhookId')

/** What can be done with a receiver. */
export function WebhookActions({ receiver, onSecret }: Props) {
  const navigate = route.useNavigate()
  const showToast = useToast()
  const [question, setQuestion] = useState<Question>(null)
  const close = () => setQuestion(null)
  const params = { webhookId: receiver.id }
  const send = useMutationOf('testWebhook', {
    onSuccess: ({ id }) => void navigate({ search: (it) => ({ ...it, delivery: id }) }),
  })
  const disable = useMutationOf('updateWebhook', {
    onSuccess: () => showToast({ text: 'Off. Nothing is sent until it is on again.' }),
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
        isBusy={rotate.isPending}
        error={rotate.error}
        onConfirm={() => rotate.mutate({ params })}
      >
        <p>
          A new secret is made and shown once. For 24 hours each event has two signatures, one with the new
          and one with the previous secret. After that only the new one works.
        </p>
      </ConfirmDialog>
      <ResendDialog receiver={receiver} isOpen={question === 'resend'} onClose={close} />
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
  const showToast = useToast()
  const params = { webhookId: receiver.id }
  const pending = useOperation(
    'listDeliveries',
    { params, query: { state: 'PENDING', limit: 1 } },
    { enabled: isOpen },
  )
  const remove = useMutationOf('deleteWebhook', {
    onSuccess: () => {
      showToast({ text: 'The webhook is deleted.' })
      void navigate({ to: '/$tenantAlias/webhooks' })
    },
  })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Delete this webhook?"
      action="Delete the webhook"
      isBusy={remove.isPending}
      error={remove.error}
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
