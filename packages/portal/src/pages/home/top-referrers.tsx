import type { StatisticsReferrer } from '@goodword/client'
import { Link } from '@tanstack/react-router'
import { Trophy } from 'lucide-react'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { referrerColumns, referrerKey } from '../referrers/referrer-columns.tsx'
import { useOpenReferrer } from '../referrers/use-open-referrer.ts'
import type { Range } from './range.ts'

type TopReferrersProps = {
  readonly referrers: readonly StatisticsReferrer[]
  readonly range: Pick<Range, 'from' | 'to'>
}

/** Lists the ten referrers with the most conversions of the range, with a link to the list of all. */
export function TopReferrers({ referrers, range: { from, to } }: TopReferrersProps) {
  const tenantAlias = useTenantAlias()
  const open = useOpenReferrer()
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-base font-semibold">Best referrers</h2>
        <Link
          to="/$tenantAlias/referrers"
          params={{ tenantAlias }}
          search={{ from, to }}
          className="text-link hover:underline"
        >
          All referrers
        </Link>
      </div>
      <DataTable
        label="Best referrers"
        columns={referrerColumns.filter((it) => !['visitors', 'ended', 'rate'].includes(it.name))}
        rows={referrers}
        keyOf={referrerKey}
        onOpen={open}
        empty={
          <EmptyState icon={<Trophy />} title="No conversions in this range">
            Referrers appear when a friend of theirs becomes a customer.
          </EmptyState>
        }
      />
    </section>
  )
}
