import type { User } from '@goodword/client'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Page } from '../../components/page.tsx'
import { TextSkeleton } from '../../components/skeleton.tsx'
import { personName } from '../../format/person-name.ts'
import { useRole } from '../../session/use-role.ts'
import { AccountActions } from '../accounts/account-actions.tsx'
import { AccountColumns } from '../accounts/account-columns.tsx'
import { AccountSection } from '../accounts/account-section.tsx'
import { CodeSection } from './code-section.tsx'
import { EditParticipant } from './edit-participant.tsx'
import { MailPreferencesSection } from './mail-preferences-section.tsx'
import { PersonalDataSection } from './personal-data-section.tsx'

const route = getRouteApi('/staff/$tenantAlias/participants/$accountId/$userId')

export function ParticipantPage() {
  const { tenantAlias, accountId, userId } = route.useParams()
  const user = useOperation('readUser', { params: { accountId, userId } })
  const breadcrumb = [{ label: 'People', to: '/$tenantAlias/participants', params: { tenantAlias } }] as const
  if (user.isError || user.data === undefined) {
    return (
      <Page title="Person" breadcrumb={breadcrumb}>
        {user.isError ? (
          <ErrorState error={user.error} onRetry={user.refetch} />
        ) : (
          <TextSkeleton label="Person" lines={12} />
        )}
      </Page>
    )
  }
  return (
    <Page
      title={personName(user.data)}
      description={
        <span className="flex flex-wrap items-center gap-2">
          {user.data.email ?? 'No e-mail address is known.'}
          {user.data.dateBlocked !== null && <Badge tone="danger">Blocked</Badge>}
        </span>
      }
      breadcrumb={breadcrumb}
      actions={<Actions user={user.data} />}
    >
      <AccountColumns accountId={accountId}>
        <CodeSection user={user.data} />
        <AccountSection accountId={accountId} user={user.data} />
        <MailPreferencesSection user={user.data} />
        <PersonalDataSection user={user.data} />
      </AccountColumns>
    </Page>
  )
}

function Actions({ user }: { readonly user: User }) {
  const { canWrite } = useRole()
  const [isEditing, setEditing] = useState(false)
  const { accountId, id: userId, dateBlocked } = user
  return (
    <AccountActions {...{ accountId, userId, dateBlocked }} name={personName(user)} referrer={user}>
      {canWrite && <Button onClick={() => setEditing(true)}>Edit</Button>}
      <EditParticipant user={user} isOpen={isEditing} onClose={() => setEditing(false)} />
    </AccountActions>
  )
}
