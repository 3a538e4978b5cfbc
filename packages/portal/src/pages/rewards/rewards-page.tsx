import type { Reward } from '@goodword/client'
import { getRouteApi, Link } from '@tanstack/react-router'
import { Coins, Gift } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../api/use-list.ts'
import { Button } from '../../components/button.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { DateTime } from '../../components/date-time.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { Page } from '../../components/page.tsx'
import { Pagination } from '../../components/pagination.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { Select } from '../../components/select.tsx'
import { State, stateOptions } from '../../components/state.tsx'
import { rewardText, sourceWords } from '../../format/reward-text.ts'
import { useRole } from '../../session/use-role.ts'
import { RedeemDialog } from './redeem-dialog.tsx'
import { RewardDrawer } from './reward-drawer.tsx'

const route = getRouteApi('/staff/$tenantAlias/rewards')

const columns: readonly Column<Reward>[] = [
  { name: 'reward', label: 'Reward', isTitle: true, cell: (it) => <RewardLink reward={it} /> },
  {
    name: 'account',
    label: 'Account',
    cell: (it) => (
      <span title={it.accountId} className="line-clamp-3 break-all md:min-w-24">
        {it.accountId}
      </span>
    ),
  },
  { name: 'source', label: 'Earned for', cell: (it) => sourceWords[it.rewardSource] },
  {
    name: 'status',
    label: 'Status',
    cell: (it) => (
      <span className="flex flex-wrap gap-1 max-md:justify-end">
        {it.statuses.map((each) => (
          <State key={each} kind="reward" value={each} />
        ))}
      </span>
    ),
  },
  { name: 'created', label: 'Created', cell: (it) => <DateTime at={it.dateCreated} isDay /> },
  { name: 'expires', label: 'Expires', cell: (it) => <DateTime at={it.dateExpires} isDay /> },
]

const types = [
  { value: 'PCT_DISCOUNT', label: 'Discount' },
  { value: 'CREDIT', label: 'Credit' },
  { value: 'TIME_CREDIT', label: 'Time' },
  { value: 'FEATURE', label: 'Feature' },
] as const

export function RewardsPage() {
  const { status, type, accountId, reward } = route.useSearch()
  const navigate = route.useNavigate()
  const { canWrite } = useRole()
  const [isRedeeming, setRedeeming] = useState(false)
  const list = useList('listRewards', { query: { status, type, accountId } })
  const isFiltered = status !== undefined || type !== undefined || accountId !== undefined
  const filter = (change: {
    readonly status?: typeof status
    readonly type?: typeof type
    readonly accountId?: string | undefined
  }) => void navigate({ search: { status, type, accountId, ...change } })
  const show = (id: string | undefined) => void navigate({ search: (it) => ({ ...it, reward: id }) })
  return (
    <Page
      title="Rewards"
      description="What participants and their friends have earned. A referrer is rewarded for a friend who pays; the friend is rewarded for having come by a link or code."
      actions={
        canWrite && (
          <Button icon={<Coins />} onClick={() => setRedeeming(true)}>
            Redeem credit
          </Button>
        )
      }
    >
      <FilterBar isFiltered={isFiltered} onClear={() => void navigate({ search: {} })}>
        <SearchField
          label="Account ID"
          value={accountId ?? ''}
          onChange={(it) => filter({ accountId: it.trim() === '' ? undefined : it.trim() })}
        />
        <Select
          label="Status"
          hasHiddenLabel
          empty="Any status"
          options={stateOptions('reward')}
          value={status ?? null}
          onChange={(it) => filter({ status: it ?? undefined })}
        />
        <Select
          label="Type"
          hasHiddenLabel
          empty="Any type"
          options={types}
          value={type ?? null}
          onChange={(it) => filter({ type: it ?? undefined })}
        />
      </FilterBar>
      {list.isError ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : (
        <>
          <DataTable
            label="Rewards"
            columns={columns}
            rows={list.data?.rewards}
            keyOf={(it) => it.id}
            onOpen={(it) => show(it.id)}
            isStale={list.isPlaceholderData}
            empty={
              isFiltered ? (
                <EmptyState icon={<Gift />} title="No reward fits these filters">
                  An account is found by its whole ID, exactly as your server wrote it.
                </EmptyState>
              ) : (
                <EmptyState icon={<Gift />} title="No rewards yet">
                  Rewards are created when referrals start and convert, and when you give one by hand on the
                  page of a participant.
                </EmptyState>
              )
            }
          />
          <Pagination pages={list.pages} totalCount={list.data?.totalCount} noun="rewards" />
        </>
      )}
      <RewardDrawer
        rewardId={reward}
        listed={list.data?.rewards.find((it) => it.id === reward)}
        onClose={() => show(undefined)}
      />
      <RedeemDialog isOpen={isRedeeming} onClose={() => setRedeeming(false)} accountId={accountId ?? ''} />
    </Page>
  )
}

function RewardLink({ reward }: { readonly reward: Reward }) {
  return (
    <Link
      from="/$tenantAlias/rewards"
      to="."
      search={(it) => ({ ...it, reward: reward.id })}
      className="break-words hover:underline"
    >
      {rewardText(reward)}
    </Link>
  )
}
