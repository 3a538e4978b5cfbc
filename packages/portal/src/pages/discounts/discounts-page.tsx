import type { SubscriptionDiscount } from '@goodword/client'
import { getRouteApi } from '@tanstack/react-router'
import { ReceiptText } from 'lucide-react'
import { useList } from '../../api/use-list.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { DateTime } from '../../components/date-time.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { Money } from '../../components/money.tsx'
import { Page } from '../../components/page.tsx'
import { Pagination } from '../../components/pagination.tsx'
import { Select } from '../../components/select.tsx'
import { State, stateOptions } from '../../components/state.tsx'

const route = getRouteApi('/staff/$tenantAlias/discounts')

const columns: readonly Column<SubscriptionDiscount>[] = [
  { name: 'account', label: 'Account', isTitle: true, cell: (it) => it.accountId },
  { name: 'subscription', label: 'Subscription', cell: (it) => <code>{it.subscriptionId}</code> },
  {
    name: 'expected',
    label: 'Expected',
    isNumeric: true,
    cell: (it) => <Money amount={it.expectedAmount} currency={it.currency} />,
  },
  {
    name: 'actual',
    label: 'At the processor',
    isNumeric: true,
    cell: (it) => <Money amount={it.actualAmount} currency={it.currency} />,
  },
  { name: 'state', label: 'State', cell: (it) => <State kind="discount" value={it.state} /> },
  { name: 'bill', label: 'Next bill', cell: (it) => <DateTime at={it.dateNextBill} isDay /> },
  { name: 'checked', label: 'Checked', cell: (it) => <DateTime at={it.dateChecked} /> },
]

export function DiscountsPage() {
  const { state } = route.useSearch()
  const navigate = route.useNavigate()
  const list = useList('listDiscounts', { query: { state } })
  return (
    <Page
      title="Discounts"
      description="What each subscription’s next bill should have off, and what the payment processor takes off."
    >
      <FilterBar isFiltered={state !== undefined} onClear={() => void navigate({ search: {} })}>
        <Select
          label="State"
          hasHiddenLabel
          empty="Any state"
          options={stateOptions('discount')}
          value={state ?? null}
          onChange={(it) => void navigate({ search: { state: it ?? undefined } })}
        />
      </FilterBar>
      {list.isError ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : (
        <>
          <DataTable
            label="Discounts"
            columns={columns}
            rows={list.data?.discounts}
            keyOf={(it) => it.subscriptionId}
            isStale={list.isPlaceholderData}
            empty={
              <EmptyState icon={<ReceiptText />} title="No discounts here">
                Subscriptions at the payment processor appear once their account has a reward.
              </EmptyState>
            }
          />
          <Pagination pages={list.pages} totalCount={list.data?.totalCount} noun="discounts" />
        </>
      )}
    </Page>
  )
}
