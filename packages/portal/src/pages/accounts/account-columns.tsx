import type { Referral, Reward } from '@goodword/client'
import type { ReactNode } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { classes } from '../../components/classes.ts'
import { ProgramLink, ReferralLink } from '../../components/links.tsx'
import { Section } from '../../components/page.tsx'
import { DateTime } from '../../components/texts/date-time.tsx'
import { ErrorState, Loaded } from '../../components/texts/error-state.tsx'
import { TextSkeleton } from '../../components/texts/skeleton.tsx'
import { State } from '../../components/texts/state.tsx'
import { count, percentText } from '../../format/number-text.ts'
import { accountName } from '../../format/person-name.ts'
import { amountText, queueText, rewardText, sourceText } from '../../format/reward-text.ts'
import { AccountTimeline } from './sections/account-timeline.tsx'

type AccountColumnsProps = {
  readonly accountId: string
  /** The details of the account or user, in the second column. */
  readonly children: ReactNode
}

const SHOWN = 5

const MAX_REWARDS = 100

/** The page of an account or of one of its users: its referrals, rewards and timeline. */
export function AccountColumns({ accountId, children }: AccountColumnsProps) {
  const referrals = useReferralsMade(accountId)
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex min-w-0 flex-col gap-6">
        <ReferralsMade accountId={accountId} />
        {/* Read already, and shown once their place is known. */}
        <div className={classes('flex flex-col gap-6', referrals.isPending && 'invisible')}>
          <Section title="Rewards">
            <RewardsOfAccount accountId={accountId} />
          </Section>
          <Section title="What happened">
            <AccountTimeline accountId={accountId} />
          </Section>
        </div>
      </div>
      <div className="flex min-w-0 flex-col gap-6">{children}</div>
    </div>
  )
}

function useReferralsMade(accountId: string) {
  return useOperation('listReferrals', { query: { referringAccountId: accountId, limit: SHOWN } })
}

/** The newest friends of an account. */
function ReferralsMade({ accountId }: { readonly accountId: string }) {
  const list = useReferralsMade(accountId)
  const total = list.data?.totalCount ?? null
  return (
    <Section
      title={total === null ? 'Referrals made' : `Referrals made (${total.toLocaleString()})`}
      actions={
        list.data?.nextCursor != null && (
          <ProgramLink page="referrals" search={{ referringAccountId: accountId }}>
            Show all
          </ProgramLink>
        )
      }
    >
      <Loaded query={list} label="Referrals made" lines={4}>
        {(data) =>
          data.referrals.length === 0 ? (
            <p className="text-soft">No friend has signed up with this account’s codes yet.</p>
          ) : (
            <ul className="flex flex-col divide-y divide-line">
              {data.referrals.map((it) => (
                <ReferralLine key={it.id} referral={it} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}

function ReferralLine({ referral }: { readonly referral: Referral }) {
  const { id, referredUser, referredAccountId, status } = referral
  const { dateReferralStarted, dateConverted, dateReferralEnded } = referral
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0">
        <ReferralLink referralId={id} className="font-medium break-words hover:underline">
          {accountName(referredAccountId, referredUser)}
        </ReferralLink>
        <p className="text-soft">
          Came <DateTime at={dateReferralStarted} isDay />
          {dateConverted !== null && (
            <>
              , paid <DateTime at={dateConverted} isDay />
            </>
          )}
          {dateReferralEnded !== null && (
            <>
              , left <DateTime at={dateReferralEnded} isDay />
            </>
          )}
        </p>
      </div>
      <State kind="referral" value={status} />
    </li>
  )
}

/** `<RewardsOfAccount accountId={…} />`: the rewards of an account, and the rest of each. */
function RewardsOfAccount({ accountId }: { readonly accountId: string }) {
  const rewards = useOperation('listRewards', { query: { accountId, limit: MAX_REWARDS } })
  const balance = useOperation('readAccountReward', { params: { accountId } })
  const { data: made } = useReferralsMade(accountId)
  if (rewards.isError) return <ErrorState error={rewards.error} onRetry={rewards.refetch} />
  if (balance.isError) return <ErrorState error={balance.error} onRetry={balance.refetch} />
  if (rewards.data === undefined || balance.data === undefined) {
    return <TextSkeleton label="Rewards" lines={4} />
  }
  const { discountPercentage, uncappedPercentage, credits } = balance.data
  const reserved = reservedTexts(rewards.data.rewards)
  const waiting = rewards.data.rewards.filter((it) => (it.queuePosition ?? 0) > 0).length
  const timeUnits = rewards.data.rewards.flatMap((it) => (it.type === 'TIME_CREDIT' ? [it.unit] : []))
  const balances = credits.map(({ unit, available }) =>
    amountText(timeUnits.includes(unit) ? 'TIME_CREDIT' : 'CREDIT', available, unit),
  )
  return (
    <div className="flex flex-col gap-4">
      <p>
        <strong>{percentText(discountPercentage)}</strong> off the next bill
        {uncappedPercentage > discountPercentage && `, of ${percentText(uncappedPercentage)} earned in all`}
        {reserved.length > 0 && `; credit on the next bill: ${reserved.join(', ')}`}
        {balances.length > 0 && `; available: ${balances.join(', ')}`}.
        {waiting > 0 && ` ${count(waiting, 'discount')} ${waiting === 1 ? 'waits' : 'wait'} for later bills.`}
      </p>
      {rewards.data.rewards.length === 0 ? (
        <p className="text-soft">This account has no rewards yet.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {rewards.data.rewards.slice(0, SHOWN).map((it) => (
            <RewardLine
              key={it.id}
              reward={it}
              referral={made?.referrals.find(({ id }) => id === it.referralId) ?? null}
            />
          ))}
        </ul>
      )}
      {rewards.data.rewards.length > SHOWN && (
        <ProgramLink page="rewards" search={{ accountId }}>
          All rewards of this account
        </ProgramLink>
      )}
    </div>
  )
}

/** What of credit is on the next bill already, by unit. */
function reservedTexts(rewards: readonly Reward[]): readonly string[] {
  const sums = new Map<string, number>()
  for (const it of rewards) {
    if (it.type !== 'CREDIT' || it.reservedCredit === undefined) continue
    sums.set(it.unit, (sums.get(it.unit) ?? 0) + it.reservedCredit)
  }
  return [...sums].map(([unit, sum]) => amountText('CREDIT', sum, unit))
}

type RewardLineProps = {
  readonly reward: Reward
  /** The referral that earned it, if it is among those that are shown. */
  readonly referral: Referral | null
}

function RewardLine({ reward, referral }: RewardLineProps) {
  const { statuses, dateCreated, dateExpires } = reward
  const queue = queueText(reward)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0">
        <p className="font-medium break-words">{rewardText(reward)}</p>
        <p className="text-soft">
          {sourceText(reward)}
          {referral !== null && ` (${accountName(referral.referredAccountId, referral.referredUser)})`},{' '}
          <DateTime at={dateCreated} isDay />
          {queue !== null && `, ${queue.toLowerCase()}`}
          {dateExpires !== null && (
            <>
              , until <DateTime at={dateExpires} isDay />
            </>
          )}
        </p>
      </div>
      <span className="flex gap-1">
        {statuses.map((it) => (
          <State key={it} kind="reward" value={it} />
        ))}
      </span>
    </li>
  )
}
