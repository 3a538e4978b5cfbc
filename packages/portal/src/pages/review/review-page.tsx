import type { Referral } from '@goodword/client'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/error-state.tsx'
import { Page, Section } from '../../components/page.tsx'
import { Pagination } from '../../components/pagination.tsx'
import { TextSkeleton } from '../../components/skeleton.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { count } from '../../format/count.ts'
import { useList } from '../../lists/use-list.ts'
import { useRole } from '../../session/use-role.ts'
import { AccountName } from '../accounts/account-name.tsx'
import { fraudRuleNames } from '../program/program-words.ts'
import { Evidence } from './evidence.tsx'
import { QueueList } from './queue-list.tsx'
import { ownerName } from './reward-owner.ts'
import { RulesSection } from './rules-section.tsx'
import { useDecisions } from './use-decisions.ts'
import { rewardsText, waitingRewards } from './waiting-rewards.ts'

const NONE: ReadonlySet<string> = new Set()

const route = getRouteApi('/staff/$tenantAlias/review')

export function ReviewPage() {
  const { tab = 'waiting', period = '30d' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Page title="Review" description={descriptions[tab]}>
      <Tabs
        label="Review"
        value={tab}
        onChange={(next) => void navigate({ search: { tab: next === 'waiting' ? undefined : next } })}
        tabs={[
          { name: 'waiting', label: 'Waiting', content: <Waiting key="waiting" waitsFor="DECISION" /> },
          {
            name: 'unconfirmed',
            label: 'Not confirmed',
            content: <Waiting key="unconfirmed" waitsFor="CONFIRMATION" />,
          },
          {
            name: 'rules',
            label: 'Rules',
            content: (
              <RulesSection
                period={period}
                onPeriod={(next) => void navigate({ search: { tab: 'rules', period: next } })}
              />
            ),
          },
        ]}
      />
    </Page>
  )
}

const descriptions = {
  waiting: 'A reward that waits is given when you approve it. The oldest come first.',
  unconfirmed:
    'Only web pages reported these friends, which anybody can do. Each reward is given by itself when your server or your payment processor confirms the payment; you can also decide now.',
  rules: 'What each fraud rule found, and what your team decided about it.',
}

function Waiting({ waitsFor }: { readonly waitsFor: 'DECISION' | 'CONFIRMATION' }) {
  const { fraudRule, shadowFraudRule, referringAccountId } = route.useSearch()
  const list = useList('listReferrals', {
    query: { waitsFor, order: 'OLDEST', fraudRule, shadowFraudRule, referringAccountId },
  })
  const rule = fraudRule ?? shadowFraudRule
  return (
    <div className="flex flex-col gap-4">
      {rule !== undefined && <Only>Only what the rule “{fraudRuleNames[rule]}” found.</Only>}
      {referringAccountId !== undefined && (
        <Only>
          Only referrals by <AccountName accountId={referringAccountId} />.
        </Only>
      )}
      {list.isError ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : list.data === undefined ? (
        <TextSkeleton label="Waiting rewards" lines={10} />
      ) : list.data.referrals.length === 0 ? (
        <EmptyState
          icon={<ShieldCheck />}
          title={waitsFor === 'DECISION' ? 'Nothing is waiting for you' : 'Nothing waits for a confirmation'}
        >
          {referringAccountId !== undefined
            ? 'Everything about referrals by this account is decided.'
            : rule !== undefined
              ? 'Everything that this rule found is decided.'
              : waitsFor === 'DECISION'
                ? 'Referrals that a fraud rule holds appear here.'
                : 'Referrals that only web pages reported, and that are held, appear here.'}
        </EmptyState>
      ) : (
        <>
          <Queue referrals={list.data.referrals} />
          <Pagination pages={list.pages} totalCount={list.data.totalCount} noun="referrals" />
        </>
      )}
    </div>
  )
}

