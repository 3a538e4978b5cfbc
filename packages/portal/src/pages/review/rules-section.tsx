import { MIN_DECISIONS } from '@goodword/contract/fraud/fraud-rules'
import { ShieldQuestion } from 'lucide-react'
import { useState } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { type Column, DataTable } from '../../components/data-table.tsx'
import { Select } from '../../components/fields/select.tsx'
import { TextLink } from '../../components/links.tsx'
import { useNow } from '../../components/program-clock.ts'
import { Badge } from '../../components/texts/badge.tsx'
import { DateTime } from '../../components/texts/date-time.tsx'
import { EmptyState } from '../../components/texts/empty-state.tsx'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { precisionText, type RuleRow, recallText, rowsOf } from '../program/fraud/rule-words.ts'
import { fraudModeNames, fraudRuleWords } from '../program/program-words.ts'

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
export function RulesSection({ period, onPeriod }: RulesSectionProps) {
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

const number = (value: number) => value.toLocaleString()

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
    cell: (it) => number(it.flagged.deniedByStaff),
  },
  {
    name: 'approved',
    label: 'Approved by staff',
    isNumeric: true,
    cell: (it) => number(it.flagged.approvedByStaff),
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
    cell: (it) => number(it.flagged.deniedByRule),
  },
  { name: 'pending', label: 'Waiting', isNumeric: true, cell: (it) => <WaitingLink row={it} /> },
  { name: 'left', label: 'Not decided', isNumeric: true, cell: (it) => number(it.flagged.notDecided) },
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
  const tenantAlias = useTenantAlias()
  if (flagged.referrals === 0) return number(0)
  return (
    <TextLink
      to="/$tenantAlias/referrals"
      params={{ tenantAlias }}
      search={mode === 'active' ? { fraudRule: rule.rule } : { shadowFraudRule: rule.rule }}
      title="All referrals that it found"
    >
      {number(flagged.referrals)}
    </TextLink>
  )
}

function WaitingLink({ row: { rule, mode, flagged } }: { readonly row: RuleRow }) {
  const tenantAlias = useTenantAlias()
  if (flagged.pending === 0) return number(0)
  return (
    <TextLink
      to="/$tenantAlias/review"
      params={{ tenantAlias }}
      search={mode === 'active' ? { fraudRule: rule.rule } : { shadowFraudRule: rule.rule }}
      title="What waits for a decision"
    >
      {number(flagged.pending)}
    </TextLink>
  )
}
