import type { Referral } from '@goodword/client'
import { useNavigate } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useList } from '../../api/use-list.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { DateTime } from '../../components/date-time.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Page } from '../../components/page.tsx'
import { Pagination } from '../../components/pagination.tsx'
import { State } from '../../components/state.tsx'
import { personName } from '../../format/person-name.ts'
import { useTenantAlias } from '../../session/use-tenant.ts'

const columns: readonly Column<Referral>[] = [
  { name: 'referrer', label: 'Referrer', isTitle: true, cell: (it) => personName(it.referrerUser) },
  { name: 'friend', label: 'Friend’s account', cell: (it) => it.referredAccountId },
  {
    name: 'why',
    label: 'Why it is held',
    cell: (it) => {
      const texts = it.fraudSignals.filter((each) => !each.shadow).map((each) => each.message)
      return texts.length === 0 ? 'Held by staff' : texts.join(' ')
    },
  },
  {
    name: 'referrer-side',
    label: 'Referrer’s side',
    cell: (it) => <State kind="moderation" value={it.referrerModerationStatus} />,
  },
  {
    name: 'friend-side',
    label: 'Friend’s side',
    cell: (it) => <State kind="moderation" value={it.referredModerationStatus} />,
  },
  { name: 'started', label: 'Started', cell: (it) => <DateTime at={it.dateReferralStarted} isDay /> },
]

export function ReviewPage() {
  const list = useList('listReferrals', { query: { moderationStatus: 'PENDING' } })
  const tenantAlias = useTenantAlias()
  const navigate = useNavigate()
  return (
    <Page title="Review" description="Referrals with a held side: it has no reward until you approve it.">
      {list.isError ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : (
        <>
          <DataTable
            label="Held referrals"
            columns={columns}
            rows={list.data?.referrals}
            keyOf={(it) => it.id}
            isStale={list.isPlaceholderData}
            onOpen={({ id }) =>
              void navigate({
                to: '/$tenantAlias/referrals/$referralId',
                params: { tenantAlias, referralId: id },
              })
            }
            empty={
              <EmptyState icon={<ShieldCheck />} title="Nothing is waiting for you">
                Referrals that a fraud rule holds appear here.
              </EmptyState>
            }
          />
          <Pagination pages={list.pages} totalCount={list.data?.totalCount} noun="referrals" />
        </>
      )}
    </Page>
  )
}
