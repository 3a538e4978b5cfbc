import type { Account } from '@goodword/client'
import { isErasedId } from '@goodword/domain/values/erased-id'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { Badge } from '../../components/badge.tsx'
import { buttonLook } from '../../components/button.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Page } from '../../components/page.tsx'
import { TextSkeleton } from '../../components/skeleton.tsx'
import { AccountActions } from './account-actions.tsx'
import { AccountColumns } from './account-columns.tsx'
import { AccountSection } from './account-section.tsx'
import { DiscountsOfAccount } from './discounts-of-account.tsx'
import { PeopleOfAccount } from './people-of-account.tsx'
import { standingText } from './standing-words.ts'

const route = getRouteApi('/staff/$tenantAlias/accounts/$accountId')

/** Everything about one account, also before anybody of it is identified and without a referral. */
export function AccountPage() {
  const { tenantAlias, accountId } = route.useParams()
  const account = useOperation('readAccount', { params: { accountId } })
  const breadcrumb = [{ label: 'People', to: '/$tenantAlias/participants', params: { tenantAlias } }] as const
  const title = isErasedId(accountId) ? 'Erased account' : `Account ${accountId}`
  if (account.isError || account.data === undefined) {
    return (
      <Page title={title} breadcrumb={breadcrumb}>
        {account.isError ? (
          <ErrorState error={account.error} onRetry={account.refetch} />
        ) : (
          <TextSkeleton label="Account" lines={12} />
        )}
      </Page>
    )
  }
  return (
    <Page
      title={title}
      description={<Standing account={account.data} />}
      breadcrumb={breadcrumb}
      actions={<Actions account={account.data} name={title} />}
    >
      <AccountColumns accountId={accountId}>
        <PeopleOfAccount accountId={accountId} />
        <AccountSection accountId={accountId} />
        <DiscountsOfAccount accountId={accountId} />
      </AccountColumns>
    </Page>
  )
}

/** A referral is added by the code of the person who was identified first. */
function Actions({
  account: { id, dateBlocked },
  name,
}: {
  readonly account: Account
  readonly name: string
}) {
  const first = useOperation('listUsers', { query: { accountId: id, order: 'OLDEST', limit: 1 } })
  return (
    <AccountActions
      accountId={id}
      dateBlocked={dateBlocked}
      name={name}
      userId={null}
      referrer={first.data?.users[0] ?? null}
    >
      <ReviewLink accountId={id} />
    </AccountActions>
  )
}

/** Leads to the referrals of the account that wait for a decision; nothing while there is none. */
function ReviewLink({ accountId }: { readonly accountId: string }) {
  const tenantAlias = useTenantAlias()
  const waiting = useOperation('listReferrals', {
    query: { referringAccountId: accountId, waitsFor: 'DECISION', limit: 1 },
  })
  const count = waiting.data?.totalCount ?? 0
  if (waiting.data === undefined || waiting.data.count === 0) return null
  return (
    <Link
      to="/$tenantAlias/review"
      params={{ tenantAlias }}
      search={{ referringAccountId: accountId }}
      className={buttonLook('secondary')}
    >
      Open in Review{count > 0 && ` (${count.toLocaleString()})`}
    </Link>
  )
}

const referralTexts = {
  IN_PROGRESS: 'It came by a referral and has not converted yet.',
  CONVERTED: 'It came by a referral, which has converted.',
  ENDED: 'It came by a referral, which has ended.',
} as const

function Standing({ account: { standing, referral, dateBlocked } }: { readonly account: Account }) {
  const text = referral === null ? `Referred by: ${standingText(standing)}` : referralTexts[referral.status]
  return (
    <span className="flex flex-wrap items-center gap-2">
      {text}
      {dateBlocked !== null && <Badge tone="danger">Blocked</Badge>}
    </span>
  )
}
