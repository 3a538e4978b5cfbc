import type { Receiver } from '@goodword/client'
import { Webhook } from 'lucide-react'
import { useList } from '../../api/use-list.ts'
import { Badge } from '../../components/badge.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { DateTime } from '../../components/date-time.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Page } from '../../components/page.tsx'
import { Pagination } from '../../components/pagination.tsx'
import { count } from '../../format/count.ts'

const columns: readonly Column<Receiver>[] = [
  { name: 'url', label: 'URL', isTitle: true, cell: (it) => <span className="break-all">{it.url}</span> },
  {
    name: 'types',
    label: 'Events',
    cell: (it) => (it.types.length === 0 ? 'All events' : count(it.types.length, 'type')),
  },
  { name: 'note', label: 'Note', cell: (it) => it.description ?? '–' },
  {
    name: 'state',
    label: 'State',
    cell: (it) =>
      it.enabled ? <Badge tone="good">On</Badge> : <Badge tone="danger">{disabledWords(it)}</Badge>,
  },
  { name: 'created', label: 'Created', cell: (it) => <DateTime at={it.dateCreated} isDay /> },
]

export function WebhooksPage() {
  const list = useList('listWebhooks', {})
  return (
    <Page title="Webhooks" description="The addresses that events of this program are sent to.">
      {list.isError ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : (
        <>
          <DataTable
            label="Webhooks"
            columns={columns}
            rows={list.data?.webhooks}
            keyOf={(it) => it.id}
            isStale={list.isPlaceholderData}
            empty={
              <EmptyState icon={<Webhook />} title="No webhooks yet">
                A webhook tells your own systems about referrals and rewards as they happen.
              </EmptyState>
            }
          />
          <Pagination pages={list.pages} totalCount={list.data?.totalCount} noun="webhooks" />
        </>
      )}
    </Page>
  )
}

function disabledWords({ disabledReason }: Receiver): string {
  switch (disabledReason) {
    case 'GONE':
      return 'Off: the address is gone'
    case 'FAILING':
      return 'Off: it kept failing'
    default:
      return 'Off'
  }
}
