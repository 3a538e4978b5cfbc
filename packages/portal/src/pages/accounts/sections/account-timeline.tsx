import type { TimelineEvent } from '@goodword/client'
import { useState } from 'react'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import type { Tone } from '../../../components/texts/badge.tsx'
import { Unread } from '../../../components/texts/error-state.tsx'
import { Timeline } from '../../../components/texts/timeline.tsx'
import { actorText } from '../../../format/actor-text.ts'
import { AccountLink } from '../account-link.tsx'

const STEP = 6
const MAX_EVENTS = 100

/** `<AccountTimeline accountId={…} />`: what happened to an account and why, and what did not happen and why. */
export function AccountTimeline({ accountId }: { readonly accountId: string }) {
  const [limit, setLimit] = useState(STEP)
  const events = useOperation('listAccountEvents', { params: { accountId }, query: { limit } })
  if (events.isError || events.data === undefined) return <Unread query={events} label="Timeline" lines={6} />
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

const actors: Readonly<Record<string, string>> = {
  server: 'your server',
  browser: 'a browser',
  processor: 'the payment processor',
  staff: 'your staff',
  import: 'an imported file',
  service: 'Goodword',
}

/** An event with its author and their reason, as an entry of `Timeline`. */
export function timelineEntry(event: TimelineEvent) {
  const { id, date, type, message, actor, author, note, referredAccountId, referredUser } = event
  const by = `By ${author === null ? (actors[actor] ?? actor) : actorText(author)}`
  const text = note === null ? by : <Noted by={by} note={note} />
  const title =
    referredAccountId === null ? (
      message
    ) : (
      <>
        <AccountLink accountId={referredAccountId} user={referredUser} look="text" />: {message}
      </>
    )
  return { id, date, title, text, tone: toneOf(type) }
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
  'payment.reversed': 'warning',
  'reward.created': 'good',
  'reward.given': 'good',
  'reward.cancelled': 'danger',
  'discount.failed': 'danger',
}

function toneOf(type: string): Tone {
  const isWaiting = /\.(?:skipped|waiting|drifted)$/.test(type)
  return tones[type] ?? (isWaiting ? 'warning' : 'neutral')
}
