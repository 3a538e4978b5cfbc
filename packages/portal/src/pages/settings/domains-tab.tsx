import type { CustomDomain } from '@goodword/client'
import { addDomain } from '@goodword/contract/domains/endpoints'
import { Globe } from 'lucide-react'
import { useState } from 'react'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { Form } from '../../components/fields/form.tsx'
import { TextField } from '../../components/fields/text-field.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { useToast } from '../../components/overlays/toast.tsx'
import { Section } from '../../components/page.tsx'
import { EmptyState } from '../../components/texts/empty-state.tsx'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { TableSkeleton } from '../../components/texts/skeleton.tsx'
import { bodyRules } from '../../forms/body-rules.ts'
import { DomainCard } from './domains/domain-card.tsx'

/** The hosts whose addresses are share links. */
export function DomainsTab() {
  const domains = useOperation('listDomains', undefined)
  const [removed, setRemoved] = useState<CustomDomain | null>(null)
  return (
    <div className="flex flex-col gap-6">
      <Section title="Add a domain">
        <p className="mb-4 max-w-2xl text-soft">
          Share links can have a host name of yours, such as <code>go.example.com</code>. You prove that it is
          yours by a DNS record, which is shown after you add it; until then nothing changes.
        </p>
        <AddDomain />
      </Section>
      {domains.isError ? (
        <ErrorState error={domains.error} onRetry={domains.refetch} />
      ) : (
        <DomainList domains={domains.data?.domains} onRemove={setRemoved} />
      )}
      <RemoveDomainDialog domain={removed} onClose={() => setRemoved(null)} />
    </div>
  )
}

type DomainListProps = {
  readonly domains: readonly CustomDomain[] | undefined
  readonly onRemove: (domain: CustomDomain) => void
}

function DomainList({ domains, onRemove }: DomainListProps) {
  if (domains === undefined) return <TableSkeleton columns={3} label="Domains" />
  if (domains.length === 0) {
    return (
      <EmptyState icon={<Globe />} title="No domain of your own yet">
        Share links have the address of this service. Add a domain, and they are shown with it.
      </EmptyState>
    )
  }
  return (
    <ul aria-label="Domains" className="flex flex-col gap-4">
      {domains.map((it) => (
        <DomainCard key={it.domain} domain={it} onRemove={() => onRemove(it)} />
      ))}
    </ul>
  )
}

function AddDomain() {
  const showToast = useToast()
  const [domain, setDomain] = useState('')
  const add = useMutationOf('addDomain', {
    onSuccess: (it) => {
      setDomain('')
      showToast({ text: `${it.domain} waits for its DNS records, which are shown below.` })
    },
  })
  const body = { domain: domain.trim().toLowerCase() }
  return (
    <Form
      onSubmit={() => add.mutate({ body })}
      error={add.error}
      label="Add a domain"
      rules={bodyRules(addDomain.body, body)}
    >
      <div className="max-w-md">
        <TextField
          label="Domain"
          name="domain"
          value={domain}
          onChange={setDomain}
          isCode
          placeholder="go.example.com"
          autoComplete="off"
        />
      </div>
      <div>
        <Button type="submit" kind="primary" isBusy={add.isPending}>
          Add the domain
        </Button>
      </div>
    </Form>
  )
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
  const isUsed = domain?.state === 'VERIFIED'
  return (
    <ConfirmDialog
      isOpen={domain !== null}
      onClose={onClose}
      title="Remove this domain?"
      action="Remove the domain"
      {...(isUsed ? { typed: name } : {})}
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate({ params: { domain: name } })}
    >
      {isUsed ? (
        <p>
          All share links that people have with <code className="break-all">{name}</code> stop working within
          5 seconds. Links with other domains of the program go on.
        </p>
      ) : (
        <p>
          No share links have <code className="break-all">{name}</code> now. If you add it again, it needs a
          DNS record with another value.
        </p>
      )}
    </ConfirmDialog>
  )
}
