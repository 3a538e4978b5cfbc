import type { Referral } from '@goodword/client'
import { Link } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { DateTime } from '../../components/date-time.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Section } from '../../components/page.tsx'
import { TextSkeleton } from '../../components/skeleton.tsx'
import { State } from '../../components/state.tsx'
import { accountName } from '../../format/person-name.ts'

const SHOWN = 10

/** The newest friends of an account. */
export function ReferralsMade({ accountId }: { readonly accountId: string }) {
  const tenantAlias = useTenantAlias()
  const list = useOperation('listReferrals', { query: { referringAccountId: accountId, limit: SHOWN } })
  const total = list.data?.totalCount ?? null
  return (
    <Section
      title={total === null ? 'Referrals made' : `Referrals made (${total.toLocaleString()})`}
      actions={
        list.data?.nextCursor != null && (
          <Link
            to="/$tenantAlias/referrals"
            params={{ tenantAlias }}
            search={{ referringAccountId: accountId }}
            className="text-link hover:underline"
          >
            Show all
          </Link>
        )
      }
    >
      {list.isError ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : list.data === undefined ? (
        <TextSkeleton label="Referrals made" lines={4} />
      ) : list.data.referrals.length === 0 ? (
        <p className="text-soft">No friend has signed up with this account’s codes yet.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {list.data.referrals.map((it) => (
            <ReferralLine key={it.id} referral={it} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function ReferralLine({ referral }: { readonly referral: Referral }) {
  const tenantAlias = useTenantAlias()
  const { id, referredUser, referredAccountId, status, dateReferralStarted } = referral
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0">
        <Link
          to="/$tenantAlias/referrals/$referralId"
          params={{ tenantAlias, referralId: id }}
          className="font-medium break-words hover:underline"
        >
          {accountName(referredAccountId, referredUser)}
        </Link>
        <p className="text-soft">
          <DateTime at={dateReferralStarted} isDay />
        </p>
      </div>
      <State kind="referral" value={status} />
    </li>
  )
}
