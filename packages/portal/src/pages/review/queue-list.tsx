import type { Referral } from '@goodword/client'
import type { KeyboardEvent } from 'react'
import { Checkbox } from '../../components/checkbox.tsx'
import { classes } from '../../components/classes.ts'
import { DateTime } from '../../components/date-time.tsx'
import { useNow } from '../../components/program-clock.ts'
import { othersText } from './cluster-choice.tsx'
import { deadlineOf } from './deadline.ts'
import { ownerName } from './reward-owner.ts'
import { signalText } from './signal-text.ts'
import { amountText, type QueuedReferral } from './waiting-rewards.ts'

type QueueListProps = {
  readonly referrals: readonly QueuedReferral[]
  readonly openedId: string | null
  readonly chosen: Pick<ReadonlySet<string>, 'has'>
  readonly onOpen: (id: string) => void
  readonly onChoose: (referral: QueuedReferral) => void
  readonly onKey: (key: string) => void
}

/** Referrals with a waiting reward: arrow keys move, `x` chooses, `a` approves, `d` denies and `u` takes back. */
export function QueueList({ referrals, openedId, chosen, onOpen, onChoose, onKey }: QueueListProps) {
  const move = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button[data-row]')]
      const at = buttons.findIndex((it) => it.dataset.row === openedId)
      buttons[Math.max(0, Math.min(buttons.length - 1, at + step))]?.focus()
    } else if (!event.ctrlKey && !event.metaKey && !event.altKey) {
      onKey(event.key)
    }
  }
  return (
    <ul
      aria-label="Waiting rewards"
      onKeyDown={move}
      className="card flex flex-col divide-y divide-line overflow-hidden"
    >
      {referrals.map((it) => (
        <li
          key={it.id}
          className={classes('flex items-start gap-3 px-4 py-3', it.id === openedId && 'bg-accent-soft')}
        >
          <Checkbox
            label={`Choose ${nameOf(it)}`}
            hasHiddenLabel
            isChecked={chosen.has(it.id)}
            onChange={() => onChoose(it)}
          />
          <button
            type="button"
            data-row={it.id}
            aria-current={it.id === openedId || undefined}
            onFocus={() => onOpen(it.id)}
            onClick={() => onOpen(it.id)}
            className="min-w-0 flex-1 text-left"
          >
            <span className="flex flex-wrap items-baseline justify-between gap-x-3 font-medium">
              <span className="min-w-0 break-words">{nameOf(it)}</span>
              <span className="whitespace-nowrap">{amountText([it]) ?? ''}</span>
            </span>
            <span className="block text-soft break-words">{whyOf(it)}</span>
            <span className="block text-xs text-soft">
              <DateTime at={it.dateReferralStarted} />
              <Deadline referral={it} />
              {(it.othersInCluster ?? 0) > 0 && `, ${othersText(it.othersInCluster ?? 0)}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

/** Until when there is something to decide, and what happens then. */
function Deadline({ referral }: { readonly referral: Referral }) {
  const now = useNow()
  const deadline = deadlineOf(referral)
  if (deadline === null) return null
  const { at, isByItself } = deadline
  const isOver = at <= now()
  return (
    <span className={classes(isOver && !isByItself && 'text-warning')}>
      {isByItself ? ', approved by itself ' : isOver ? ', overdue since ' : ', to decide by '}
      <DateTime at={at} isDay />
    </span>
  )
}

function nameOf(referral: Referral): string {
  return `${ownerName(referral, 'REFERRER')} → ${ownerName(referral, 'REFERRED')}`
}

function whyOf(referral: Referral): string {
  const [first, ...others] = referral.fraudSignals.filter((it) => !it.shadow)
  if (first === undefined) return 'Held by your team'
  const text = signalText(first, referral)
  return others.length === 0 ? text : `${text} And ${others.length} more.`
}
