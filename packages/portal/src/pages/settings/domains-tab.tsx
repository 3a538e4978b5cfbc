import type { CustomDomain } from '@goodword/client'
import { Globe } from 'lucide-react'
import { useState } from 'react'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { DateTime } from '../../components/date-time.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Form } from '../../components/form.tsx'
import { Section } from '../../components/page.tsx'
import { TextField } from '../../components/text-field.tsx'
import { useToast } from '../../components/toast.tsx'

/** The hosts whose addresses are share links. */
export function DomainsTab() {
  const domains = useOperation('listDomains', undefined)
  const [removed, setRemoved] = useState<CustomDomain | null>(null)
  return (
    <div className="flex flex-col gap-6">
      <Section title="Add a domain">
        <p className="mb-4 max-w-2xl text-soft">
          Share links can have a host name of yours, such as <code>go.example.com</code>. Set up DNS and the
          certificate first: links are shown with the first domain as soon as it is added.
        </p>
        <AddDomain />
      </Section>
      {domains.isError ? (
        <ErrorState error={domains.error} onRetry={domains.refetch} />
      ) : (
        <DataTable
          label="Domains"
          columns={columnsFor(setRemoved)}
          rows={domains.data?.domains}
          keyOf={(it) => it.domain}
          empty={
            <EmptyState icon={<Globe />} title="No domain of your own yet">
              Share links have the address of this service. Add a domain, and they are shown with it.
            </EmptyState>
          }
        />
      )}
      <RemoveDomainDialog domain={removed} onClose={() => setRemoved(null)} />
    </div>
  )
}

function AddDomain() {
  const showToast = useToast()
  const [domain, setDomain] = useState('')
  const add = useMutationOf('addDomain', {
    onSuccess: (it) => {
      setDomain('')
      showToast({ text: `Added. Set the DNS record of ${it.domain} as shown below.` })
    },
  })
  const host = domain.trim().toLowerCase()
  return (
    <Form onSubmit={() => add.mutate({ body: { domain: host } })} error={add.error}>
      <div className="max-w-md">
        <TextField
          label="Domain"
          name="domain"
          value={domain}
          onChange={setDomain}
          maxLength={253}
          isCode
          placeholder="go.example.com"
          autoComplete="off"
        />
      </div>
      <div>
        <Button type="submit" kind="primary" isBusy={add.isPending} disabled={host === ''}>
          Add the domain
        </Button>
      </div>
    </Form>
  )
}

function columnsFor(onRemove: (domain: CustomDomain) => void): readonly Column<CustomDomain>[] {
  return [
    {
      name: 'domain',
      label: 'Domain',
      isTitle: true,
      cell: (it) => (
        <span className="flex flex-wrap items-center gap-2">
          <span className="break-all">{it.domain}</span>
          {it.isDefault && <Badge tone="good">Used for new links</Badge>}
        </span>
      ),
    },
    {
      name: 'dns',
      label: 'DNS record',
      cell: ({ dns }) => (
        <code className="break-all">
          {dns.name} {dns.type} {dns.value}
        </code>
      ),
    },
    { name: 'created', label: 'Added', cell: (it) => <DateTime at={it.dateCreated} isDay /> },
    {
      name: 'actions',
      label: 'Actions',
      cell: (it) => (
        <Button aria-label={`Remove ${it.domain}`} onClick={() => onRemove(it)}>
          Remove
        </Button>
      ),
    },
  ]
}

function RemoveDomainDialog({
  domain,
  onClose,
}: {
  readonly domain: CustomDomain | null
  readonly onClose: () => void
}) {
  const showToast = useToast()
  const remove = useMutationOf('removeDomain', {
    onSuccess: () => {
      onClose()
      showToast({ text: 'The domain is removed.' })
    },
  })
  const name = domain?.domain ?? ''
  return (
    <ConfirmDialog
      isOpen={domain !== null}
      onClose={onClose}
      title="Remove this domain?"
      action="Remove the domain"
      typed={name}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { domain: name } })}
    >
      <p>
        All share links that people have with <code className="break-all">{name}</code> stop working within 5
        seconds. Links with other domains of the program go on.
      </p>
    </ConfirmDialog>
  )
}
