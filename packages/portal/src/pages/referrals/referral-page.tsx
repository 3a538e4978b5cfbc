import type { Referral } from '@goodword/client'
import { getRouteApi } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { DateTime } from '../../components/date-time.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { KeyValueList } from '../../components/key-value-list.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page, Section } from '../../components/page.tsx'
import { TextSkeleton } from '../../components/skeleton.tsx'
import { State } from '../../components/state.tsx'
import { accountName, personName } from '../../format/person-name.ts'
import { AccountTimeline } from '../accounts/account-timeline.tsx'
import { signalText } from '../review/signal-text.ts'
import { SideSection } from './side-section.tsx'

const route = getRouteApi('/staff/$tenantAlias/referrals/$referralId')

export function ReferralPage() {
  const { tenantAlias, referralId } = route.useParams()
  const referral = useOperation('readReferral', { params: { referralId } })
  const breadcrumb = [{ label: 'Referrals', to: '/$tenantAlias/referrals', params: { tenantAlias } }] as const
  if (referral.isError || referral.data === undefined) {
    return (
      <Page title="Referral" breadcrumb={breadcrumb}>
        {referral.isError ? (
          <ErrorState error={referral.error} onRetry={referral.refetch} />
        ) : (
          <TextSkeleton label="Referral" lines={12} />
        )}
      </Page>
    )
  }
  const { referrerUser, referredUser, referredAccountId } = referral.data
  const friend = accountName(referredAccountId, referredUser)
  return (
    <Page title={`${personName(referrerUser)} referred ${friend}`} breadcrumb={breadcrumb}>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <Signals referral={referral.data} />
          <div className="grid gap-6 md:grid-cols-2">
            <SideSection referral={referral.data} side="REFERRER" />
            <SideSection referral={referral.data} side="REFERRED" />
          </div>
          <Section title="Why? What happened to the friend’s account">
            <AccountTimeline accountId={referredAccountId} />
          </Section>
        </div>
        <Section title="Referral">
          <Facts referral={referral.data} />
        </Section>
      </div>
    </Page>
  )
}

function Facts({ referral }: { readonly referral: Referral }) {
  const { status, referralCodeUsed, attributedByHand, dateReferralStarted, dateConverted } = referral
  const { dateReferralEnded, id } = referral
  return (
    <KeyValueList
      entries={[
        ['Status', <State key="status" kind="referral" value={status} />],
        [
          attributedByHand ? 'Added by your team, for the code' : 'Code used',
          <code key="code">{referralCodeUsed}</code>,
        ],
        ['Started', <DateTime key="started" at={dateReferralStarted} />],
        ['Converted', <DateTime key="converted" at={dateConverted} />],
        ['Ended', <DateTime key="ended" at={dateReferralEnded} />],
        ['Referral ID', <code key="id">{id}</code>],
      ]}
    />
  )
}

/** What fraud rules found; those in shadow mode are shown apart, because they have no effect. */
function Signals({ referral }: { readonly referral: Referral }) {
  const { fraudSignals } = referral
  if (fraudSignals.length === 0) return null
  const live = fraudSignals.filter((it) => !it.shadow)
  const shadow = fraudSignals.filter((it) => it.shadow)
  return (
    <>
      {live.length > 0 && (
        <Notice kind="warning" title="Fraud rules found something">
          <SignalList signals={live} referral={referral} />
        </Notice>
      )}
      {shadow.length > 0 && (
        <Notice kind="info" title="Found by rules in shadow mode, without effect">
          <SignalList signals={shadow} referral={referral} />
        </Notice>
      )}
    </>
  )
}

function SignalList({
  signals,
  referral,
}: {
  readonly signals: Referral['fraudSignals']
  readonly referral: Referral
}) {
  return (
    <ul className="list-disc pl-5">
      {signals.map((it) => (
        <li key={it.rule}>{signalText(it, referral)}</li>
      ))}
    </ul>
  )
}
