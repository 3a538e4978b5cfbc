import type { Statistics } from '@goodword/client'
import { Link, useNavigate } from '@tanstack/react-router'
import { Trophy } from 'lucide-react'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { personName } from '../../format/person-name.ts'

type Referrer = Statistics['referrers'][number]

const columns: readonly Column<Referrer>[] = [
  { name: 'user', label: 'Referrer', isTitle: true, cell: (it) => <ReferrerLink referrer={it} /> },
  {
    name: 'code',
    label: 'Code',
    cell: (it) => (it.referralCode === null ? '–' : <code className="break-all">{it.referralCode}</code>),
  },
  { name: 'clicks', label: 'Clicks', isNumeric: true, cell: (it) => it.clicks.toLocaleString() },
  { name: 'started', label: 'Started', isNumeric: true, cell: (it) => it.attributed.toLocaleString() },
  { name: 'converted', label: 'Converted', isNumeric: true, cell: (it) => it.converted.toLocaleString() },
]

/** Lists the referrers with the most conversions of the range. */
export function TopReferrers({ referrers }: { readonly referrers: readonly Referrer[] }) {
  const tenantAlias = useTenantAlias()
  const navigate = useNavigate()
  const open = ({ accountId, userId }: Referrer) => {
    if (accountId === null || userId === null) return
    void navigate({
      to: '/$tenantAlias/participants/$accountId/$userId',
      params: { tenantAlias, accountId, userId },
    })
  }
  return (
    <section>
      <h2 className="mb-3 text-base font-semibold">Top referrers</h2>
      <DataTable
        label="Top referrers"
        columns={columns}
        rows={referrers}
        keyOf={(it) => it.referralCode ?? `${it.accountId} ${it.userId}`}
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

function ReferrerLink({ referrer }: { readonly referrer: Referrer }) {
  const { accountId, userId, firstName, lastName } = referrer
  const tenantAlias = useTenantAlias()
  if (accountId === null || userId === null) return <span className="text-soft">Erased</span>
  return (
    <Link
      to="/$tenantAlias/participants/$accountId/$userId"
      params={{ tenantAlias, accountId, userId }}
      className="break-all hover:underline"
    >
      {personName({ firstName, lastName, email: null, id: userId })}
    </Link>
  )
}
