import type { Reward } from '@goodword/client'
import { getRouteApi } from '@tanstack/react-router'
import { Gift } from 'lucide-react'
import { useList } from '../../api/use-list.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { DateTime } from '../../components/date-time.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { Page } from '../../components/page.tsx'
import { Pagination } from '../../components/pagination.tsx'
import { Select } from '../../components/select.tsx'
import { State, stateOptions } from '../../components/state.tsx'
import { rewardText } from '../../format/reward-text.ts'

const route = getRouteApi('/staff/$tenantAlias/rewards')

const sources = { REFERRED: 'Was referred', FRIEND_SIGNUP: 'Referred a friend', MANUAL: 'Given by hand' }

const columns: readonly Column<Reward>[] = [
  { name: 'reward', label: 'Reward', isTitle: true, cell: rewardText },
  { name: 'account', label: 'Account', cell: (it) => it.accountId },
  { name: 'source', label: 'Earned for', cell: (it) => sources[it.rewardSource] },
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
  const { status, type } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useList('listRewards', { query: { status, type } })
  const isFiltered = status !== undefined || type !== undefined
  return (
    <Page title="Rewards">
      <FilterBar isFiltered={isFiltered} onClear={() => void navigate({ search: {} })}>
        <Select
          label="Status"
          hasHiddenLabel
          empty="Any status"
          options={stateOptions('reward')}
          value={status ?? null}
          onChange={(it) => void navigate({ search: { type, status: it ?? undefined } })}
        />
        <Select
          label="Type"
          hasHiddenLabel
          empty="Any type"
          options={types}
          value={type ?? null}
          onChange={(it) => void navigate({ search: { status, type: it ?? undefined } })}
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
            isStale={list.isPlaceholderData}
            empty={
              <EmptyState
                icon={<Gift />}
                title={isFiltered ? 'No reward fits these filters' : 'No rewards yet'}
              >
                Rewards are created when referrals start and convert, and when you give one by hand.
              </EmptyState>
            }
          />
          <Pagination pages={list.pages} totalCount={list.data?.totalCount} noun="rewards" />
        </>
      )}
    </Page>
  )
}
