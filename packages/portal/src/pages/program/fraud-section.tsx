import type { Program } from '@goodword/client'
import {
  type FraudRuleMode,
  type FraudRuleName,
  fraudRules,
  fraudRuleNames as ruleNames,
} from '@goodword/domain/fraud/fraud'
import { Link } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { Section } from '../../components/page.tsx'
import { Select } from '../../components/select.tsx'
import { fraudModeNames, fraudRuleNames } from './program-words.ts'
import { figuresText, type RuleFigures, rowsOf } from './rule-words.ts'
import type { SectionProps } from './section-props.ts'

const modes = (['off', 'shadow', 'active'] as const).map((value) => ({ value, label: fraudModeNames[value] }))

const modeHints: Readonly<Record<FraudRuleMode, string>> = {
  off: 'Does not look.',
  shadow: 'Writes down what it would have done, and denies nothing.',
  active: 'Denies the rewards of both sides. Your team can allow them again.',
}

/** The rules that look for people who refer themselves, each with its mode. */
export function FraudSection({ program, change }: SectionProps) {
  const tenantAlias = useTenantAlias()
  const figures = useOperation('readFraudRules', { query: {} })
  return (
    <Section title="Fraud rules">
      <p className="mb-4 text-soft">
        They compare friend and referrer, to find people who refer themselves. Try a rule with{' '}
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
      <ul className="flex flex-col divide-y divide-line">
        {ruleNames.map((rule) => {
          const mode = modeOf(program, rule)
          return (
            <li
              key={rule}
              className="grid gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0 sm:grid-cols-[1fr_10rem]"
            >
              <div>
                <p className="font-medium">{fraudRuleNames[rule]}</p>
                <p className="text-soft">{fraudRules[rule].sentence}</p>
                <p className="text-xs text-soft">{modeHints[mode]}</p>
                <Figures
                  rule={figures.data?.rules.find((it) => it.rule === rule)}
                  isError={figures.isError}
                />
              </div>
              <Select
                label={`Mode of “${fraudRuleNames[rule]}”`}
                hasHiddenLabel
                name={`fraudRules.${rule}`}
                options={modes}
                value={mode}
                onChange={(next) => next !== null && change({ fraudRules: withMode(program, rule, next) })}
              />
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

/** What the rule found in the last 30 days, so that its mode is chosen by that. */
function Figures({ rule, isError }: { readonly rule: RuleFigures | undefined; readonly isError: boolean }) {
  if (isError) return <p className="mt-1 text-xs text-soft">What it has found could not be read.</p>
  // As high as the sentence that comes.
  if (rule === undefined) return <p className="mt-1 h-4 w-2/3 animate-pulse rounded bg-neutral-soft" />
  const found = rowsOf([rule]).filter((it) => it.flagged.referrals > 0)
  if (found.length === 0) return <p className="mt-1 text-xs">Last 30 days: nothing found.</p>
  return (
    <>
      {found.map(({ mode, flagged }) => (
        <p key={mode} className="mt-1 text-xs">
          <strong className="font-medium">Last 30 days, {periodWords[mode]}:</strong> {figuresText(flagged)}
        </p>
      ))}
    </>
  )
}

const periodWords = { active: 'while active', shadow: 'while it only watched' } as const

function modeOf({ fraudRules: set }: Program, rule: FraudRuleName): FraudRuleMode {
  return set.find((it) => it.rule === rule)?.mode ?? fraudRules[rule].startsAs
}

function withMode(program: Program, rule: FraudRuleName, mode: FraudRuleMode): Program['fraudRules'] {
  return ruleNames.map((it) => ({ rule: it, mode: it === rule ? mode : modeOf(program, it) }))
}
