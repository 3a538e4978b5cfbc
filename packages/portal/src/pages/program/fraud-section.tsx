import type { Program } from '@goodword/client'
import {
  type FraudRuleMode,
  type FraudRuleName,
  fraudRules,
  fraudRuleNames as ruleNames,
} from '@goodword/domain/fraud'
import { Link } from '@tanstack/react-router'
import { Section } from '../../components/page.tsx'
import { Select } from '../../components/select.tsx'
import { fraudModeNames, fraudRuleNames } from '../../program/program-words.ts'
import { useTenantAlias } from '../../session/use-tenant.ts'
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
  return (
    <Section title="Fraud rules">
      <p className="mb-4 text-soft">
        They compare friend and referrer, to find people who refer themselves. Try a rule with{' '}
        <em>{fraudModeNames.shadow}</em> first, and look at what it finds under{' '}
        <Link to="/$tenantAlias/review" params={{ tenantAlias }} className="text-link underline">
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

function modeOf({ fraudRules: set }: Program, rule: FraudRuleName): FraudRuleMode {
  return set.find((it) => it.rule === rule)?.mode ?? fraudRules[rule].startsAs
}

function withMode(program: Program, rule: FraudRuleName, mode: FraudRuleMode): Program['fraudRules'] {
  return ruleNames.map((it) => ({ rule: it, mode: it === rule ? mode : modeOf(program, it) }))
}
