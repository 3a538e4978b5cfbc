import type { Account, User } from '@goodword/client'
import { Link } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { DateTime } from '../../components/date-time.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { KeyValueList } from '../../components/key-value-list.tsx'
import { Section } from '../../components/page.tsx'
import { TextSkeleton } from '../../components/skeleton.tsx'
import { State } from '../../components/state.tsx'
import { moneyText } from '../../format/money-text.ts'
import { useTenantAlias } from '../../session/use-tenant.ts'

/** The participant's account: what it pays, and who referred it. */
export function AccountSection({ user }: { readonly user: User }) {
  const account = useOperation('readAccount', { params: { accountId: user.accountId } })
  return (
    <Section title="Account">
      {account.isError ? (
        <ErrorState error={account.error} onRetry={account.refetch} />
      ) : account.data === undefined ? (
        <TextSkeleton label="Account" lines={6} />
      ) : (
        <AccountValues user={user} account={account.data} />
      )}
    </Section>
  )
}

function AccountValues({ user, account }: { readonly user: User; readonly account: Account }) {
  const tenantAlias = useTenantAlias()
  const { referral } = account
  return (
    <KeyValueList
      entries={[
        ['Account ID', <code key="account">{account.id}</code>],
        ['User ID', <code key="user">{user.id}</code>],
        ['Customer', account.paymentProviderId ?? 'Not known yet'],
        ['Subscription', subscriptionText(account)],
        [
          'Referred by',
          referral === null ? (
            'No one'
          ) : (
            <span key="referral" className="flex flex-wrap items-center gap-2">
              <Link
                to="/$tenantAlias/referrals/$referralId"
                params={{ tenantAlias, referralId: referral.id }}
                className="text-link hover:underline"
              >
                Code {referral.code}
              </Link>
              <State kind="referral" value={referral.status} />
            </span>
          ),
        ],
        ...(account.dateBlocked === null
          ? []
          : [['Blocked', <BlockValue key="blocked" account={account} />] as const]),
        ['Known since', <DateTime key="since" at={user.dateCreated} />],
      ]}
    />
  )
}

function BlockValue({ account: { dateBlocked, blockReason } }: { readonly account: Account }) {
  return (
    <>
      <DateTime at={dateBlocked} />
      <span className="block break-words whitespace-pre-line text-soft">
        {blockReason ?? 'The reason was erased with a person of the account.'}
      </span>
    </>
  )
}

function subscriptionText({ subscription, currency }: Account): string {
  if (subscription === null) return 'None reported yet'
  const { status, value, billingIntervalType: type, billingIntervalValue: number } = subscription
  const price = value === undefined ? null : moneyText(value, currency)
  const interval =
    type === undefined
      ? null
      : `every ${number === undefined || number === 1 ? '' : `${number} `}${wordsOf(type, number)}`
  return [status?.toLowerCase() ?? 'status not reported', price, interval]
    .filter((it) => it !== null)
    .join(', ')
}

function wordsOf(type: string, number = 1): string {
  const word = type.toLowerCase().replace('_', '-')
  return number === 1 ? word : `${word}s`
}
