import type { Referral } from '@goodword/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { operationQuery } from '../../api/use-operation.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { Checkbox } from '../../components/fields/checkbox.tsx'
import { ProgramLink } from '../../components/links.tsx'
import { useToast } from '../../components/overlays/toast.tsx'
import { Section } from '../../components/page.tsx'
import { useNow } from '../../components/program-clock.ts'
import { DateTime } from '../../components/texts/date-time.tsx'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { count } from '../../format/number-text.ts'
import { useRole } from '../../session/use-session.ts'
import { deadlineOf } from './deadline.ts'
import { Evidence } from './evidence.tsx'
import { ownerName } from './reward-owner.ts'
import { shortReason } from './signal-text.ts'
import {
  actionsOf,
  amountText,
  type Decision,
  decidedText,
  type QueuedReferral,
  rewardsText,
  waitingRewards,
} from './waiting-rewards.ts'

type Chosen = ReadonlyMap<string, QueuedReferral>

const NONE: Chosen = new Map()

const chosenOf = (referrals: readonly QueuedReferral[]): Chosen => new Map(referrals.map((it) => [it.id, it]))

type QueueProps = {
  readonly referrals: readonly QueuedReferral[]
  /** Whether the list has the referrals related to one alone. */
  readonly isRelatedOnly: boolean
}

/** The waiting referrals beside the evidence of one. Chosen referrals may be on other pages. */
export function Queue({ referrals, isRelatedOnly }: QueueProps) {
  const { canReview } = useRole()
  const [openedId, setOpenedId] = useState<string | null>(null)
  const [chosen, setChosen] = useState(NONE)
  const { decide, undo, isBusy, error } = useDecisions(() => setChosen(NONE))
  const opened = referrals.find((it) => it.id === openedId) ?? referrals[0]
  const several = [...chosen.values()]
  const meant = several.length > 0 ? several : opened === undefined ? [] : [opened]
  const choose = (referral: QueuedReferral) =>
    setChosen((before) =>
      before.has(referral.id)
        ? chosenOf([...before.values()].filter((it) => it.id !== referral.id))
        : chosenOf([...before.values(), referral]),
    )
  const onKey = (key: string) => {
    if (!canReview) return
    if (key === 'a') decide(meant, 'APPROVE')
    if (key === 'd') decide(meant, 'DENY')
    if (key === 'u') undo()
    if (key === 'x' && opened !== undefined) choose(opened)
  }
  const isAll = referrals.every((it) => chosen.has(it.id))
  const subject = rewardsText(waitingRewards(meant))
  const buttons = canReview ? (
    <div className="flex flex-wrap gap-2">
      <Button kind="primary" isBusy={isBusy} onClick={() => decide(meant, 'APPROVE')}>
        <span className="min-w-0 whitespace-normal wrap-anywhere">Approve {subject}</span>
      </Button>
      <Button isBusy={isBusy} onClick={() => decide(meant, 'DENY')}>
        <span className="min-w-0 whitespace-normal wrap-anywhere">Deny {subject}</span>
      </Button>
    </div>
  ) : (
    <p className="text-soft">Your role can look and not decide.</p>
  )
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-2">
        <fieldset aria-label="Choose" className="-ml-2.5 flex flex-wrap items-center gap-x-1">
          <Button kind="quiet" onClick={() => setChosen(isAll ? NONE : chosenOf(referrals))}>
            {isAll ? 'Choose none' : 'Choose all on this page'}
          </Button>
          {opened !== undefined && (
            <RelatedChoice
              key={opened.id}
              referral={opened}
              isShown={isRelatedOnly}
              canChoose={canReview}
              onChoose={(all) => setChosen(chosenOf(all))}
            />
          )}
        </fieldset>
        <QueueList
          referrals={referrals}
          openedId={opened?.id ?? null}
          chosen={chosen}
          onOpen={setOpenedId}
          onChoose={choose}
          onKey={onKey}
        />
        <p className="text-xs text-soft max-md:hidden">
          <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>x</kbd> choose, <kbd>a</kbd> approve, <kbd>d</kbd> deny,{' '}
          <kbd>u</kbd> take back
        </p>
      </div>
      {/* On a phone the bar of what is chosen stays in sight while one scrolls through the list. */}
      <div
        className={`min-w-0 lg:sticky lg:top-20 lg:self-start ${several.length > 1 ? 'max-lg:sticky max-lg:bottom-2' : ''}`}
      >
        <Section
          title={several.length > 1 ? `${count(several.length, 'referral')} chosen` : 'What to decide'}
        >
          {several.length > 1 ? (
            <>
              <p className="mb-4" aria-live="polite">
                {count(waitingRewards(several).length, 'reward')}
                {amountText(several) === null ? '' : `, ${amountText(several)}`}.{' '}
                <span className="text-soft">A decision is about all of them, and can be taken back.</span>
              </p>
              {buttons}
            </>
          ) : (
            opened !== undefined && <Evidence referral={several[0] ?? opened}>{buttons}</Evidence>
          )}
          {error !== null && <ErrorState error={error} />}
        </Section>
      </div>
    </div>
  )
}

