import { MIN_DECISIONS } from '@goodword/contract/fraud/fraud-rules'
import { getRouteApi } from '@tanstack/react-router'
import { ShieldCheck, ShieldQuestion } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { Select } from '../../components/fields/select.tsx'
import { ProgramLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Pagination } from '../../components/pagination.tsx'
import { useNow } from '../../components/program-clock.ts'
import { Tabs } from '../../components/tabs.tsx'
import { Badge } from '../../components/texts/badge.tsx'
import { DateTime } from '../../components/texts/date-time.tsx'
import { EmptyState } from '../../components/texts/empty-state.tsx'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { TextSkeleton } from '../../components/texts/skeleton.tsx'
import { durationText } from '../../format/duration-text.ts'
import { count, moneyText } from '../../format/number-text.ts'
import { useList } from '../../lists/use-list.ts'
import { AccountName } from '../accounts/account-link.tsx'
import { precisionText, type RuleRow, recallText, rowsOf } from '../program/fraud/rule-words.ts'
import { fraudModeNames, fraudRuleWords } from '../program/program-words.ts'
import { Queue } from './queue.tsx'

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
      <ProgramLink page="review">Show all that waits</ProgramLink>
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

type RulesSectionProps = {
  readonly period: PeriodName
  readonly onPeriod: (period: PeriodName) => void
}

const DAY_MS = 86_400_000

/** How far back the figures of fraud rules go, by the name in the address of the page. */
const periods = {
  '7d': { days: 7, label: 'Last 7 days' },
  '30d': { days: 30, label: 'Last 30 days' },
  '90d': { days: 90, label: 'Last 90 days' },
  '12m': { days: 365, label: 'Last 12 months' },
} as const
type PeriodName = keyof typeof periods

/** The findings of each fraud rule and the decisions of staff about them, in active and in shadow mode. */
function RulesSection({ period, onPeriod }: RulesSectionProps) {
  const now = useNow()
  const [openedAt] = useState(now)
  const { days } = periods[period]
  // Without a day the range ends today by the program's own clock, which a test program may have moved.
  const query = period === '30d' ? {} : { from: String(openedAt - (days - 1) * DAY_MS) }
  const rules = useOperation('readFraudRules', { query })
  if (rules.isError) return <ErrorState error={rules.error} onRetry={rules.refetch} />
  const rows = rules.data === undefined ? undefined : rowsOf(rules.data.rules)
  const isEmpty = rows?.every((it) => it.flagged.referrals === 0) ?? false
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <p className="max-w-2xl text-soft">
          A rule looks for friends who are not real or not new. Each referral that it finds has two sides, and
          both are counted by how they are decided now. <em>Right</em> is how often your team denied what a
          rule found, <em>Found of all denied</em> how much of what your team denied the rule found. Both are
          shown from {MIN_DECISIONS} decisions on; until then you see how many there are. A rule that is often
          right can be <em>{fraudModeNames.active}</em>.
        </p>
        <Select
          label="Found in"
          options={Object.entries(periods).map(([value, { label }]) => ({ value, label }))}
          value={period}
          onChange={(it) => isPeriod(it) && onPeriod(it)}
        />
      </div>
      {rules.data?.recounting === true && (
        <Notice kind="info" title="The figures are being counted">
          What was found before is still being added.
        </Notice>
      )}
      {isEmpty && (
        <EmptyState icon={<ShieldQuestion />} title="No rule has found anything in this time">
          When a rule finds that friend and referrer may be one person, the referral is counted here, also by
          rules that only watch.
        </EmptyState>
      )}
      {!isEmpty && (
        <DataTable
          label="Fraud rules"
          columns={columnsOf(rules.data?.denied ?? 0)}
          rows={rows}
          keyOf={(it) => `${it.rule.rule} ${it.mode}`}
          isStale={rules.isPlaceholderData}
          empty={null}
        />
      )}
      {rules.data !== undefined && (
        <p className="text-xs text-soft">
          Found from <DateTime at={rules.data.dateStarts} isDay /> to{' '}
          <DateTime at={rules.data.dateEnds - 1} isDay />. Decisions by your server count as those of your
          team.
        </p>
      )}
    </div>
  )
}

function isPeriod(name: string | null): name is PeriodName {
  return name !== null && Object.hasOwn(periods, name)
}

const numberText = (value: number) => value.toLocaleString()

/** @param denied the referrals that staff denied, flagged or not */
const columnsOf = (denied: number): readonly Column<RuleRow>[] => [
  { name: 'rule', label: 'Rule', isTitle: true, cell: (it) => <RuleName row={it} /> },
  {
    name: 'referrals',
    label: 'Referrals found',
    isNumeric: true,
    cell: (it) => <FoundLink row={it} />,
  },
  {
    name: 'denied',
    label: 'Sides denied by staff',
    isNumeric: true,
    cell: (it) => numberText(it.flagged.deniedByStaff),
  },
  {
    name: 'approved',
    label: 'Approved by staff',
    isNumeric: true,
    cell: (it) => numberText(it.flagged.approvedByStaff),
  },
  // A rule has these once, whatever its mode was when it found something.
  {
    name: 'right',
    label: 'Right',
    isNumeric: true,
    cell: (it) => (it.isMain ? precisionText(it.rule) : ''),
  },
  {
    name: 'found',
    label: 'Found of all denied',
    isNumeric: true,
    cell: (it) => (it.isMain ? recallText(it.rule, denied) : ''),
  },
  {
    name: 'rule-denied',
    label: 'Denied by a rule',
    isNumeric: true,
    cell: (it) => numberText(it.flagged.deniedByRule),
  },
  { name: 'pending', label: 'Waiting', isNumeric: true, cell: (it) => <WaitingLink row={it} /> },
  { name: 'left', label: 'Not decided', isNumeric: true, cell: (it) => numberText(it.flagged.notDecided) },
]

function RuleName({ row: { rule, mode, isPresent } }: { readonly row: RuleRow }) {
  return (
    <>
      {fraudRuleWords[rule.rule].name}{' '}
      {isPresent ? (
        <Badge tone={mode === 'active' ? 'warning' : 'info'}>{fraudModeNames[mode]}</Badge>
      ) : (
        <Badge>
          {rule.mode === 'off' && rule[mode].referrals === 0
            ? fraudModeNames.off
            : `While ${whileWords[mode]}`}
        </Badge>
      )}
      <span className="mt-0.5 block text-xs font-normal text-soft">{rule.message}</span>
    </>
  )
}

const whileWords = { active: 'it was active', shadow: 'it watched' } as const

function FoundLink({ row: { rule, mode, flagged } }: { readonly row: RuleRow }) {
  if (flagged.referrals === 0) return numberText(0)
  return (
    <ProgramLink
      page="referrals"
      search={mode === 'active' ? { fraudRule: rule.rule } : { shadowFraudRule: rule.rule }}
      title="All referrals that it found"
    >
      {numberText(flagged.referrals)}
    </ProgramLink>
  )
}

function WaitingLink({ row: { rule, mode, flagged } }: { readonly row: RuleRow }) {
  if (flagged.pending === 0) return numberText(0)
  return (
    <ProgramLink
      page="review"
      search={mode === 'active' ? { fraudRule: rule.rule } : { shadowFraudRule: rule.rule }}
      title="What waits for a decision"
    >
      {numberText(flagged.pending)}
    </ProgramLink>
  )
}
