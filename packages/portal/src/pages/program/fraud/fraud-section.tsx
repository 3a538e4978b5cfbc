import type { FraudSimulation, Program } from '@goodword/client'
import { type FraudRuleName, fraudRuleNames, fraudRules } from '@goodword/domain/fraud/fraud'
import { type FraudRuleMode, fraudRuleModes } from '@goodword/domain/fraud/fraud-rule-mode'
import { type ReactNode, useState } from 'react'
import { useMutationOf } from '../../../api/use-mutation-of.ts'
import { useOperation } from '../../../api/use-operation.ts'
import { Button } from '../../../components/button.tsx'
import { type Column, DataTable } from '../../../components/data-table.tsx'
import { Select } from '../../../components/fields/select.tsx'
import { TextField } from '../../../components/fields/text-field.tsx'
import { ProgramLink, ReferralLink } from '../../../components/links.tsx'
import { Section } from '../../../components/page.tsx'
import { Pagination } from '../../../components/pagination.tsx'
import { useNow } from '../../../components/program-clock.ts'
import { DateTime } from '../../../components/texts/date-time.tsx'
import { ErrorState } from '../../../components/texts/error-state.tsx'
import { Money } from '../../../components/texts/money.tsx'
import { fraudModeNames, fraudRuleGroups, fraudRuleText, fraudRuleWords } from '../program-words.ts'
import type { SectionProps } from '../use-program-draft.ts'
import { FraudRuleRow, type RuleSetting } from './fraud-rule-row.tsx'
import { changedRules, decidedText, heldText } from './simulation-words.ts'

type FraudSectionProps = SectionProps & {
  /** The program as it is saved. */
  readonly base: Program
}

/** The fraud rules by group, each with its mode and thresholds, and the simulation of changes. */
export function FraudSection({ program, base, change }: FraudSectionProps) {
  const figures = useOperation('readFraudRules', { query: {} })
  const [search, setSearch] = useState('')
  const groups = fraudRuleGroups
    .map((it) => ({ ...it, rules: it.rules.filter((rule) => isFound(rule, search)) }))
    .filter((it) => it.rules.length > 0)
  return (
    <Section title="Fraud rules">
      <p className="mb-4 text-soft">
        They look for people who refer themselves, and for friends who are not real. Try a rule with{' '}
        <em>{fraudModeNames.shadow}</em> first, and look at what it finds under{' '}
        <ProgramLink page="review" search={{ tab: 'rules' }} className="text-link underline">
          Review
        </ProgramLink>
        .
      </p>
      {/* Enter in a field of the form would save the program. */}
      <search onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}>
        <TextField
          label="Search fraud rules"
          hasHiddenLabel
          type="search"
          placeholder="Search fraud rules"
          autoComplete="off"
          value={search}
          onChange={setSearch}
        />
      </search>
      <p role="status" className="sr-only">
        {search === '' ? '' : `${groups.flatMap((it) => it.rules).length} rules found.`}
      </p>
      {groups.length === 0 && <p className="mt-4 text-soft">No rule has these words.</p>}
      {groups.map(({ title, rules }) => (
        <RuleGroup
          key={title}
          title={title}
          modes={rules.map((rule) => settingOf(program, rule).mode)}
          isOpen={search !== '' || rules.some((rule) => isChanged(base, program, rule))}
        >
          <ul className="flex flex-col divide-y divide-line">
            {rules.map((rule) => (
              <FraudRuleRow
                key={rule}
                setting={settingOf(program, rule)}
                index={program.fraudRules.findIndex((it) => it.rule === rule)}
                figures={figures.data?.rules.find((it) => it.rule === rule)}
                isError={figures.isError}
                onChange={(next) => change({ fraudRules: withSetting(program, next) })}
              />
            ))}
          </ul>
        </RuleGroup>
      ))}
      <FraudSimulator base={base} program={program} />
    </Section>
  )
}

