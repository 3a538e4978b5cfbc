import { Repeat2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { FilterBar } from '../../components/filter-bar.tsx'
import { Money } from '../../components/money.tsx'
import { Pagination } from '../../components/pagination.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { Select } from '../../components/select.tsx'
import { BlockSkeleton, TableSkeleton, TextSkeleton } from '../../components/skeleton.tsx'
import { Stat, StatRow } from '../../components/stat.tsx'
import { State, stateOptions } from '../../components/state.tsx'

type Row = {
  readonly id: string
  readonly name: string
  readonly status: 'CONVERTED' | 'IN_PROGRESS'
  readonly amount: number
}

const rows: readonly Row[] = [
  { id: '1', name: 'Ada Lovelace', status: 'CONVERTED', amount: 19.96 },
  { id: '2', name: 'محمد بن موسى', status: 'IN_PROGRESS', amount: 0 },
  {
    id: '3',
    name: 'Bartholomew-Alexander Featherstonehaugh-Cholmondeley',
    status: 'CONVERTED',
    amount: 4.99,
  },
]

const columns: readonly Column<Row>[] = [
  { name: 'name', label: 'Referrer', isTitle: true, sortBy: 'name', cell: (it) => it.name },
  { name: 'status', label: 'Status', cell: (it) => <State kind="referral" value={it.status} /> },
  {
    name: 'amount',
    label: 'Discounts',
    isNumeric: true,
    cell: (it) => <Money amount={it.amount} currency="EUR" />,
  },
]

const pages = {
  hasPrevious: false,
  hasNext: true,
  isMidway: false,
  toNext: () => undefined,
  toPrevious: () => undefined,
}

export function ListExamples() {
  const [status, setStatus] = useState<'IN_PROGRESS' | 'CONVERTED' | 'ENDED' | null>('CONVERTED')
  const [query, setQuery] = useState('')
  const [opened, setOpened] = useState('nothing')
  return (
    <div className="mt-6 flex flex-col gap-6">
      <StatRow>
        <Stat label="Clicks" value="1,200" hint="840 visitors" />
        <Stat label="Started" value="120" />
        <Stat label="Converted" value="30" hint="25% of those who started" />
        <Stat label="Revenue" value={<Money amount={1796.4} currency="EUR" />} />
      </StatRow>
      <div>
        <FilterBar isFiltered={status !== null} onClear={() => setStatus(null)}>
          <SearchField label="Search referrers" value={query} onChange={setQuery} />
          <Select
            label="Status"
            hasHiddenLabel
            empty="Any status"
            options={stateOptions('referral')}
            value={status}
            onChange={setStatus}
          />
        </FilterBar>
        <DataTable
          label="Referrals"
          columns={columns}
          rows={rows}
          keyOf={(it) => it.id}
          onOpen={(it) => setOpened(it.name)}
          sort={{ by: 'name', isDescending: true, onSort: () => undefined }}
          empty={null}
        />
        <Pagination pages={pages} totalCount={48} noun="referrals" />
        <p aria-live="polite">Opened: {opened}</p>
      </div>
      <EmptyState
        icon={<Repeat2 />}
        title="No referrals yet"
        actions={<Button kind="primary">Install</Button>}
      >
        A referral starts when a friend signs up with a referrer’s link or code.
      </EmptyState>
      <TableSkeleton columns={4} label="Referrals" rows={3} />
      <TextSkeleton label="Program" />
      <BlockSkeleton label="Chart" height="6rem" />
    </div>
  )
}
