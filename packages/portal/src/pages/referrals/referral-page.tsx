import type { Referral } from '@goodword/client'
import { getRouteApi } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { Page, Section } from '../../components/page.tsx'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { TextSkeleton } from '../../components/texts/skeleton.tsx'
import { State } from '../../components/texts/state.tsx'
import { accountName, personName } from '../../format/person-name.ts'
import { AccountTimeline } from '../accounts/sections/account-timeline.tsx'
import { signalText } from '../review/signal-text.ts'
import { BillsOfSide } from './bills-of-referral.tsx'
import { ReferralPath } from './referral-path.tsx'
import { SideSection } from './side-section.tsx'

const route = getRouteApi('/staff/$tenantAlias/referrals/$referralId')

export function ReferralPage() {
  const { tenantAlias, referralId } = route.useParams()
  const referral = useOperation('readReferral', { params: { referralId } })
  const review = useOperation('readReferralReview', { params: { referralId } })
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
  const { referrerUser, referredUser, referringAccountId, referredAccountId, status } = referral.data
  const friend = accountName(referredAccountId, referredUser)
  return (
    <Page
      title={`${personName(referrerUser)} referred ${friend}`}
      description={<State kind="referral" value={status} />}
      breadcrumb={breadcrumb}
    >
      <div className="flex flex-col gap-6">
        <ReferralPath referral={referral.data} review={review.data} />
        {review.isError && <ErrorState error={review.error} onRetry={review.refetch} />}
        <Signals referral={referral.data} />
        <div className="grid items-start gap-6 md:grid-cols-2">
          <SideSection referral={referral.data} review={review.data} side="REFERRER" />
          <SideSection referral={referral.data} review={review.data} side="REFERRED" />
          <BillsOfSide title="Bills of the referrer" accountId={referringAccountId} />
          <BillsOfSide title="Bills of the friend" accountId={referredAccountId} />
        </div>
        <Section title="Why? What happened to the friend’s account">
          <AccountTimeline accountId={referredAccountId} />
        </Section>
        <p className="text-xs text-soft">
          Referral ID <code>{referral.data.id}</code>
        </p>
      </div>
    </Page>
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