type RuleGroupProps = {
  readonly title: string
  readonly modes: readonly FraudRuleMode[]
  /** Kept open, as while a rule in it has an unsaved change whose field may have an error. */
  readonly isOpen: boolean
  readonly children: ReactNode
}

function RuleGroup({ title, modes, isOpen, children }: RuleGroupProps) {
  const [isOpened, setIsOpened] = useState(false)
  return (
    <details
      open={isOpened || isOpen}
      onToggle={(event) => setIsOpened(event.currentTarget.open)}
      className="mt-3 border-t border-line pt-3"
    >
      <summary className="cursor-pointer">
        <h3 className="inline font-semibold">{title}</h3>
        <span className="ml-2 text-xs text-soft">{modesText(modes)}</span>
      </summary>
      {children}
    </details>
  )
}

/** "3 active, 4 watch only, 1 off". */
function modesText(modes: readonly FraudRuleMode[]): string {
  return fraudRuleModes
    .toReversed()
    .map((mode) => [modes.filter((it) => it === mode).length, fraudModeNames[mode].toLowerCase()] as const)
    .filter(([number]) => number > 0)
    .map(([number, name]) => `${number} ${name}`)
    .join(', ')
}

function isChanged(base: Program, program: Program, rule: FraudRuleName): boolean {
  return fraudRuleText(settingOf(base, rule)) !== fraudRuleText(settingOf(program, rule))
}

