import { Button } from '../../components/button.tsx'
import { useToast } from '../../components/overlays/toast.tsx'
import { Section } from '../../components/page.tsx'
import { Badge } from '../../components/texts/badge.tsx'
import { DateTime } from '../../components/texts/date-time.tsx'
import { ErrorState, Loaded } from '../../components/texts/error-state.tsx'
import { browserName } from '../../format/browser-name.ts'
import { usePortalMutation, usePortalQuery } from '../../session/use-portal-mutation.ts'

type OwnSession = {
  readonly id: string
  readonly current: boolean
  readonly signedInAt: number
  readonly lastUsedAt: number
  readonly address: string | null
  readonly userAgent: string | null
}

export function SessionsSection() {
  const sessions = usePortalQuery<{ readonly sessions: readonly OwnSession[] }>(
    ['account', 'sessions'],
    '/portal/account/sessions',
  )
  return (
    <Section title="Sessions">
      <Loaded query={sessions} label="Sessions" lines={3}>
        {(data) => <SessionList sessions={data.sessions} />}
      </Loaded>
    </Section>
  )
}

function SessionList({ sessions }: { readonly sessions: readonly OwnSession[] }) {
  const showToast = useToast()
  const end = usePortalMutation(() => showToast({ text: 'Ended.' }))
  const others = sessions.filter((it) => !it.current)
  return (
    <>
      <ul className="divide-y divide-line">
        {sessions.map(({ id, current, signedInAt, lastUsedAt, address, userAgent }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
            <div className="min-w-0 flex-1">
              <p className="flex items-center gap-2 font-medium">
                <span className="truncate" title={userAgent ?? undefined}>
                  {browserName(userAgent)}
                </span>
                {current && <Badge tone="good">This one</Badge>}
              </p>
              <p className="text-xs text-soft">
                {address ?? 'Unknown address'} · signed in <DateTime at={signedInAt} /> · last used{' '}
                <DateTime at={lastUsedAt} />
              </p>
            </div>
            {!current && (
              <Button
                onClick={() => end.mutate({ method: 'DELETE', path: `/portal/account/sessions/${id}` })}
              >
                End it
              </Button>
            )}
          </li>
        ))}
      </ul>
      {end.isError && <ErrorState error={end.error} />}
      {others.length > 0 && (
        <div className="mt-3">
          <Button
            isBusy={end.isPending}
            onClick={() => end.mutate({ method: 'DELETE', path: '/portal/account/sessions' })}
          >
            End all other sessions
          </Button>
        </div>
      )}
    </>
  )
}
