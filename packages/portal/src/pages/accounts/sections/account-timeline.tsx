import { useState } from 'react'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { ErrorState } from '../../../components/texts/error-state.tsx'
import { TextSkeleton } from '../../../components/texts/skeleton.tsx'
import { Timeline } from '../../../components/texts/timeline.tsx'
import { timelineEntry } from './timeline-entry.tsx'

const STEP = 6
const MAX_EVENTS = 100

/** `<AccountTimeline accountId={…} />`: what happened to an account and why, and what did not happen and why. */
export function AccountTimeline({ accountId }: { readonly accountId: string }) {
  const [limit, setLimit] = useState(STEP)
  const events = useOperation('listAccountEvents', { params: { accountId }, query: { limit } })
  if (events.isError) return <ErrorState error={events.error} onRetry={events.refetch} />
  if (events.data === undefined) return <TextSkeleton label="Timeline" lines={6} />
  if (events.data.events.length === 0) return <p className="text-soft">Nothing has happened yet.</p>
  return (
    <div className="flex flex-col items-start gap-3">
      <Timeline label="What happened" entries={events.data.events.map(timelineEntry)} />
      {events.data.nextCursor !== null && limit < MAX_EVENTS && (
        <Button onClick={() => setLimit(MAX_EVENTS)} isBusy={events.isFetching}>
          Show older events
        </Button>
      )}
      {events.data.nextCursor !== null && limit === MAX_EVENTS && (
        <p className="text-soft">
          The newest {MAX_EVENTS} events are shown. The API and exports have all of them.
        </p>
      )}
    </div>
  )
}
