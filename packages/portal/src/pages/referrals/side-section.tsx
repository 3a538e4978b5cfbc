import type { Referral, User } from '@goodword/client'
import { Link } from '@tanstack/react-router'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { Button } from '../../components/button.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { KeyValueList } from '../../components/key-value-list.tsx'
import { Section } from '../../components/page.tsx'
import { State } from '../../components/state.tsx'
import { useToast } from '../../components/toast.tsx'
import { personName } from '../../format/person-name.ts'
import { rewardText } from '../../format/reward-text.ts'
import { DecidedBy } from '../../moderation/decided-by.tsx'
import { useRole } from '../../session/use-role.ts'
import { useTenantAlias } from '../../session/use-tenant.ts'

type Side = 'REFERRER' | 'REFERRED'
type Decision = 'APPROVE' | 'DENY' | 'PEND'

const decided = { APPROVE: 'approved', DENY: 'denied', PEND: 'held' } as const satisfies Record<
  Decision,
  string
>
const undoOf = { APPROVED: 'APPROVE', DENIED: 'DENY', PENDING: 'PEND' } as const

/** One side of a referral: who it is, what it earns, and the decision of staff. */
export function SideSection({ referral, side }: { readonly referral: Referral; readonly side: Side }) {
  const { canReview } = useRole()
  const showToast = useToast()
  const isReferrer = side === 'REFERRER'
  const name = isReferrer ? 'referrer’s side' : 'friend’s side'
  const status = isReferrer ? referral.referrerModerationStatus : referral.referredModerationStatus
  const reward = isReferrer ? referral.referrerReward : referral.referredReward
  const moderate = useMutationOf('moderateReferrals')
  const decide = (decision: Decision, isUndo: boolean) =>
    moderate.mutate(
      { body: { actions: [{ referralId: referral.id, action: `${decision}_${side}` }] } },
      {
        onSuccess: () =>
          showToast({
            text: isUndo ? 'The decision was undone.' : `The ${name} was ${decided[decision]}.`,
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
            <Person
              key="person"
              user={isReferrer ? referral.referrerUser : referral.referredUser}
              accountId={isReferrer ? referral.referringAccountId : referral.referredAccountId}
            />,
          ],
          ['Review', <State key="review" kind="moderation" value={status} />],
          [
            'Decided by',
            <DecidedBy
              key="decision"
              decision={isReferrer ? referral.referrerDecision : referral.referredDecision}
            />,
          ],
          ['Reward', reward === null ? noReward(referral, status) : rewardText(reward)],
        ]}
      />
      {canReview && (
        <div className="mt-4 flex flex-wrap gap-2">
          {status !== 'APPROVED' && (
            <Button kind="primary" isBusy={moderate.isPending} onClick={() => decide('APPROVE', false)}>
              Approve the {name}
            </Button>
          )}
          {status !== 'DENIED' && (
            <Button isBusy={moderate.isPending} onClick={() => decide('DENY', false)}>
              Deny the {name}
            </Button>
          )}
        </div>
      )}
      {moderate.isError && <ErrorState error={moderate.error} />}
    </Section>
  )
}

function noReward({ status, reasons }: Referral, review: 'APPROVED' | 'PENDING' | 'DENIED'): string {
  if (review === 'DENIED') return 'None: it was denied'
  if (review === 'PENDING' && reasons.includes('REFERRER_BLOCKED'))
    return 'None while the referrer is blocked'
  if (review === 'PENDING') return 'None until it is approved'
  return status === 'IN_PROGRESS' ? 'When the friend pays' : 'None'
}

function Person({ user, accountId }: { readonly user: User | null; readonly accountId: string }) {
  const tenantAlias = useTenantAlias()
  if (user === null) return <>Account {accountId}, no person identified yet</>
  return (
    <Link
      to="/$tenantAlias/participants/$accountId/$userId"
      params={{ tenantAlias, accountId: user.accountId, userId: user.id }}
      className="text-link hover:underline"
    >
      {personName(user)}
    </Link>
  )
}
