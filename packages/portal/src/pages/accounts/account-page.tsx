import type { Account } from '@goodword/client'
import { isErasedId } from '@goodword/domain/values/erased-id'
import { getRouteApi } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { buttonLook } from '../../components/button.tsx'
import { ProgramLink } from '../../components/links.tsx'
import { Page, Section } from '../../components/page.tsx'
import { Badge } from '../../components/texts/badge.tsx'
import { DateTime } from '../../components/texts/date-time.tsx'
import { Loaded, Unread } from '../../components/texts/error-state.tsx'
import { Money } from '../../components/texts/money.tsx'
import { State } from '../../components/texts/state.tsx'
import { AccountActions } from './account-actions.tsx'
import { AccountColumns } from './account-columns.tsx'
import { AccountLink } from './account-link.tsx'
import { AccountSection, standingText } from './sections/account-section.tsx'

const route = getRouteApi('/staff/$tenantAlias/accounts/$accountId')

const MAX_SHOWN = 20

/** Everything about one account, also before anybody of it is identified and without a referral. */
export function AccountPage() {
  const { tenantAlias, accountId } = route.useParams()
  const account = useOperation('readAccount', { params: { accountId } })
  // Read before anything is shown: the buttons that depend on them would move the page when they arrive.
  const first = useOperation('listUsers', { query: { accountId, order: 'OLDEST', limit: 1 } })
  const waiting = useOperation('listReferrals', {
    query: { referringAccountId: accountId, waitsFor: 'DECISION', limit: 1 },
  })
  const breadcrumb = [{ label: 'People', to: '/$tenantAlias/users', params: { tenantAlias } }] as const
  const title = isErasedId(accountId) ? 'Erased account' : `Account ${accountId}`
  if (account.isError || account.data === undefined || first.isPending || waiting.isPending) {
    return (
      <Page title={title} breadcrumb={breadcrumb}>
        <Unread query={account} label="Account" lines={12} />
      </Page>
    )
  }
  return (
    <Page
      title={title}
      description={<Standing account={account.data} />}
      breadcrumb={breadcrumb}
      actions={
        // A referral is added by the code of the person who was identified first.
        <AccountActions
          accountId={accountId}
          dateBlocked={account.data.dateBlocked}
          name={title}
          userId={null}
          referrer={first.data?.users[0] ?? null}
        >
          {waiting.data !== undefined && waiting.data.count > 0 && (
            <ReviewLink accountId={accountId} count={waiting.data.totalCount ?? 0} />
          )}
        </AccountActions>
      }
    >
      <AccountColumns accountId={accountId}>
        <UsersOfAccount accountId={accountId} />
        <AccountSection accountId={accountId} />
        <DiscountsOfAccount account={account.data} />
      </AccountColumns>
    </Page>
  )
}

type ReviewLinkProps = {
  readonly accountId: string
  /** 0 if it is not known. */
  readonly count: number
}

/** Leads to the referrals of the account that wait for a decision. */
function ReviewLink({ accountId, count }: ReviewLinkProps) {
  return (
    <ProgramLink page="review" search={{ referringAccountId: accountId }} className={buttonLook('secondary')}>
      Open in Review{count > 0 && ` (${count.toLocaleString()})`}
    </ProgramLink>
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

/** The discounts on the next bills of an account's subscriptions; nothing while it is no customer of a payment processor. */
function DiscountsOfAccount({
  account: { id: accountId, paymentProviderId },
}: {
  readonly account: Account
}) {
  const list = useOperation('listDiscounts', { query: { accountId, limit: MAX_SHOWN } })
  const isKnown = paymentProviderId !== null || list.isError || (list.data?.discounts ?? []).length > 0
  if (!isKnown) return null
  return (
    <Section title="Discounts at the payment processor">
      <Loaded query={list} label="Discounts" lines={2}>
        {(data) =>
          data.discounts.length === 0 ? (
            <p className="text-soft">None of its subscriptions has a discount.</p>
          ) : (
            <ul className="flex flex-col divide-y divide-line">
              {data.discounts.map((it) => (
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
          )
        }
      </Loaded>
      <p className="mt-3">
        <ProgramLink page="bills" search={{ accountId }}>
          All bills of this account
        </ProgramLink>
      </p>
    </Section>
  )
}

/** The people who were identified in an account. */
function UsersOfAccount({ accountId }: { readonly accountId: string }) {
  const list = useOperation('listUsers', { query: { accountId, limit: MAX_SHOWN } })
  return (
    <Section title="People">
      <Loaded query={list} label="People" lines={2}>
        {(data) =>
          data.users.length === 0 ? (
            <p className="text-soft">
              No person is identified yet. A payment converts the referral once a page or your server says who
              uses the account.
            </p>
          ) : (
            <ul className="flex flex-col divide-y divide-line">
              {data.users.map((user) => (
                <li key={user.id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
                  <AccountLink accountId={accountId} user={user} />
                  <code className="text-soft">{user.referralCode}</code>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {list.data != null && list.data.nextCursor !== null && (
        <p className="mt-2 text-soft">The newest {MAX_SHOWN} people are shown.</p>
      )}
    </Section>
  )
}
