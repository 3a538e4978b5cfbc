import type { Receiver } from '@goodword/client'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Plus, Webhook } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import type { Column } from '../../components/data-table.tsx'
import { NewTabLink } from '../../components/links.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { type Secret, ShownOnce } from '../../components/overlays/shown-once.tsx'
import { Page } from '../../components/page.tsx'
import { Badge } from '../../components/texts/badge.tsx'
import { NoPermission } from '../../components/texts/no-permission.tsx'
import { ListView } from '../../lists/list-view.tsx'
import { useList } from '../../lists/use-list.ts'
import { useRole } from '../../session/use-session.ts'
import { typesText } from './event-words.ts'
import { ReceiverForm } from './receiver-form.tsx'

const route = getRouteApi('/staff/$tenantAlias/webhooks')

const columns: readonly Column<Receiver>[] = [
  { name: 'url', label: 'Address', isTitle: true, cell: (it) => <ReceiverLink receiver={it} /> },
  { name: 'types', label: 'Events', cell: typesText },
  { name: 'state', label: 'State', cell: (it) => <ReceiverState receiver={it} /> },
]

export function WebhooksPage() {
  const { canWrite } = useRole()
  const [isOpen, setOpen] = useState(false)
  const add = (
    <Button kind="primary" icon={<Plus />} onClick={() => setOpen(true)}>
      Add a webhook
    </Button>
  )
  return (
    <Page
      title="Webhooks"
      description="A webhook is an address of yours that Goodword sends events to as they happen, such as a converted referral."
      actions={canWrite && add}
    >
      {canWrite ? (
        <Receivers isAdding={isOpen} onAdded={() => setOpen(false)} />
      ) : (
        <NoPermission roles="owners and admins">Webhooks send data to other systems.</NoPermission>
      )}
    </Page>
  )
}

function Receivers({ isAdding, onAdded }: { readonly isAdding: boolean; readonly onAdded: () => void }) {
  const list = useList('listWebhooks', {})
  const navigate = route.useNavigate()
  const [secret, setSecret] = useState<Secret | null>(null)
  return (
    <>
      {secret !== null && <ShownOnce secret={secret} onDone={() => setSecret(null)} />}
      <ListView
        list={list}
        rowsOf={(it) => it.webhooks}
        noun="webhooks"
        label="Webhooks"
        columns={columns}
        keyOf={(it) => it.id}
        onOpen={({ id }) =>
          void navigate({
            to: '/$tenantAlias/webhooks/$webhookId',
            params: (it) => ({ ...it, webhookId: id }),
          })
        }
        icon={<Webhook />}
        empty={{
          title: 'No webhooks yet',
          children: (
            <>
              Add the address of your own system to hear about referrals and rewards as they happen.{' '}
              <NewTabLink href="/docs/guides/webhooks">Guide: webhooks</NewTabLink>
            </>
          ),
        }}
      />
      <Dialog isOpen={isAdding} onClose={onAdded} title="Add a webhook" size="wide">
        <ReceiverForm
          receiver={null}
          onClose={onAdded}
          onSecret={(it) => {
            onAdded()
            setSecret(it)
          }}
        />
      </Dialog>
    </>
  )
}

function ReceiverLink({ receiver }: { readonly receiver: Receiver }) {
  const { tenantAlias } = route.useParams()
  return (
    <>
      <Link
        to="/$tenantAlias/webhooks/$webhookId"
        params={{ tenantAlias, webhookId: receiver.id }}
        className="break-all hover:underline"
      >
        {receiver.url}
      </Link>
      <bdi className="block text-xs font-normal text-soft">{receiver.description}</bdi>
    </>
  )
}

function ReceiverState({ receiver }: { readonly receiver: Receiver }) {
  if (receiver.enabled) return <span className="text-soft">On</span>
  switch (receiver.disabledReason) {
    case 'GONE':
      return <Badge tone="danger">Off: the address is gone</Badge>
    case 'FAILING':
      return <Badge tone="danger">Off: it kept failing</Badge>
    default:
      return <span className="text-soft">Off</span>
  }
}
