import type { Account } from '@goodword/client'
import { isErasedId } from '@goodword/domain/erased-id'
import { getRouteApi } from '@tanstack/react-router'
import { AccountSection } from '../../account/account-section.tsx'
import { AccountTimeline } from '../../account/account-timeline.tsx'
import { ReferralsMade } from '../../account/referrals-made.tsx'
import { RewardsOfAccount } from '../../account/rewards-of-account.tsx'
import { standingText } from '../../account/standing-words.ts'
import { useOperation } from '../../api/use-operation.ts'
import { Badge } from '../../components/badge.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Page, Section } from '../../components/page.tsx'
import { TextSkeleton } from '../../components/skeleton.tsx'
import { DiscountsOfAccount } from './discounts-of-account.tsx'
import { PeopleOfAccount } from './people-of-account.tsx'

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
    <Page title={title} description={<Standing account={account.data} />} breadcrumb={breadcrumb}>
      <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <ReferralsMade accountId={accountId} />
          <Section title="Rewards">
            <RewardsOfAccount accountId={accountId} />
          </Section>
          <Section title="What happened">
            <AccountTimeline accountId={accountId} />
          </Section>
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <PeopleOfAccount accountId={accountId} />
          <AccountSection accountId={accountId} />
          <DiscountsOfAccount accountId={accountId} />
        </div>
      </div>
    </Page>
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