/** Says which part of the queue is shown, with the way back to all of it. */
function Only({ children }: { readonly children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <span>{children}</span>
      <Link from="/$tenantAlias/review" to="." search={{}} className="text-link hover:underline">
        Show all that waits
      </Link>
    </p>
  )
}

function Queue({ referrals }: { readonly referrals: readonly Referral[] }) {
  const { canReview } = useRole()
  const [openedId, setOpenedId] = useState<string | null>(null)
  const [chosen, setChosen] = useState(NONE)
  const { decide, undo, isBusy, error } = useDecisions(() => setChosen(NONE))
  const opened = referrals.find((it) => it.id === openedId) ?? referrals[0]
  const several = referrals.filter((it) => chosen.has(it.id))
  const meant = several.length > 0 ? several : opened === undefined ? [] : [opened]
  const choose = (id: string) =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((it) => it !== id) : [...before, id]))
  const onKey = (key: string) => {
    if (!canReview) return
    if (key === 'a') decide(meant, 'APPROVE')
    if (key === 'd') decide(meant, 'DENY')
    if (key === 'u') undo()
    if (key === 'x' && opened !== undefined) choose(opened.id)
  }
  const ofSame = referrals.filter((it) => it.referringAccountId === opened?.referringAccountId)
  const isAll = several.length === referrals.length
  const subject = rewardsText(waitingRewards(meant))
  const buttons = canReview ? (
    <div className="flex flex-wrap gap-2">
      <Button kind="primary" isBusy={isBusy} onClick={() => decide(meant, 'APPROVE')}>
        <span className="min-w-0 whitespace-normal wrap-anywhere">Approve {subject}</span>
      </Button>
      <Button isBusy={isBusy} onClick={() => decide(meant, 'DENY')}>
        <span className="min-w-0 whitespace-normal wrap-anywhere">Deny {subject}</span>
      </Button>
    </div>
  ) : (
    <p className="text-soft">Your role can look and not decide.</p>
  )
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex min-h-9 flex-wrap items-center justify-between gap-2">
          <Button
            kind="quiet"
            onClick={() => setChosen(isAll ? NONE : new Set(referrals.map((it) => it.id)))}
          >
            {isAll ? 'Choose none' : 'Choose all on this page'}
          </Button>
          <p className="text-xs text-soft max-md:hidden">
            <kbd>↑</kbd> <kbd>↓</kbd> move, <kbd>x</kbd> choose, <kbd>a</kbd> approve, <kbd>d</kbd> deny,{' '}
            <kbd>u</kbd> take back
          </p>
        </div>
        {opened !== undefined && ofSame.length > 1 && (
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <Button kind="quiet" onClick={() => setChosen(new Set(ofSame.map((it) => it.id)))}>
              Choose all {ofSame.length.toLocaleString()} by {ownerName(opened, 'REFERRER')}
            </Button>
            <Link
              from="/$tenantAlias/review"
              to="."
              search={(it) => ({ ...it, referringAccountId: opened.referringAccountId })}
              className="text-link hover:underline"
            >
              Show only these
            </Link>
          </p>
        )}
        <QueueList
          referrals={referrals}
          openedId={opened?.id ?? null}
          chosen={chosen}
          onOpen={setOpenedId}
          onChoose={choose}
          onKey={onKey}
        />
      </div>
      <div className="min-w-0 lg:sticky lg:top-20 lg:self-start">
        <Section
          title={several.length > 1 ? `${count(several.length, 'referral')} chosen` : 'What to decide'}
        >
          {several.length > 1 ? (
            <>
              <p className="mb-4 text-soft">A decision is about the waiting rewards of all of them.</p>
              {buttons}
            </>
          ) : (
            opened !== undefined && <Evidence referral={several[0] ?? opened}>{buttons}</Evidence>
          )}
          {error !== null && <ErrorState error={error} />}
        </Section>
      </div>
    </div>
  )
}
