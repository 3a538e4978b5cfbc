import type { Account, User } from '@goodword/client'
import { isErasedId } from '@goodword/domain/values/erased-id'
import { Link } from '@tanstack/react-router'
import { useOperation } from '../../../api/use-operation.ts'
import { useTenantAlias } from '../../../api/use-tenant-alias.ts'
import { ReferralLink } from '../../../components/links.tsx'
import { Section } from '../../../components/page.tsx'
import { DateTime } from '../../../components/texts/date-time.tsx'
import { Disclosure } from '../../../components/texts/disclosure.tsx'
import { Loaded } from '../../../components/texts/error-state.tsx'
import { KeyValueList } from '../../../components/texts/key-value-list.tsx'
import { State } from '../../../components/texts/state.tsx'
import { moneyText } from '../../../format/number-text.ts'
import { personName } from '../../../format/person-name.ts'

type AccountSectionProps = {
  readonly accountId: string
  /** The person whose page it is; their account has a page of its own then. */
  readonly user?: User
}

/** An account: whether a code still counts, its price, and its referrer. */
export function AccountSection({ accountId, user }: AccountSectionProps) {
  const account = useOperation('readAccount', { params: { accountId } })
  return (
    <Section title="Account">
      <Loaded query={account} label="Account" lines={6}>
        {(data) => <AccountValues account={data} user={user} />}
      </Loaded>
    </Section>
  )
}

function AccountValues({ account, user }: { readonly account: Account; readonly user: User | undefined }) {
  const { id, dateBlocked, dateCreated, paymentProviderId } = account
  return (
    <div className="flex flex-col gap-4">
      <KeyValueList
        entries={[
          ['Subscription', subscriptionText(account)],
          ['Came by', <CameBy key="referral" account={account} />],
          dateBlocked !== null && ['Blocked', <BlockValue key="blocked" account={account} />],
          ['Known since', <DateTime key="since" at={user?.dateCreated ?? dateCreated} />],
        ]}
      />
      <Disclosure summary="IDs">
        <KeyValueList
          entries={[
            [
              'Account',
              user === undefined ? <Id key="id" id={id} /> : <OwnPage key="id" account={account} />,
            ],
            user !== undefined && ['Person', <Id key="user" id={user.id} />],
            ['Customer', paymentProviderId ?? 'Not known yet'],
          ]}
        />
      </Disclosure>
    </div>
  )
}

function Id({ id }: { readonly id: string }) {
  return isErasedId(id) ? <span className="text-soft">Erased</span> : <code>{id}</code>
}

function OwnPage({ account: { id } }: { readonly account: Account }) {
  const tenantAlias = useTenantAlias()
  return (
    <Link
      to="/$tenantAlias/accounts/$accountId"
      params={{ tenantAlias, accountId: id }}
      className="text-link hover:underline"
    >
      {isErasedId(id) ? 'Erased account' : <code>{id}</code>}
    </Link>
  )
}

/** The referral by which an account came, and who made it. */
function CameBy({ account: { referral, standing } }: { readonly account: Account }) {
  const read = useOperation(
    'readReferral',
    { params: { referralId: referral?.id ?? '' } },
    { enabled: referral !== null },
  )
  if (referral === null) return <>{standingText(standing)}</>
  const referrer = read.data?.referrerUser
  return (
    <span className="flex flex-wrap items-center gap-2">
      <ReferralLink referralId={referral.id}>
        {referrer === undefined ? `Code ${referral.code}` : `${personName(referrer)}, code ${referral.code}`}
      </ReferralLink>
      <State kind="referral" value={referral.status} />
    </span>
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

/** Whether an account may still come by a code, as a sentence. */
export function standingText(standing: Account['standing']): string {
  switch (standing) {
    case 'OPEN':
      return 'No one yet. A referral code still counts.'
    case 'REFERRED':
      return 'It came by a referral.'
    case 'CLOSED':
      return 'No one. It paid before any code came, so no code counts any more.'
  }
}
