import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { portalCall } from '../../api/portal-call.ts'
import { readWithSignIn } from '../../api/with-sign-in.ts'
import { Button, buttonLook } from '../../components/button.tsx'
import { useToast } from '../../components/overlays/toast.tsx'
import { Section } from '../../components/page.tsx'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { TextSkeleton } from '../../components/texts/skeleton.tsx'
import { usePortalMutation } from '../../session/use-portal-mutation.ts'
import { AssistantRow, type DailyLimit, type ListedAssistant } from './assistant-row.tsx'

type Answer = { readonly limit: DailyLimit; readonly assistants: readonly ListedAssistant[] }

/** The assistants that may use a program in the person's place. */
export function AssistantsSection() {
  const assistants = useQuery({
    queryKey: ['account', 'assistants'],
    queryFn: () => readWithSignIn(() => portalCall<Answer>('GET', '/portal/assistants')),
  })
  return (
    <Section title="Assistants">
      {assistants.isError ? (
        <ErrorState error={assistants.error} onRetry={assistants.refetch} />
      ) : assistants.data === undefined ? (
        <TextSkeleton label="Assistants" lines={2} />
      ) : (
        <AssistantList {...assistants.data} />
      )}
    </Section>
  )
}

function AssistantList({ limit, assistants }: Answer) {
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
        {assistants.map((it) => (
          <AssistantRow
            key={it.id}
            assistant={it}
            limit={limit}
            action={
              <span className="flex flex-wrap gap-2">
                {it.mayWrite && (
                  <Link
                    to="/$tenantAlias/waiting"
                    params={{ tenantAlias: it.tenantAlias }}
                    className={buttonLook()}
                  >
                    What waits
                  </Link>
                )}
                <Button
                  aria-label={`Disconnect ${it.name}`}
                  onClick={() => end.mutate({ method: 'DELETE', path: `/portal/assistants/${it.id}` })}
                >
                  Disconnect
                </Button>
              </span>
            }
          />
        ))}
      </ul>
      {end.isError && <ErrorState error={end.error} />}
    </>
  )
}
