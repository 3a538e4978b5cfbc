import { getRouteApi, Link } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { DateTime } from '../../components/date-time.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { KeyValueList } from '../../components/key-value-list.tsx'
import { Page, Section } from '../../components/page.tsx'
import { TextSkeleton } from '../../components/skeleton.tsx'
import { State } from '../../components/state.tsx'
import { Timeline } from '../../components/timeline.tsx'
import { personName } from '../../format/person-name.ts'

const route = getRouteApi('/staff/$tenantAlias/referrals/$referralId')

export function ReferralPage() {
  const { tenantAlias, referralId } = route.useParams()
  const referral = useOperation('readReferral', { params: { referralId } })
  const breadcrumb = [{ label: 'Referrals', to: '/$tenantAlias/referrals', params: { tenantAlias } }] as const
  if (referral.data === undefined) {
    return (
      <Page title="Referral" breadcrumb={breadcrumb}>
        {referral.isError ? (
          <ErrorState error={referral.error} onRetry={referral.refetch} />
        ) : (
          <TextSkeleton label="Referral" lines={8} />
        )}
      </Page>
    )
  }
  const it = referral.data
  return (
    <Page title={`Referral by ${personName(it.referrerUser)}`} breadcrumb={breadcrumb}>
      <div className="grid gap-6 lg:grid-cols-2">
        <Section title="Referral">
          <KeyValueList
            entries={[
              ['Status', <State key="status" kind="referral" value={it.status} />],
              [
                'Referrer',
                <Link
                  key="referrer"
                  to="/$tenantAlias/participants/$accountId/$userId"
                  params={{ tenantAlias, accountId: it.referrerUser.accountId, userId: it.referrerUser.id }}
                  className="text-link hover:underline"
                >
                  {personName(it.referrerUser)}
                </Link>,
              ],
              [
                'Referrer’s side',
                <State key="referrer-side" kind="moderation" value={it.referrerModerationStatus} />,
              ],
              ['Friend’s account', it.referredAccountId],
              [
                'Friend’s side',
                <State key="friend-side" kind="moderation" value={it.referredModerationStatus} />,
              ],
              ['Code', <code key="code">{it.referralCodeUsed}</code>],
              ['Started', <DateTime key="started" at={it.dateReferralStarted} />],
              ['Converted', <DateTime key="converted" at={it.dateConverted} />],
              ['Ended', <DateTime key="ended" at={it.dateReferralEnded} />],
            ]}
          />
        </Section>
        <Section title="What happened">
          <AccountTimeline accountId={it.referredAccountId} />
        </Section>
      </div>
    </Page>
  )
}

function AccountTimeline({ accountId }: { readonly accountId: string }) {
  const events = useOperation('listAccountEvents', { params: { accountId }, query: { limit: 50 } })
  if (events.isError) return <ErrorState error={events.error} onRetry={events.refetch} />
  if (events.data === undefined) return <TextSkeleton label="Timeline" lines={6} />
  const entries = events.data.events.map(({ id, date, message, actor }) => ({
    id,
    date,
    title: message,
    text: `By ${actor}`,
  }))
  return <Timeline label="What happened" entries={entries} />
}
