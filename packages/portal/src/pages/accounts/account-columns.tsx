import type { ReactNode } from 'react'
import { Section } from '../../components/page.tsx'
import { AccountTimeline } from './account-timeline.tsx'
import { ReferralsMade } from './referrals-made.tsx'
import { RewardsOfAccount } from './rewards-of-account.tsx'

type AccountColumnsProps = {
  readonly accountId: string
  /** What stands beside: who and what it is. */
  readonly children: ReactNode
}

/** The page of an account or of one of its people: what came of its codes, and what happened. */
export function AccountColumns({ accountId, children }: AccountColumnsProps) {
  return (
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
      <div className="flex min-w-0 flex-col gap-6">{children}</div>
    </div>
  )
}
