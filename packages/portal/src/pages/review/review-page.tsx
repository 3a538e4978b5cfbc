import { getRouteApi } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { Select } from '../../components/fields/select.tsx'
import { TextLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Pagination } from '../../components/pagination.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { DateTime } from '../../components/texts/date-time.tsx'
import { EmptyState } from '../../components/texts/empty-state.tsx'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { TextSkeleton } from '../../components/texts/skeleton.tsx'
import { durationText } from '../../format/duration-text.ts'
import { count, moneyText } from '../../format/number-text.ts'
import { useList } from '../../lists/use-list.ts'
import { AccountName } from '../accounts/account-link.tsx'
import { fraudRuleWords } from '../program/program-words.ts'
import { Queue } from './queue.tsx'
import { RulesSection } from './rules-section.tsx'

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
  waiting: 'A reward that waits is given when you approve it.',
  unconfirmed:
    'Only web pages reported these friends, which anybody can do. Each reward is given by itself when your server or your payment processor confirms the payment; you can also decide now.',
  rules: 'What each fraud rule found, and what your team decided about it.',
}

const orders = [
  { value: 'amount', label: 'Most at stake' },
  { value: 'OLDEST', label: 'Waiting the longest' },
] as const

function Waiting({ waitsFor }: { readonly waitsFor: 'DECISION' | 'CONFIRMATION' }) {
  const { fraudRule, shadowFraudRule, referringAccountId, cluster, order } = route.useSearch()
  const navigate = route.useNavigate()
  const isAll = [fraudRule, shadowFraudRule, referringAccountId, cluster].every((it) => it === undefined)
  const isQueue = waitsFor === 'DECISION' && isAll
  const list = useList('listReferrals', {
    query:
      isQueue && order === undefined
        ? { waitsFor, sort: 'amountAtStake' }
        : { waitsFor, order: 'OLDEST', fraudRule, shadowFraudRule, referringAccountId, cluster },
  })
  // Read before anything is shown: the figures above the queue would move it when they arrive.
  const summary = useOperation('readReviewSummary', {})
  const rule = fraudRule ?? shadowFraudRule
  return (
    <div className="flex flex-col gap-4">
      {isQueue && list.data !== undefined && !summary.isPending && (
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <QueueSummary />
          {list.data.referrals.length > 1 && (
            <div className="w-56 max-w-full">
              <Select
                label="First"
                options={orders}
                value={order ?? 'amount'}
                onChange={(next) =>
                  void navigate({ search: { order: next === 'OLDEST' ? next : undefined } })
                }
              />
            </div>
          )}
        </div>
      )}
      {cluster !== undefined && (
        <Only>Only what waits around one referral: the same referrer, or something in common.</Only>
      )}
      {rule !== undefined && <Only>Only what the rule “{fraudRuleWords[rule].name}” found.</Only>}
      {referringAccountId !== undefined && (
        <Only>
          Only referrals by <AccountName accountId={referringAccountId} />.
        </Only>
      )}
      {list.isError ? (
        <ErrorState error={list.error} onRetry={list.refetch} />
      ) : list.data === undefined || summary.isPending ? (
        <TextSkeleton label="Waiting rewards" lines={10} />
      ) : list.data.referrals.length === 0 ? (
        <EmptyState
          icon={<ShieldCheck />}
          title={waitsFor === 'DECISION' ? 'Nothing is waiting for you' : 'Nothing waits for a confirmation'}
        >
          {cluster !== undefined
            ? 'Everything around this referral is decided.'
            : referringAccountId !== undefined
              ? 'Everything about referrals by this account is decided.'
              : rule !== undefined
                ? 'Everything that this rule found is decided.'
                : waitsFor === 'DECISION'
                  ? 'Referrals that a fraud rule holds appear here.'
                  : 'Referrals that only web pages reported, and that are held, appear here.'}
        </EmptyState>
      ) : (
        <>
          <Queue referrals={list.data.referrals} isRelatedOnly={cluster !== undefined} />
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
      <TextLink from="/$tenantAlias/review" to="." search={{}}>
        Show all that waits
      </TextLink>
    </p>
  )
}

/** The number of waiting referrals, the amount at stake, and how fast the team decides. */
function QueueSummary() {
  const { data } = useOperation('readReviewSummary', {})
  if (data === undefined || (data.referrals === 0 && data.decisions === 0)) return null
  const { referrals, referrerSides, friendSides, amountAtStake, withoutAmount, complete } = data
  const { overdue, dateOldestHeld, decisions, medianTimeToDecideMs } = data
  const more = complete ? '' : ' or more'
  return (
    <dl aria-label="In total" className="flex flex-wrap gap-x-8 gap-y-2">
      {referrals > 0 && (
        <Figure
          label="At stake"
          note={withoutAmount === 0 ? null : `${withoutAmount.toLocaleString()} without an amount`}
        >
          about {moneyText(amountAtStake.amount, amountAtStake.currency)}
          {more}
        </Figure>
      )}
      {referrals > 0 && (
        <Figure label="Waiting" note={`${count(referrerSides + friendSides, 'reward')}`}>
          {count(referrals, 'referral')}
          {more}
        </Figure>
      )}
      {dateOldestHeld !== null && (
        <Figure
          label="Longest since"
          note={overdue === 0 ? null : `${overdue.toLocaleString()} overdue`}
          isWarning={overdue > 0}
        >
          <DateTime at={dateOldestHeld} isDay />
        </Figure>
      )}
      {medianTimeToDecideMs !== null && (
        <Figure label="Half decided within" note={`${count(decisions, 'decision')} in 30 days`}>
          {durationText(medianTimeToDecideMs)}
        </Figure>
      )}
    </dl>
  )
}

type FigureProps = {
  readonly label: string
  readonly note: string | null
  readonly isWarning?: boolean
  readonly children: React.ReactNode
}

function Figure({ label, note, isWarning = false, children }: FigureProps) {
  return (
    <div>
      <dt className="text-xs text-soft">{label}</dt>
      <dd className="font-semibold">
        {children}
        {note !== null && (
          <span className={`block text-xs font-normal ${isWarning ? 'text-warning' : 'text-soft'}`}>
            {note}
          </span>
        )}
      </dd>
    </div>
  )
}