function isFound(rule: FraudRuleName, search: string): boolean {
  const text = `${fraudRuleWords[rule].name} ${fraudRules[rule].sentence} ${rule}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((it) => text.includes(it))
}

function settingOf({ fraudRules: set }: Program, rule: FraudRuleName): RuleSetting {
  return set.find((it) => it.rule === rule) ?? { rule, mode: fraudRules[rule].startsAs }
}

/** All rules in their order, so that each has its place in the saved settings. */
function withSetting(program: Program, setting: RuleSetting): Program['fraudRules'] {
  return fraudRuleNames.map((it) => (it === setting.rule ? setting : settingOf(program, it)))
}

const DAY_MS = 86_400_000
const REFRESH_MS = 2000
const periods = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
] as const
type Period = (typeof periods)[number]['value']

type FraudSimulatorProps = {
  /** The program as it is saved. */
  readonly base: Program
  /** The program as the form has it. */
  readonly program: Program
}

/** Tries changed rules on referrals of the past, before they are saved. */
function FraudSimulator({ base, program }: FraudSimulatorProps) {
  const rules = changedRules(base, program)
  const now = useNow()
  const [period, setPeriod] = useState<Period>('30')
  const [tried, setTried] = useState<string | null>(null)
  const simulation = useMutationOf('createFraudSimulation')
  const found = simulation.data?.answer
  const question = JSON.stringify([rules, period])
  const run = () => {
    setTried(question)
    const from = String(now() - (Number(period) - 1) * DAY_MS)
    simulation.mutate({ body: { from, rules: [...rules] } })
  }
  return (
    <section aria-label="What would this have done?" className="mt-6 border-t border-line pt-4">
      <h3 className="font-semibold">What would this have done?</h3>
      {rules.length === 0 ? (
        <p className="mt-1 text-soft">
          Change the mode or a threshold of a rule, and try it here on past referrals before you save. Rules
          that compare friend and referrer cannot be tried: they have no stored facts.
        </p>
      ) : (
        <>
          <p className="mt-1 mb-3 text-soft">
            Tries the changed rules on referrals that are stored. Nothing is saved, and no reward is held.
          </p>
          <div className="flex flex-wrap items-end gap-3">
            <Select
              label="Referrals of the"
              options={periods}
              value={period}
              onChange={(next) => next !== null && setPeriod(next)}
            />
            <Button onClick={run} isBusy={simulation.isPending}>
              Try the changes
            </Button>
          </div>
          <div aria-live="polite" className="mt-4">
            {simulation.isError && <ErrorState error={simulation.error} onRetry={run} />}
            {found !== undefined && tried !== question && (
              <p className="text-soft">The rules have changed since. Try them again.</p>
            )}
            {found !== undefined && tried === question && <Result key={found.id} first={found} />}
          </div>
        </>
      )}
    </section>
  )
}

/** The figures of a simulation, and the referrals that would have been held, page by page. */
function Result({ first }: { readonly first: FraudSimulation }) {
  const [cursors, setCursors] = useState<readonly string[]>([])
  const cursor = cursors.at(-1)
  const isFirst = first.state !== 'RUNNING' && cursor === undefined
  const [isRunning, setIsRunning] = useState(first.state === 'RUNNING')
  const page = useOperation(
    'readFraudSimulation',
    { params: { simulationId: first.id }, query: cursor === undefined ? {} : { cursor } },
    { enabled: !isFirst, refreshMs: isRunning && REFRESH_MS },
  )
  const simulation = isFirst ? first : (page.data ?? first)
  if (isRunning && simulation.state !== 'RUNNING') setIsRunning(false)
  if (page.isError) return <ErrorState error={page.error} onRetry={page.refetch} />
  if (simulation.state === 'FAILED') return <p>It could not be counted. Try it again.</p>
  const { currency, rules, total, referrals, nextCursor } = simulation
  const decided = decidedText(total)
  return (
    <>
      {simulation.state === 'RUNNING' && (
        <p className="mb-2">There are many referrals: they are still being counted.</p>
      )}
      <ul className="flex flex-col gap-2">
        {rules.map((it) => (
          <li key={it.rule}>
            <strong className="font-medium">{fraudRuleWords[it.rule].name}:</strong>{' '}
            {heldText(it, it.mode, currency)} {decidedText(it)}
          </li>
        ))}
      </ul>
      {rules.length > 1 && (
        <p className="mt-2">
          <strong className="font-medium">All together:</strong>{' '}
          {heldText(total, modeOf(simulation), currency)} {decided}
        </p>
      )}
      {referrals.length > 0 && (
        <div className="mt-4">
          <DataTable
            label="Referrals that would have been held"
            columns={columnsOf(currency)}
            rows={referrals}
            keyOf={(it) => it.referralId}
            isStale={page.isPlaceholderData}
            empty={null}
          />
          <Pagination
            noun="referrals"
            totalCount={total.would.held}
            pages={{
              hasPrevious: cursors.length > 0,
              hasNext: nextCursor !== null,
              isMidway: false,
              toNext: () => nextCursor !== null && setCursors([...cursors, nextCursor]),
              toPrevious: () => setCursors(cursors.slice(0, -1)),
            }}
          />
        </div>
      )}
    </>
  )
}

function modeOf({ rules }: FraudSimulation) {
  return rules.some((it) => it.mode === 'active')
    ? 'active'
    : rules.every((it) => it.mode === 'off')
      ? 'off'
      : 'shadow'
}

type Held = FraudSimulation['referrals'][number]

function columnsOf(currency: string): readonly Column<Held>[] {
  return [
    {
      name: 'referrer',
      label: 'Referrer',
      isTitle: true,
      cell: (it) => (
        <ReferralLink
          referralId={it.referralId}
          className="font-medium wrap-anywhere hover:underline"
          target="_blank"
        >
          {it.referringAccountId}
        </ReferralLink>
      ),
    },
    {
      name: 'friend',
      label: 'Friend',
      cell: (it) => <span className="wrap-anywhere">{it.referredAccountId}</span>,
    },
    {
      name: 'why',
      label: 'Why',
      cell: (it) => (
        <ul>
          {it.found.map(({ rule, message }) => (
            <li key={rule}>{message}</li>
          ))}
        </ul>
      ),
    },
    { name: 'started', label: 'Started', cell: (it) => <DateTime at={it.dateReferralStarted} isDay /> },
    {
      name: 'worth',
      label: 'Reward',
      isNumeric: true,
      cell: (it) => <Money amount={it.amount} currency={currency} />,
    },
  ]
}
