import type { Referral, ReferralReview } from '@goodword/client'
import { BadgeCheck, Banknote, Link2, OctagonX, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../../components/classes.ts'
import { DateTime } from '../../components/texts/date-time.tsx'
import { moneyText } from '../../format/money-text.ts'
import { accountName, personName } from '../../format/person-name.ts'
import { rewardText } from '../../format/reward-text.ts'
import { channelWords } from '../home/channels.tsx'

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

/** A referral from the code to the first payment and the reward, with what has happened and what comes next. */
export function ReferralPath(props: ReferralPathProps) {
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
