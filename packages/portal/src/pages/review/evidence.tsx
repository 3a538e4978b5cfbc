import type { Referral, User } from '@goodword/client'
import { Link } from '@tanstack/react-router'
import { DateTime } from '../../components/date-time.tsx'
import { State } from '../../components/state.tsx'
import { personName } from '../../format/person-name.ts'
import { rewardText } from '../../format/reward-text.ts'
import { DecidedBy } from '../../moderation/decided-by.tsx'
import { useTenantAlias } from '../../session/use-tenant.ts'

/** Both sides of a referral beside each other, with what fraud rules found. */
export function Evidence({ referral }: { readonly referral: Referral }) {
  const tenantAlias = useTenantAlias()
  const { fraudSignals, referrerUser, referredUser, referredAccountId } = referral
  const live = fraudSignals.filter((it) => !it.shadow)
  const shadow = fraudSignals.filter((it) => it.shadow)
  return (
    <div className="flex flex-col gap-4">
      <ul className="list-disc pl-5">
        {live.length === 0 && <li>{withoutSignal(referral)}</li>}
        {live.map(({ rule, message }) => (
          <li key={rule}>{message}</li>
        ))}
        {shadow.map(({ rule, message }) => (
          <li key={rule} className="text-soft">
            {message} (rule in shadow mode, without effect)
          </li>
        ))}
      </ul>
      <div>
        <table className="w-full table-fixed text-left [&_time]:whitespace-normal" aria-label="Evidence">
          <thead>
            <tr className="border-b border-line text-xs text-soft">
              <th scope="col" className="w-20 py-1.5 pr-3 font-medium">
                <span className="sr-only">What</span>
              </th>
              <th scope="col" className="py-1.5 pr-3 font-medium">
                Referrer
              </th>
              <th scope="col" className="py-1.5 font-medium">
                Friend
              </th>
            </tr>
          </thead>
          <tbody>
            {rowsOf(referrerUser, referredUser).map(({ label, values: [referrer, friend], isSame }) => (
              <ComparedRow
                key={label}
                label={label}
                referrer={<span className="break-all">{referrer}</span>}
                friend={
                  <span className="break-all">
                    {friend}
                    {isSame && <strong className="ml-1.5 text-warning">same</strong>}
                  </span>
                }
              />
            ))}
            <ComparedRow
              label="Known since"
              referrer={<DateTime at={referrerUser.dateCreated} />}
              friend={<DateTime at={referredUser?.dateCreated ?? referral.dateReferralStarted} />}
            />
            <ComparedRow
              label="Reward"
              referrer={rewardOf(referral.referrerReward)}
              friend={rewardOf(referral.referredReward)}
            />
            <ComparedRow
              label="Review"
              referrer={<State kind="moderation" value={referral.referrerModerationStatus} />}
              friend={<State kind="moderation" value={referral.referredModerationStatus} />}
            />
            <ComparedRow
              label="Decided by"
              referrer={<DecidedBy decision={referral.referrerDecision} />}
              friend={<DecidedBy decision={referral.referredDecision} />}
            />
          </tbody>
        </table>
      </div>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <State kind="referral" value={referral.status} />
        <Link
          to="/$tenantAlias/referrals/$referralId"
          params={{ tenantAlias, referralId: referral.id }}
          className="text-link hover:underline"
        >
          Timeline of {referredUser === null ? referredAccountId : personName(referredUser)}
        </Link>
      </p>
    </div>
  )
}

type ComparedRowProps = {
  readonly label: string
  readonly referrer: React.ReactNode
  readonly friend: React.ReactNode
}

/** One fact about both sides. */
function ComparedRow({ label, referrer, friend }: ComparedRowProps) {
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="py-1.5 pr-3 text-left font-normal text-soft">
        {label}
      </th>
      <td className="py-1.5 pr-3">{referrer}</td>
      <td className="py-1.5">{friend}</td>
    </tr>
  )
}

/** Why it is held without a fraud rule. */
function withoutSignal({ reasons }: Referral): string {
  return reasons.includes('REFERRER_BLOCKED')
    ? 'The referrer’s account is blocked. Unblocking it releases this side; a decision here counts for this referral alone.'
    : 'Staff held it; no fraud rule did.'
}

function rewardOf(reward: Referral['referrerReward']): string {
  return reward === null ? 'None yet' : rewardText(reward)
}

type EvidenceRow = {
  readonly label: string
  readonly values: readonly [string, string]
  readonly isSame: boolean
}

function rowsOf(referrer: User, friend: User | null): readonly EvidenceRow[] {
  const row = (label: string, textOf: (user: User) => string | null): EvidenceRow => {
    const values = [textOf(referrer), friend === null ? null : textOf(friend)] as const
    const isSame = values[0] !== null && values[0].toLowerCase() === values[1]?.toLowerCase()
    return { label, values: [values[0] ?? '–', values[1] ?? '–'], isSame }
  }
  return [
    row(
      'Name',
      ({ firstName, lastName }) => [firstName, lastName].filter((it) => it !== null).join(' ') || null,
    ),
    row('E-mail', (it) => it.email),
    row('Account', (it) => it.accountId),
    row('User', (it) => it.id),
    row('Code', (it) => it.referralCode),
  ]
}
