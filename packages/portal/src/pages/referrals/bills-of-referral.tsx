import type { BillWithUser } from '@goodword/client'
import { Link } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { Section } from '../../components/page.tsx'
import { DateTime } from '../../components/texts/date-time.tsx'
import { Money } from '../../components/texts/money.tsx'
import { State } from '../../components/texts/state.tsx'
import { reasonText } from '../bills/bill-words.ts'

const SHOWN = 6

/** The latest bills of one side: what was taken off, and why; nothing where no payment processor reported any. */
export function BillsOfSide({ title, accountId }: { readonly title: string; readonly accountId: string }) {
  const tenantAlias = useTenantAlias()
  const bills = useOperation('listBills', { query: { accountId, limit: SHOWN } })
  if (bills.data === undefined || bills.data.bills.length === 0) return null
  return (
    <Section
      title={title}
      actions={
        bills.data.nextCursor !== null && (
          <Link
            to="/$tenantAlias/bills"
            params={{ tenantAlias }}
            search={{ tab: 'all', accountId }}
            className="text-link hover:underline"
          >
            Show all
          </Link>
        )
      }
    >
      <ol aria-label={title} className="flex flex-col divide-y divide-line">
        {bills.data.bills.map((it) => (
          <BillLine key={it.id} bill={it} />
        ))}
      </ol>
    </Section>
  )
}

function BillLine({ bill }: { readonly bill: BillWithUser }) {
  const { date, price, charged, actualDiscount, currency, state } = bill
  return (
    <li className="py-2.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          <DateTime at={date} isDay />: <Money amount={charged} currency={currency} /> of{' '}
          <Money amount={price} currency={currency} />
        </span>
        {state === 'RIGHT' ? (
          <span className="text-soft">
            <Money amount={actualDiscount} currency={currency} /> off
          </span>
        ) : (
          <State kind="bill" value={state} />
        )}
      </div>
      {state !== 'RIGHT' && <p className="text-xs text-soft">{reasonText(bill)}</p>}
    </li>
  )
}
