import { getRouteApi } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { CopyField } from '../../components/copy-field.tsx'
import { DateTime } from '../../components/date-time.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { KeyValueList } from '../../components/key-value-list.tsx'
import { Page, Section } from '../../components/page.tsx'
import { TextSkeleton } from '../../components/skeleton.tsx'
import { personName } from '../../format/person-name.ts'

const route = getRouteApi('/staff/$tenantAlias/participants/$accountId/$userId')

export function ParticipantPage() {
  const { tenantAlias, accountId, userId } = route.useParams()
  const user = useOperation('readUser', { params: { accountId, userId } })
  const breadcrumb = [
    { label: 'Participants', to: '/$tenantAlias/participants', params: { tenantAlias } },
  ] as const
  if (user.data === undefined) {
    return (
      <Page title="Participant" breadcrumb={breadcrumb}>
        {user.isError ? (
          <ErrorState error={user.error} onRetry={user.refetch} />
        ) : (
          <TextSkeleton label="Participant" lines={6} />
        )}
      </Page>
    )
  }
  const { email, referralCode, shareLinks, dateCreated, id } = user.data
  return (
    <Page title={personName(user.data)} breadcrumb={breadcrumb}>
      <div className="grid gap-6 lg:grid-cols-2">
        <Section title="Participant">
          <KeyValueList
            entries={[
              ['E-mail', email ?? '–'],
              ['Account', accountId],
              ['User', id],
              ['Code', <code key="code">{referralCode}</code>],
              ['Since', <DateTime key="since" at={dateCreated} />],
            ]}
          />
        </Section>
        <Section title="Share link">
          <CopyField label="Share link" hasHiddenLabel value={shareLinks.direct} />
        </Section>
      </div>
    </Page>
  )
}
