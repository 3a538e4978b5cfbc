import { Link } from '@tanstack/react-router'
import { useConnection } from '../../api/use-connection.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { DateTime } from '../../components/date-time.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Money } from '../../components/money.tsx'
import { Section } from '../../components/page.tsx'
import { TextSkeleton } from '../../components/skeleton.tsx'
import { State } from '../../components/state.tsx'

const MAX_SHOWN = 20

/** What the subscriptions of an account have off their next bills; nothing while no payment processor is connected. */
export function DiscountsOfAccount({ accountId }: { readonly accountId: string }) {
  const tenantAlias = useTenantAlias()
  const isConnected = useConnection().data != null
  const list = useOperation(
    'listDiscounts',
    { query: { accountId, limit: MAX_SHOWN } },
    { enabled: isConnected },
  )
  if (!isConnected) return null
  return (
    <Section title="Discounts at the payment processor">
      {list.isError ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : list.data === undefined ? (
        <TextSkeleton label="Discounts" lines={2} />
      ) : list.data.discounts.length === 0 ? (
        <p className="text-soft">None of its subscriptions has a discount.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {list.data.discounts.map((it) => (
            <li
              key={it.subscriptionId}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
            >
              <span className="min-w-0">
                {it.expectedAmount === null ? (
                  'The percentage of what is used'
                ) : (
                  <Money amount={it.expectedAmount} currency={it.currency} />
                )}{' '}
                off
                {it.dateNextBill !== null && (
                  <>
                    {' '}
                    on <DateTime at={it.dateNextBill} isDay />
                  </>
                )}
              </span>
              <State kind="discount" value={it.state} />
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3">
        <Link
          to="/$tenantAlias/bills"
          params={{ tenantAlias }}
          search={{ tab: 'all', accountId }}
          className="text-link hover:underline"
        >
          All bills of this account
        </Link>
      </p>
    </Section>
  )
}
