import type { Referral, ReferralReview, Reward, User } from '@goodword/client'
import type { ModerationStatus } from '@goodword/domain/referrals/account'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { Button } from '../../components/button.tsx'
import { useToast } from '../../components/overlays/toast.tsx'
import { Section } from '../../components/page.tsx'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { KeyValueList } from '../../components/texts/key-value-list.tsx'
import { State } from '../../components/texts/state.tsx'
import { moneyText } from '../../format/number-text.ts'
import { amountText, rewardText } from '../../format/reward-text.ts'
import { useRole } from '../../session/use-session.ts'
import { AccountLink } from '../accounts/account-link.tsx'
import { DecidedBy } from '../review/decided-by.tsx'
import { ownersReward, type Side } from '../review/reward-owner.ts'
import type { Decision } from '../review/waiting-rewards.ts'

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
export function SideSection({ referral, review, side }: SideSectionProps) {
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
          ...(reward === null
            ? []
            : givenSoFar(
                reward,
                review?.sides.find((it) => it.side === side),
              )),
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
): readonly (readonly [string, string])[] {
  if (reward.type === 'CREDIT' || reward.type === 'TIME_CREDIT') {
    return [['Used', amountText(reward.type, reward.redeemedCredit ?? 0, reward.unit)]]
  }
  if (side === undefined || side.takenOff.length === 0) return []
  return [['Taken off bills', side.takenOff.map((it) => moneyText(it.amount, it.currency)).join(', ')]]
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
