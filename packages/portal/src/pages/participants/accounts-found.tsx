import { isErasedId } from '@goodword/domain/values/erased-id'
import { Link } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { personName } from '../../format/person-name.ts'

const MAX_SHOWN = 5

/** Accounts whose ID or customer ID begins as what is searched for: those without a person are found nowhere else. */
export function AccountsFound({ query }: { readonly query: string }) {
  const tenantAlias = useTenantAlias()
  const found = useOperation('listAccounts', { query: { query, limit: MAX_SHOWN } })
  if (found.isError) return <ErrorState error={found.error} onRetry={found.refetch} />
  const { accounts, nextCursor } = found.data ?? { accounts: [], nextCursor: null }
  if (accounts.length === 0) return null
  return (
    <div className="card mb-4 px-5 py-3">
      <ul aria-label="Accounts" className="flex flex-col divide-y divide-line">
        {accounts.map(({ id, user, paymentProviderId }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 py-1.5">
            <span className="text-soft">Account</span>
            <Link
              to="/$tenantAlias/accounts/$accountId"
              params={{ tenantAlias, accountId: id }}
              className="wrap-anywhere text-link hover:underline"
            >
              {isErasedId(id) ? 'Erased account' : id}
            </Link>
            <span className="text-soft wrap-anywhere">
              {[user === null ? 'no person identified yet' : personName(user), paymentProviderId]
                .filter((it) => it !== null)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
      {nextCursor !== null && <p className="text-xs text-soft">Type more to find others.</p>}
    </div>
  )
}
