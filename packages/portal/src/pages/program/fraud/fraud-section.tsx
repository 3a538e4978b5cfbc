import type { Program } from '@goodword/client'
import { type FraudRuleName, fraudRuleNames, fraudRules } from '@goodword/domain/fraud/fraud'
import { type FraudRuleMode, fraudRuleModes } from '@goodword/domain/fraud/fraud-rule-mode'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useOperation } from '../../../api/use-operation.ts'
import { useTenantAlias } from '../../../api/use-tenant-alias.ts'
import { TextField } from '../../../components/fields/text-field.tsx'
import { Section } from '../../../components/page.tsx'
import { fraudModeNames, fraudRuleGroups, fraudRuleText, fraudRuleWords } from '../program-words.ts'
import type { SectionProps } from '../use-program-draft.ts'
import { FraudRuleRow, type RuleSetting } from './fraud-rule-row.tsx'
import { FraudSimulator } from './fraud-simulator.tsx'

type FraudSectionProps = SectionProps & {
  /** The program as it is saved. */
  readonly base: Program
}

/** The fraud rules by group, each with its mode and thresholds, and the simulation of changes. */
export function FraudSection({ program, base, change }: FraudSectionProps) {
  const tenantAlias = useTenantAlias()
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
        <Link
          to="/$tenantAlias/review"
          params={{ tenantAlias }}
          search={{ tab: 'rules' }}
          className="text-link underline"
        >
          Review
        </Link>
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
