import type { Referral, ReferralReview } from '@goodword/client'
import { Link } from '@tanstack/react-router'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { DateTime } from '../../components/texts/date-time.tsx'
import { State } from '../../components/texts/state.tsx'
import { accountName } from '../../format/person-name.ts'
import { deciderText } from './decision-words.ts'
import { ownerName } from './reward-owner.ts'
import { historyText } from './stake-words.ts'

type EarlierDecisionsProps = { readonly referral: Referral; readonly review: ReferralReview }

/** What was decided before about the same people. */
export function EarlierDecisions({ referral, review }: EarlierDecisionsProps) {
  return (
    <section aria-label="Decided before" className="flex flex-col gap-3">
      <h3 className="font-semibold">Decided before</h3>
      {review.history.map((it) => (
        <div key={it.side}>
          <p className="break-words">
            <strong className="font-medium">{ownerName(referral, it.side)}</strong>{' '}
            <span className="text-soft">{historyText(it)}</span>
          </p>
          {it.latest.length > 0 && (
            <ul className="mt-1 flex flex-col divide-y divide-line">
              {it.latest.map((each) => (
                <Decision key={each.referralId} decision={each} />
              ))}
            </ul>
          )}
        </div>
      ))}
    </section>
  )
}

type Earlier = ReferralReview['history'][number]['latest'][number]

function Decision({ decision }: { readonly decision: Earlier }) {
  const tenantAlias = useTenantAlias()
  const { referralId, side, status, otherAccountId, otherUser, decision: made } = decision
  const other = accountName(otherAccountId, otherUser)
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 py-1.5">
      <span className="min-w-0">
        <Link
          to="/$tenantAlias/referrals/$referralId"
          params={{ tenantAlias, referralId }}
          className="text-link break-words hover:underline"
        >
          {side === 'REFERRER' ? `Referred ${other}` : `Came by ${other}`}
        </Link>
        {made !== null && (
          <span className="block text-xs text-soft">
            By {deciderText(made)}
            {made.date !== null && (
              <>
                , <DateTime at={made.date} isDay />
              </>
            )}
          </span>
        )}
      </span>
      <State kind="moderation" value={status} />
    </li>
  )
}
