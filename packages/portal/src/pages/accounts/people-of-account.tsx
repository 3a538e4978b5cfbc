import { Link } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { Section } from '../../components/page.tsx'
import { TextSkeleton } from '../../components/skeleton.tsx'
import { personName } from '../../format/person-name.ts'

const MAX_SHOWN = 20

/** The people who were identified in an account. */
export function PeopleOfAccount({ accountId }: { readonly accountId: string }) {
  const tenantAlias = useTenantAlias()
  const list = useOperation('listUsers', { query: { accountId, limit: MAX_SHOWN } })
  return (
    <Section title="People">
      {list.isError ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : list.data === undefined ? (
        <TextSkeleton label="People" lines={2} />
      ) : list.data.users.length === 0 ? (
        <p className="text-soft">
          No person is identified yet. A payment converts the referral once a page or your server says who
          uses the account.
        </p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {list.data.users.map((user) => (
            <li key={user.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
              <Link
                to="/$tenantAlias/participants/$accountId/$userId"
                params={{ tenantAlias, accountId, userId: user.id }}
                className="min-w-0 wrap-anywhere text-link hover:underline"
              >
                {personName(user)}
              </Link>
              <code className="text-soft">{user.referralCode}</code>
            </li>
          ))}
        </ul>
      )}
      {list.data != null && list.data.nextCursor !== null && (
        <p className="mt-2 text-soft">The newest {MAX_SHOWN} people are shown.</p>
      )}
    </Section>
  )
}
