import type { User } from '@goodword/client'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { AccountSection } from '../../account/account-section.tsx'
import { AccountTimeline } from '../../account/account-timeline.tsx'
import { ReferralsMade } from '../../account/referrals-made.tsx'
import { RewardsOfAccount } from '../../account/rewards-of-account.tsx'
import { useOperation } from '../../api/use-operation.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Page, Section } from '../../components/page.tsx'
import { TextSkeleton } from '../../components/skeleton.tsx'
import { personName } from '../../format/person-name.ts'
import { useRole } from '../../session/use-role.ts'
import { AttributeByHand } from './attribute-by-hand.tsx'
import { BlockParticipant } from './block-participant.tsx'
import { CodeSection } from './code-section.tsx'
import { EditParticipant } from './edit-participant.tsx'
import { GiveReward } from './give-reward.tsx'
import { PersonalDataSection } from './personal-data-section.tsx'

const route = getRouteApi('/staff/$tenantAlias/participants/$accountId/$userId')

export function ParticipantPage() {
  const { tenantAlias, accountId, userId } = route.useParams()
  const user = useOperation('readUser', { params: { accountId, userId } })
  const breadcrumb = [
    { label: 'Participants', to: '/$tenantAlias/participants', params: { tenantAlias } },
  ] as const
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
          <CodeSection user={user.data} />
          <AccountSection accountId={accountId} user={user.data} />
          <PersonalDataSection user={user.data} />
        </div>
      </div>
    </Page>
  )
}

function Actions({ user }: { readonly user: User }) {
  const { canWrite, canReview } = useRole()
  const [opened, setOpened] = useState<'edit' | 'reward' | 'block' | 'attribute' | null>(null)
  const close = () => setOpened(null)
  if (!canReview) return null
  return (
    <>
      <Button onClick={() => setOpened('block')}>{user.dateBlocked === null ? 'Block' : 'Unblock'}</Button>
      {canWrite && (
        <>
          {user.dateBlocked === null && (
            <Button onClick={() => setOpened('attribute')}>Add a referral</Button>
          )}
          <Button onClick={() => setOpened('edit')}>Edit</Button>
          <Button kind="primary" onClick={() => setOpened('reward')}>
            Give a reward
          </Button>
        </>
      )}
      <BlockParticipant user={user} isOpen={opened === 'block'} onClose={close} />
      <AttributeByHand user={user} isOpen={opened === 'attribute'} onClose={close} />
      <EditParticipant user={user} isOpen={opened === 'edit'} onClose={close} />
      <GiveReward user={user} isOpen={opened === 'reward'} onClose={close} />
    </>
  )
}