type QueueListProps = {
  readonly referrals: readonly QueuedReferral[]
  readonly openedId: string | null
  readonly chosen: Pick<ReadonlySet<string>, 'has'>
  readonly onOpen: (id: string) => void
  readonly onChoose: (referral: QueuedReferral) => void
  readonly onKey: (key: string) => void
}

/** Referrals with a waiting reward: arrow keys move, `x` chooses, `a` approves, `d` denies and `u` takes back. */
function QueueList({ referrals, openedId, chosen, onOpen, onChoose, onKey }: QueueListProps) {
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
  if (first === undefined) return 'Held by your team.'
  const text = shortReason(first, referral)
  return others.length === 0 ? text : `${text} And ${count(others.length, 'other reason')}.`
}

/** Decides about the waiting rewards of referrals, with a way back while the message is shown. */
function useDecisions(onDecided: () => void) {
  const showToast = useToast()
  const moderate = useMutationOf('moderateReferrals')
  const [isBusy, setIsBusy] = useState(false)
  const [undone, setUndone] = useState<ReturnType<typeof actionsOf>>([])

  async function send(requests: ReturnType<typeof actionsOf>): Promise<void> {
    setIsBusy(true)
    try {
      for (const actions of requests) await moderate.mutateAsync({ body: { actions } })
    } finally {
      setIsBusy(false)
    }
  }

  async function decide(referrals: readonly Referral[], decision: Decision): Promise<void> {
    const rewards = waitingRewards(referrals)
    if (rewards.length === 0 || isBusy) return
    await send(actionsOf(rewards, decision))
    onDecided()
    const undo = actionsOf(rewards, 'PEND')
    setUndone(undo)
    showToast({ text: decidedText(rewards, decision), onUndo: () => takeBack(undo) })
  }

  function takeBack(actions: ReturnType<typeof actionsOf>): void {
    setUndone([])
    void send(actions).catch(() => undefined)
  }

  return {
    isBusy,
    error: moderate.error,
    /** Takes the last decision back, once. */
    undo: () => takeBack(undone),
    // A failure is shown by `error`.
    decide: (referrals: readonly Referral[], decision: Decision) =>
      void decide(referrals, decision).catch(() => undefined),
  }
}

/** The API lists at most so many related referrals. */
const MAX_RELATED = 500

type RelatedChoiceProps = {
  readonly referral: QueuedReferral
  /** Whether the list has the related referrals alone. */
  readonly isShown: boolean
  readonly canChoose: boolean
  readonly onChoose: (referrals: readonly QueuedReferral[]) => void
}

/** Buttons to choose all related referrals, and to show them alone. */
function RelatedChoice({ referral, isShown, canChoose, onChoose }: RelatedChoiceProps) {
  const queries = useQueryClient()
  const tenantAlias = useTenantAlias()
  const query = { cluster: referral.id, order: 'OLDEST', limit: MAX_RELATED } as const
  const all = useMutation({
    mutationFn: () =>
      queries.fetchQuery({ ...operationQuery(tenantAlias, 'listReferrals', { query }), staleTime: 0 }),
    onSuccess: ({ referrals }) => onChoose(referrals),
  })
  if ((referral.othersInCluster ?? 0) === 0) return null
  return (
    <>
      {canChoose && (
        <Button kind="quiet" isBusy={all.isPending} onClick={() => all.mutate()}>
          Choose all related referrals
        </Button>
      )}
      {!isShown && (
        <ProgramLink page="review" search={{ cluster: referral.id }}>
          Show only these
        </ProgramLink>
      )}
      {all.isError && <ErrorState error={all.error} />}
    </>
  )
}

/** The number from which on the API counts no further. */
const MAX_COUNTED = 100

function othersText(others: number): string {
  const number = others >= MAX_COUNTED ? `${MAX_COUNTED} or more` : others.toLocaleString()
  return `${number} ${others === 1 ? 'other waits' : 'others wait'} with it`
}
