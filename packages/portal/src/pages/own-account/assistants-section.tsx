import { useQuery } from '@tanstack/react-query'
import { portalCall } from '../../api/portal-call.ts'
import { readWithSignIn } from '../../api/with-sign-in.ts'
import { Button } from '../../components/button.tsx'
import { DateTime } from '../../components/date-time.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Section } from '../../components/page.tsx'
import { TextSkeleton } from '../../components/skeleton.tsx'
import { useToast } from '../../components/toast.tsx'
import { usePortalMutation } from '../../session/use-portal-mutation.ts'

type OwnAssistant = {
  readonly id: string
  readonly name: string
  readonly tenantAlias: string
  readonly mayWrite: boolean
  readonly allowedAt: number
}

/** The assistants that may use a program in the person's place. */
export function AssistantsSection() {
  const assistants = useQuery({
    queryKey: ['account', 'assistants'],
    queryFn: () =>
      readWithSignIn(() =>
        portalCall<{ readonly assistants: readonly OwnAssistant[] }>('GET', '/portal/assistants'),
      ),
  })
  return (
    <Section title="Assistants">
      {assistants.isError ? (
        <ErrorState error={assistants.error} onRetry={assistants.refetch} />
      ) : assistants.data === undefined ? (
        <TextSkeleton label="Assistants" lines={2} />
      ) : (
        <AssistantList assistants={assistants.data.assistants} />
      )}
    </Section>
  )
}

function AssistantList({ assistants }: { readonly assistants: readonly OwnAssistant[] }) {
  const showToast = useToast()
  const end = usePortalMutation(() => showToast({ text: 'Disconnected.' }))
  if (assistants.length === 0) {
    return (
      <p className="text-soft">
        None is connected. Give an assistant the address <code>{`${location.origin}/mcp`}</code> to connect
        it.
      </p>
    )
  }
  return (
    <>
      <ul className="divide-y divide-line">
        {assistants.map(({ id, name, tenantAlias, mayWrite, allowedAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{name}</p>
              <p className="text-xs text-soft">
                {tenantAlias} · {mayWrite ? 'reads and changes' : 'only reads'} · connected{' '}
                <DateTime at={allowedAt} />
              </p>
            </div>
            <Button
              aria-label={`Disconnect ${name}`}
              onClick={() => end.mutate({ method: 'DELETE', path: `/portal/assistants/${id}` })}
            >
              Disconnect
            </Button>
          </li>
        ))}
      </ul>
      {end.isError && <ErrorState error={end.error} />}
    </>
  )
}
