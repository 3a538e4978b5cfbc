import type { TimelineEvent } from '@goodword/client'
import { useState } from 'react'
import { useOperation } from '../api/use-operation.ts'
import type { Tone } from '../components/badge.tsx'
import { Button } from '../components/button.tsx'
import { ErrorState } from '../components/error-state.tsx'
import { TextSkeleton } from '../components/skeleton.tsx'
import { Timeline } from '../components/timeline.tsx'
import { actorText } from '../format/actor-text.ts'

const STEP = 20
const MOST = 100

const actors: Readonly<Record<string, string>> = {
  server: 'your server',
  browser: 'a browser',
  processor: 'the payment processor',
  staff: 'your staff',
  import: 'an imported file',
  service: 'Goodword',
}

/** `<AccountTimeline accountId={…} />`: what happened to an account and why, and what did not happen and why. */
export function AccountTimeline({ accountId }: { readonly accountId: string }) {
  const [limit, setLimit] = useState(STEP)
  const events = useOperation('listAccountEvents', { params: { accountId }, query: { limit } })
  if (events.isError) return <ErrorState error={events.error} onRetry={events.refetch} />
  if (events.data === undefined) return <TextSkeleton label="Timeline" lines={6} />
  if (events.data.events.length === 0) return <p className="text-soft">Nothing has happened yet.</p>
  return (
    <div className="flex flex-col items-start gap-3">
      <Timeline label="What happened" entries={events.data.events.map(entryOf)} />
      {events.data.nextCursor !== null && limit < MOST && (
        <Button onClick={() => setLimit(MOST)} isBusy={events.isFetching}>
          Show older events
        </Button>
      )}
      {events.data.nextCursor !== null && limit === MOST && (
        <p className="text-soft">The newest {MOST} events are shown. The API and exports have all of them.</p>
      )}
    </div>
  )
}

function entryOf({ id, date, type, message, actor, author, note }: TimelineEvent) {
  const by = `By ${author === null ? (actors[actor] ?? actor) : actorText(author)}`
  const text = note === null ? by : <Noted by={by} note={note} />
  return { id, date, title: message, text, tone: toneOf(type) }
}

function Noted({ by, note }: { readonly by: string; readonly note: string }) {
  return (
    <>
      {by}
      <span className="block break-words whitespace-pre-line text-text">“{note}”</span>
    </>
  )
}

const tones: Readonly<Record<string, Tone>> = {
  'referral.started': 'info',
  'referral.converted': 'good',
  'referral.ended': 'danger',
  'referral.flagged': 'warning',
  'account.blocked': 'danger',
  'reward.created': 'good',
  'reward.given': 'good',
  'reward.cancelled': 'danger',
  'discount.failed': 'danger',
}

function toneOf(type: string): Tone {
  const isWaiting = /\.(?:skipped|waiting|drifted)$/.test(type)
  return tones[type] ?? (isWaiting ? 'warning' : 'neutral')
}
