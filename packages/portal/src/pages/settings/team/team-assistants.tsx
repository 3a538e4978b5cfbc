import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { portalCall } from '../../../api/portal-call.ts'
import { useTenantAlias } from '../../../api/use-tenant-alias.ts'
import { readWithSignIn } from '../../../api/with-sign-in.ts'
import { Button } from '../../../components/button.tsx'
import { ConfirmDialog } from '../../../components/overlays/confirm-dialog.tsx'
import { useToast } from '../../../components/overlays/toast.tsx'
import { Section } from '../../../components/page.tsx'
import { ErrorState } from '../../../components/texts/error-state.tsx'
import { TextSkeleton } from '../../../components/texts/skeleton.tsx'
import { usePortalMutation } from '../../../session/use-portal-mutation.ts'
import { AssistantRow, type DailyLimit, type ListedAssistant } from '../../own-account/assistant-row.tsx'

type TeamAssistant = ListedAssistant & { readonly allowedBy: string }
type Answer = { readonly limit: DailyLimit; readonly assistants: readonly TeamAssistant[] }

/** The assistants of everyone in the team. */
export function TeamAssistants() {
  const path = `/portal/assistants/team/${useTenantAlias()}`
  const assistants = useQuery({
    queryKey: ['account', 'team-assistants', path],
    queryFn: () => readWithSignIn(() => portalCall<Answer>('GET', path)),
  })
  return (
    <Section title="Assistants of the team">
      {assistants.isError ? (
        <ErrorState error={assistants.error} onRetry={assistants.refetch} />
      ) : assistants.data === undefined ? (
        <TextSkeleton label="Assistants of the team" lines={2} />
      ) : assistants.data.assistants.length === 0 ? (
        <p className="text-soft">No one of the team has connected an assistant.</p>
      ) : (
        <AssistantList {...assistants.data} path={path} />
      )}
    </Section>
  )
}

function AssistantList({ limit, assistants, path }: Answer & { readonly path: string }) {
  const showToast = useToast()
  const [chosen, setChosen] = useState<TeamAssistant | null>(null)
  const end = usePortalMutation(() => {
    setChosen(null)
    showToast({ text: 'Disconnected.' })
  })
  return (
    <>
      <ul className="divide-y divide-line">
        {assistants.map((it) => (
          <AssistantRow
            key={it.id}
            assistant={it}
            limit={limit}
            allowedBy={it.allowedBy}
            action={
              <Button aria-label={`Disconnect ${it.name} of ${it.allowedBy}`} onClick={() => setChosen(it)}>
                Disconnect
              </Button>
            }
          />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={chosen !== null}
        onClose={() => setChosen(null)}
        title={`Disconnect ${chosen?.name ?? ''}?`}
        action="Disconnect the assistant"
        isBusy={end.isPending}
        error={end.error}
        onConfirm={() => end.mutate({ method: 'DELETE', path: `${path}/${chosen?.id}` })}
      >
        <p>
          It can do nothing more in the place of {chosen?.allowedBy}, at once. What it asked for and they have
          not confirmed is deleted. They can connect it again.
        </p>
      </ConfirmDialog>
    </>
  )
}
