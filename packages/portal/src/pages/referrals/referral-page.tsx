import type { BillWithUser, Referral, ReferralReview, Reward, User } from '@goodword/client'
import type { ModerationStatus } from '@goodword/domain/referrals/account'
import { isCredit } from '@goodword/domain/rewards/reward'
import { getRouteApi } from '@tanstack/react-router'
import { BadgeCheck, Banknote, Link2, OctagonX, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { classes } from '../../components/classes.ts'
import { ProgramLink } from '../../components/links.tsx'
import { useToast } from '../../components/overlays/toast.tsx'
import { Page, Section } from '../../components/page.tsx'
import { DateTime } from '../../components/texts/date-time.tsx'
import { ErrorState, Unread } from '../../components/texts/error-state.tsx'
import { KeyValueList } from '../../components/texts/key-value-list.tsx'
import { Money } from '../../components/texts/money.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { State } from '../../components/texts/state.tsx'
import { amountsText, moneyText } from '../../format/number-text.ts'
import { accountName, personName } from '../../format/person-name.ts'
import { amountText, rewardText } from '../../format/reward-text.ts'
import { useRole } from '../../session/use-session.ts'
import { AccountLink } from '../accounts/account-link.tsx'
import { AccountTimeline } from '../accounts/sections/account-timeline.tsx'
import { reasonText } from '../bills/bill-words.ts'
import { channelWords } from '../home/channels.tsx'
import { DecidedBy } from '../review/decided-by.tsx'
import { ownersReward, type Side } from '../review/reward-owner.ts'
import { signalText } from '../review/signal-text.ts'
import type { Decision } from '../review/waiting-rewards.ts'

const route = getRouteApi('/staff/$tenantAlias/referrals/$referralId')

export function ReferralPage() {
  const { tenantAlias, referralId } = route.useParams()
  const referral = useOperation('readReferral', { params: { referralId } })
  const review = useOperation('readReferralReview', { params: { referralId } })
  const breadcrumb = [{ label: 'Referrals', to: '/$tenantAlias/referrals', params: { tenantAlias } }] as const
  if (referral.isError || referral.data === undefined) {
    return (
      <Page title="Referral" breadcrumb={breadcrumb}>
        <Unread query={referral} label="Referral" lines={12} />
      </Page>
    )
  }
  const { referrerUser, referredUser, referringAccountId, referredAccountId, status } = referral.data
  const friend = accountName(referredAccountId, referredUser)
  return (
    <Page
      title={`${personName(referrerUser)} referred ${friend}`}
      description={<State kind="referral" value={status} />}
      breadcrumb={breadcrumb}
    >
      <div className="flex flex-col gap-6">
        <ReferralPath referral={referral.data} review={review.data} />
        {review.isError && <ErrorState error={review.error} onRetry={review.refetch} />}
        <Signals referral={referral.data} />
        <div className="grid items-start gap-6 md:grid-cols-2">
          <SideSection referral={referral.data} review={review.data} side="REFERRER" />
          <SideSection referral={referral.data} review={review.data} side="REFERRED" />
          <BillsOfSide title="Bills of the referrer" accountId={referringAccountId} />
          <BillsOfSide title="Bills of the friend" accountId={referredAccountId} />
        </div>
        <Section title="Why? What happened to the friend’s account">
          <AccountTimeline accountId={referredAccountId} />
        </Section>
        <p className="text-xs text-soft">
          Referral ID <code>{referral.data.id}</code>
        </p>
      </div>
    </Page>
  )
}

/** The findings of fraud rules; those in shadow mode are shown apart, because they have no effect. */
function Signals({ referral }: { readonly referral: Referral }) {
  const { fraudSignals } = referral
  if (fraudSignals.length === 0) return null
  const live = fraudSignals.filter((it) => !it.shadow)
  const shadow = fraudSignals.filter((it) => it.shadow)
  return (
    <>
      {live.length > 0 && (
        <Notice kind="warning" title="Fraud rules found something">
          <SignalList signals={live} referral={referral} />
        </Notice>
      )}
      {shadow.length > 0 && (
        <Notice kind="info" title="Found by rules in shadow mode, without effect">
          <SignalList signals={shadow} referral={referral} />
        </Notice>
      )}
    </>
  )
}

function SignalList({
  signals,
  referral,
}: {
  readonly signals: Referral['fraudSignals']
  readonly referral: Referral
}) {
  return (
    <ul className="list-disc pl-5">
      {signals.map((it) => (
        <li key={it.rule}>{signalText(it, referral)}</li>
      ))}
    </ul>
  )
}

const SHOWN = 6

/** The latest bills of one side with their discounts and reasons; nothing where no payment processor reported any. */
function BillsOfSide({ title, accountId }: { readonly title: string; readonly accountId: string }) {
  const bills = useOperation('listBills', { query: { accountId, limit: SHOWN } })
  if (bills.data === undefined || bills.data.bills.length === 0) return null
  return (
    <Section
      title={title}
      actions={
        bills.data.nextCursor !== null && (
          <ProgramLink page="bills" search={{ accountId }}>
            Show all
          </ProgramLink>
        )
      }
    >
      <ol aria-label={title} className="flex flex-col divide-y divide-line">
        {bills.data.bills.map((it) => (
          <BillLine key={it.id} bill={it} />
        ))}
      </ol>
    </Section>
  )
}

function BillLine({ bill }: { readonly bill: BillWithUser }) {
  const { date, price, charged, actualDiscount, currency, state } = bill
  return (
    <li className="py-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          <DateTime at={date} isDay />: <Money amount={charged} currency={currency} /> of{' '}
          <Money amount={price} currency={currency} />
        </span>
        {state === 'RIGHT' ? (
          <span className="text-soft">
            <Money amount={actualDiscount} currency={currency} /> off
          </span>
        ) : (
          <State kind="bill" value={state} />
        )}
      </div>
      {state !== 'RIGHT' && <p className="text-xs text-soft">{reasonText(bill)}</p>}
    </li>
  )
}

type ReferralPathProps = {
  readonly referral: Referral
  /** Undefined while it is read, and where it cannot be. */
  readonly review: ReferralReview | undefined
}

type Step = {
  readonly icon: ReactNode
  readonly title: string
  readonly date: number | null
  readonly text: ReactNode
  /** Steps to come are pale. */
  readonly isReached: boolean
}

/** A referral from the code to the first payment and the reward, with the past steps and the next one. */
function ReferralPath(props: ReferralPathProps) {
  const steps = stepsOf(props)
  return (
    <ol aria-label="Steps of the referral" className="card grid md:grid-cols-4">
      {steps.map(({ icon, title, date, text, isReached }) => (
        <li
          key={title}
          className={classes(
            'relative flex gap-3 border-line px-5 py-4 max-md:not-last:border-b md:flex-col md:gap-2 md:not-last:border-r',
            !isReached && 'text-soft',
          )}
        >
          <span
            aria-hidden
            className={classes(
              'grid size-9 shrink-0 place-items-center rounded-full [&>svg]:size-4.5',
              isReached ? 'bg-accent-soft text-link' : 'border border-dashed border-strong-line',
            )}
          >
            {icon}
          </span>
          <div className="min-w-0">
            <p className="font-semibold">{title}</p>
            {date !== null && (
              <p className="text-xs text-soft">
                <DateTime at={date} />
              </p>
            )}
            <p className="mt-1 wrap-anywhere">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

function stepsOf({ referral, review }: ReferralPathProps): readonly Step[] {
  const { referrerUser, referredUser, referredAccountId, attributedByHand, referralCodeUsed } = referral
  const { dateReferralStarted, dateConverted, dateReferralEnded, status } = referral
  const referrer = personName(referrerUser)
  const friend = accountName(referredAccountId, referredUser)
  const channel = review === undefined ? '' : ` Came by: ${channelWords[review.channel].toLowerCase()}.`
  const ended: Step = {
    icon: <OctagonX />,
    title: 'Ended',
    date: dateReferralEnded,
    text: 'No reward is given for what comes later.',
    isReached: true,
  }
  const rewarded: Step = {
    icon: <BadgeCheck />,
    title: 'Reward',
    date: referral.referrerReward?.dateCreated ?? null,
    text:
      referral.referrerReward === null
        ? `${referrer} has no reward yet.`
        : `${rewardText(referral.referrerReward)} for ${referrer}.`,
    isReached: referral.referrerReward !== null,
  }
  return [
    {
      icon: <Link2 />,
      title: attributedByHand ? 'Added by your team' : 'Shared',
      date: null,
      text: (
        <>
          {referrer} has the code <code>{referralCodeUsed}</code>.
        </>
      ),
      isReached: true,
    },
    {
      icon: <UserPlus />,
      title: 'Signed up',
      date: dateReferralStarted,
      text: `${friend} signed up with it.${channel}`,
      isReached: true,
    },
    {
      icon: <Banknote />,
      title: 'Paid',
      date: dateConverted,
      text: dateConverted === null ? `${friend} has not paid yet.` : paidText(friend, review),
      isReached: dateConverted !== null,
    },
    status === 'ENDED' ? ended : rewarded,
  ]
}

function paidText(friend: string, review: ReferralReview | undefined): string {
  if (review === undefined) return `${friend} became a customer.`
  const sums = review.friendPayments.map(({ currency, charged, refunded }) => {
    const back = refunded > 0 ? `, ${moneyText(refunded, currency)} of it given back` : ''
    return `${moneyText(charged, currency)}${back}`
  })
  if (sums.length === 0)
    return `${friend} became a customer. Only a connected payment processor shows what was paid.`
  return `${friend} paid ${sums.join(' and ')} until now.`
}

const decided = { APPROVE: 'approved', DENY: 'denied', PEND: 'held' } as const satisfies Record<
  Decision,
  string
>
const undoOf = { APPROVED: 'APPROVE', DENIED: 'DENY', PENDING: 'PEND' } as const

type SideSectionProps = {
  readonly referral: Referral
  /** Undefined while it is read, and where it cannot be. */
  readonly review: ReferralReview | undefined
  readonly side: Side
}

/** One side of a referral: its person, its reward, and the decision of staff. */
function SideSection({ referral, review, side }: SideSectionProps) {
  const { canReview } = useRole()
  const showToast = useToast()
  const isReferrer = side === 'REFERRER'
  const name = ownersReward(referral, side)
  const status = isReferrer ? referral.referrerModerationStatus : referral.referredModerationStatus
  const reward = isReferrer ? referral.referrerReward : referral.referredReward
  const decision = isReferrer ? referral.referrerDecision : referral.referredDecision
  const moderate = useMutationOf('moderateReferrals')
  const decide = (next: Decision, isUndo: boolean) =>
    moderate.mutate(
      { body: { actions: [{ referralId: referral.id, action: `${next}_${side}` }] } },
      {
        onSuccess: () =>
          showToast({
            text: isUndo ? 'The decision was undone.' : `${name} was ${decided[next]}.`,
            ...(isUndo ? {} : { onUndo: () => decide(undoOf[status], true) }),
          }),
      },
    )
  return (
    <Section title={isReferrer ? 'Referrer' : 'Friend'}>
      <KeyValueList
        entries={[
          [
            'Person',
            <SideUser
              key="person"
              user={isReferrer ? referral.referrerUser : referral.referredUser}
              accountId={isReferrer ? referral.referringAccountId : referral.referredAccountId}
            />,
          ],
          ['Review', <State key="review" kind="moderation" value={status} />],
          [
            'Decided by',
            decision === null && status === 'APPROVED' ? (
              <span key="decision" className="text-soft">
                Nobody: no rule held it
              </span>
            ) : (
              <DecidedBy key="decision" decision={decision} />
            ),
          ],
          ['Reward', reward === null ? noReward(referral, status) : rewardText(reward)],
          reward !== null &&
            givenSoFar(
              reward,
              review?.sides.find((it) => it.side === side),
            ),
        ]}
      />
      {canReview && (
        <div className="mt-4 flex flex-wrap gap-2">
          {status !== 'APPROVED' && (
            <Button kind="primary" isBusy={moderate.isPending} onClick={() => decide('APPROVE', false)}>
              <span className="min-w-0 whitespace-normal wrap-anywhere">Approve {name}</span>
            </Button>
          )}
          {status !== 'DENIED' && (
            <Button isBusy={moderate.isPending} onClick={() => decide('DENY', false)}>
              <span className="min-w-0 whitespace-normal wrap-anywhere">Deny {name}</span>
            </Button>
          )}
        </div>
      )}
      {moderate.isError && <ErrorState error={moderate.error} />}
    </Section>
  )
}

/** The use of a reward: the discounts of a percentage on bills, or the used part of a credit. */
function givenSoFar(
  reward: Reward,
  side: ReferralReview['sides'][number] | undefined,
): readonly [string, string] | false {
  if (isCredit(reward)) return ['Used', amountText(reward.type, reward.redeemedCredit ?? 0, reward.unit)]
  if (side === undefined || side.takenOff.length === 0) return false
  return ['Taken off bills', amountsText(side.takenOff)]
}

function noReward({ status, reasons }: Referral, review: ModerationStatus): string {
  if (review === 'DENIED') return 'None: it was denied'
  if (review === 'PENDING' && reasons.includes('REFERRER_BLOCKED'))
    return 'None while the referrer is blocked'
  if (review === 'PENDING') return 'None until it is approved'
  return status === 'IN_PROGRESS' ? 'When the friend pays' : 'None'
}

function SideUser({ user, accountId }: { readonly user: User | null; readonly accountId: string }) {
  if (user !== null) return <AccountLink accountId={accountId} user={user} />
  return (
    <>
      <AccountLink accountId={accountId} user={null} look="text" />, no person identified yet
    </>
  )
}
