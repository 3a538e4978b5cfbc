import type { TimelineEvent } from '@goodword/client'
import type { Tone } from '../../../components/texts/badge.tsx'
import { actorText } from '../../../format/actor-text.ts'
import { AccountLink } from '../account-link.tsx'

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
