import type { CustomDomain } from '@goodword/client'
import { addDomain } from '@goodword/contract/domains/endpoints'
import { Globe } from 'lucide-react'
import { useId, useState } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { CopyField } from '../../components/fields/copy-field.tsx'
import { Form } from '../../components/fields/form.tsx'
import { TextField } from '../../components/fields/text-field.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { useMutationWithToast } from '../../components/overlays/use-mutation-with-toast.ts'
import { Section } from '../../components/page.tsx'
import { Badge } from '../../components/texts/badge.tsx'
import { DateTime } from '../../components/texts/date-time.tsx'
import { EmptyState } from '../../components/texts/empty-state.tsx'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { codeEntry, KeyValueList } from '../../components/texts/key-value-list.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { TableSkeleton } from '../../components/texts/skeleton.tsx'
import { State } from '../../components/texts/state.tsx'
import { bodyRules } from '../../forms/body-rules.ts'
import { domainWords } from './domains/domain-words.ts'

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
  const [domain, setDomain] = useState('')
  const add = useMutationWithToast('addDomain', {
    done: (it) => `${it.domain} waits for its DNS records, which are shown below.`,
    onSuccess: () => setDomain(''),
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
  const remove = useMutationWithToast('removeDomain', { done: 'The domain is removed.', onSuccess: onClose })
  const name = domain?.domain ?? ''
  const isUsed = domain?.state === 'VERIFIED'
  return (
    <ConfirmDialog
      isOpen={domain !== null}
      onClose={onClose}
      title="Remove this domain?"
      action="Remove the domain"
      {...(isUsed ? { typed: name } : {})}
      mutation={remove}
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

type DomainCardProps = { readonly domain: CustomDomain; readonly onRemove: () => void }

/** A domain: how far it is, the DNS records that it needs, and what can be done. */
function DomainCard({ domain, onRemove }: DomainCardProps) {
  const id = useId()
  const check = useMutationWithToast('checkDomain', {
    done: (it) => (it.problem === null ? 'The record is there.' : 'Checked. See what was found.'),
  })
  const words = domainWords(domain)
  const { domain: name, state, proof, dns, dateExpires } = domain
  return (
    <li aria-labelledby={id} className="card flex min-w-0 flex-col gap-4 p-4 sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="flex min-w-0 flex-wrap items-center gap-2 text-base font-semibold">
          <span className="break-all">{name}</span>
          <State kind="domain" value={state} />
          {domain.isDefault && <Badge tone="info">Used for new links</Badge>}
        </h2>
        <div className="flex flex-wrap gap-2">
          <Button
            aria-label={`Check now: ${name}`}
            isBusy={check.isPending}
            onClick={() => check.mutate({ params: { domain: name } })}
          >
            Check now
          </Button>
          <Button aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </Button>
        </div>
      </div>
      {check.isError && (
        <ErrorState error={check.error} onRetry={() => check.mutate({ params: { domain: name } })} />
      )}
      {words !== null && (
        <Notice kind={words.kind} title={words.title}>
          {words.text}
        </Notice>
      )}
      {words !== null && (
        <div className="grid gap-4 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <CopyField label={`Name of the ${proof.type} record`} value={proof.name} />
          <CopyField label={`Value of the ${proof.type} record`} value={proof.value} />
        </div>
      )}
      <KeyValueList
        entries={[
          codeEntry('Leads visitors here', `${dns.name} ${dns.type} ${dns.value}`),
          words === null && codeEntry('Proved by', `${proof.name} ${proof.type} ${proof.value}`),
          ['Last check', <DateTime key="checked" at={domain.dateChecked} />],
          dateExpires !== null && [
            state === 'VERIFIED' ? 'Stops working' : 'Given up',
            <DateTime key="expires" at={dateExpires} />,
          ],
          ['Added', <DateTime key="added" at={domain.dateCreated} isDay />],
        ]}
      />
    </li>
  )
}
