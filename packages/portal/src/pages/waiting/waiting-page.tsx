import { useQueryClient } from '@tanstack/react-query'
import { Bot } from 'lucide-react'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { Button } from '../../components/button.tsx'
import { useToast } from '../../components/overlays/toast.tsx'
import { Page } from '../../components/page.tsx'
import { DateTime } from '../../components/texts/date-time.tsx'
import { EmptyState } from '../../components/texts/empty-state.tsx'
import { ErrorState, Loaded } from '../../components/texts/error-state.tsx'
import { KeyValueList } from '../../components/texts/key-value-list.tsx'
import { usePortalMutation, usePortalQuery } from '../../session/use-portal-mutation.ts'

type WaitingWrite = {
  readonly id: string
  readonly assistant: string
  readonly requestedAt: number
  readonly question: string
  readonly facts: readonly (readonly [label: string, text: string])[]
}

type Waiting = { readonly writes: readonly WaitingWrite[]; readonly isMore: boolean }

// An assistant may ask while the page is open.
const REFRESH_MS = 30_000

/** The pending writes of the person's assistants in this program. */
export function WaitingPage() {
  const alias = useTenantAlias()
  const waiting = usePortalQuery<Waiting>(
    ['account', 'waiting', alias],
    `/portal/assistants/writes/${alias}`,
    {
      refetchInterval: REFRESH_MS,
    },
  )
  return (
    <Page
      title="Waiting for you"
      description="What your assistants want to change in this program. Nothing is done before you confirm it, and nobody else sees it here."
    >
      <Loaded query={waiting} label="What waits for you" height="14rem">
        {(data) =>
          data.writes.length === 0 ? (
            <EmptyState icon={<Bot />} title="Nothing waits for you">
              When an assistant that you have connected wants to decide on a referral or to give a reward, you
              confirm or refuse it here within 24 hours.
            </EmptyState>
          ) : (
            <ul className="flex flex-col gap-4">
              {data.writes.map((it) => (
                <li key={it.id}>
                  <WriteCard alias={alias} write={it} />
                </li>
              ))}
              {data.isMore && (
                <li className="text-soft">Older ones are shown when you have decided on these.</li>
              )}
            </ul>
          )
        }
      </Loaded>
    </Page>
  )
}

type WriteCardProps = { readonly alias: string; readonly write: WaitingWrite }

function WriteCard({ alias, write: { id, assistant, requestedAt, question, facts } }: WriteCardProps) {
  const showToast = useToast()
  const queries = useQueryClient()
  const path = `/portal/assistants/writes/${id}`
  const confirm = usePortalMutation(() => {
    showToast({ text: 'Confirmed and done.' })
    void queries.invalidateQueries({ queryKey: [alias] })
  })
  const refuse = usePortalMutation(() => showToast({ text: 'Refused. Nothing was done.' }))
  return (
    <article aria-labelledby={`write-${id}`} className="card flex flex-col gap-4 p-5">
      <header>
        <h2 id={`write-${id}`} className="text-base font-semibold break-words">
          {question}
        </h2>
        <p className="break-words text-soft">
          <bdi>{assistant}</bdi> asked <DateTime at={requestedAt} />
        </p>
      </header>
      <KeyValueList entries={facts.map(([label, text]) => [label, <bdi key={label}>{text}</bdi>])} />
      {[confirm, refuse].map(({ error }) =>
        error === null ? null : <ErrorState key={String(error)} error={error} />,
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          aria-describedby={`write-${id}`}
          isBusy={confirm.isPending}
          disabled={refuse.isPending}
          onClick={() => confirm.mutate({ method: 'POST', path: `${path}/confirm` })}
        >
          Confirm
        </Button>
        <Button
          aria-describedby={`write-${id}`}
          isBusy={refuse.isPending}
          disabled={confirm.isPending}
          onClick={() => refuse.mutate({ method: 'POST', path: `${path}/refuse` })}
        >
          Refuse
        </Button>
      </div>
    </article>
  )
}
