import type { CustomDomain } from '@goodword/client'
import { useId } from 'react'
import { useMutationOf } from '../../../api/use-mutation-of.ts'
import { Button } from '../../../components/button.tsx'
import { CopyField } from '../../../components/fields/copy-field.tsx'
import { useToast } from '../../../components/overlays/toast.tsx'
import { Badge } from '../../../components/texts/badge.tsx'
import { DateTime } from '../../../components/texts/date-time.tsx'
import { ErrorState } from '../../../components/texts/error-state.tsx'
import { KeyValueList } from '../../../components/texts/key-value-list.tsx'
import { Notice } from '../../../components/texts/notice.tsx'
import { State } from '../../../components/texts/state.tsx'
import { domainWords } from './domain-words.ts'

type DomainCardProps = { readonly domain: CustomDomain; readonly onRemove: () => void }

/** A domain: how far it is, the DNS records that it needs, and what can be done. */
export function DomainCard({ domain, onRemove }: DomainCardProps) {
  const id = useId()
  const showToast = useToast()
  const check = useMutationOf('checkDomain', {
    onSuccess: (it) =>
      showToast({ text: it.problem === null ? 'The record is there.' : 'Checked. See what was found.' }),
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
          [
            'Leads visitors here',
            <code key="dns" className="break-all">
              {dns.name} {dns.type} {dns.value}
            </code>,
          ],
          ...(words === null
            ? [
                [
                  'Proved by',
                  <code key="proof" className="break-all">
                    {proof.name} {proof.type} {proof.value}
                  </code>,
                ] as const,
              ]
            : []),
          ['Last check', <DateTime key="checked" at={domain.dateChecked} />],
          ...(dateExpires === null
            ? []
            : [
                [
                  state === 'VERIFIED' ? 'Stops working' : 'Given up',
                  <DateTime key="expires" at={dateExpires} />,
                ] as const,
              ]),
          ['Added', <DateTime key="added" at={domain.dateCreated} isDay />],
        ]}
      />
    </li>
  )
}
