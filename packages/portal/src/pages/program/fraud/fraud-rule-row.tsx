import type { Program } from '@goodword/client'
import { type FraudRuleName, fraudRules, isHistoryRule, thresholdsOfRule } from '@goodword/domain/fraud/fraud'
import { fraudRuleModes } from '@goodword/domain/fraud/fraud-rule-mode'
import { NumberField } from '../../../components/fields/number-field.tsx'
import { Select } from '../../../components/fields/select.tsx'
import { fraudModeNames, fraudRuleWords } from '../program-words.ts'
import { figuresText, type RuleFigures, rowsOf } from './rule-words.ts'

export type RuleSetting = Program['fraudRules'][number]

type FraudRuleRowProps = {
  readonly setting: RuleSetting
  /** The place of the rule in the program's list, by which the API names its fields. */
  readonly index: number
  readonly figures: RuleFigures | undefined
  readonly isError: boolean
  readonly onChange: (setting: RuleSetting) => void
}

const modes = fraudRuleModes.map((value) => ({ value, label: fraudModeNames[value] }))

/** `<FraudRuleRow setting={setting} index={3} figures={figures} isError={false} onChange={…} />` */
export function FraudRuleRow({ setting, index, figures, isError, onChange }: FraudRuleRowProps) {
  const { rule, mode } = setting
  return (
    <li className="grid gap-x-4 gap-y-2 py-3 last:pb-0 sm:grid-cols-[1fr_10rem]">
      <div className="min-w-0">
        <p className="font-medium">{fraudRuleWords[rule].name}</p>
        <p className="text-soft">{fraudRules[rule].sentence}</p>
        <p className="text-xs text-soft">{effectOf(setting)}</p>
        <Figures rule={figures} isError={isError} />
      </div>
      <Select
        label={`Mode of “${fraudRuleWords[rule].name}”`}
        hasHiddenLabel
        name={`fraudRules.${index}.mode`}
        options={modes}
        value={mode}
        onChange={(next) => next !== null && onChange({ ...setting, mode: next })}
      />
      {mode !== 'off' && (
        <Thresholds
          setting={setting}
          index={index}
          inEffect={figures?.thresholds ?? {}}
          onChange={onChange}
        />
      )}
    </li>
  )
}

type ThresholdsProps = Pick<FraudRuleRowProps, 'setting' | 'index' | 'onChange'> & {
  readonly inEffect: RuleFigures['thresholds']
}

/** The thresholds of a rule; an empty field is the default. */
function Thresholds({ setting, index, inEffect, onChange }: ThresholdsProps) {
  const { rule, thresholds = {} } = setting
  const known = Object.entries(thresholdsOfRule(rule))
  if (known.length === 0) return null
  return (
    <fieldset className="grid items-end gap-3 sm:col-span-2 sm:grid-cols-3">
      <legend className="sr-only">{`Thresholds of “${fraudRuleWords[rule].name}”`}</legend>
      {known.map(([name, { description, min, max, default: usual }]) => (
        <NumberField
          key={name}
          label={description}
          name={`fraudRules.${index}.thresholds.${name}`}
          hint={`From ${min.toLocaleString()} to ${max.toLocaleString()}; ${usual.toLocaleString()} if it is left empty.${effectText(inEffect[name])}`}
          minimum={min}
          maximum={max}
          value={thresholds[name] ?? null}
          onChange={(value) => onChange(withThreshold(setting, name, value))}
        />
      ))}
    </fieldset>
  )
}

/** Says which value counts where it is not the saved one. */
function effectText(saved: RuleFigures['thresholds'][string] | undefined): string {
  if (saved === undefined || saved.effective === saved.value) return ''
  return ` Now ${saved.effective.toLocaleString()} counts instead of ${saved.value.toLocaleString()}, because your referrals usually have more.`
}

function withThreshold(setting: RuleSetting, name: string, value: number | null): RuleSetting {
  const { thresholds = {}, ...others } = setting
  const { [name]: _, ...rest } = thresholds
  const next = value === null ? rest : { ...rest, [name]: value }
  return Object.keys(next).length === 0 ? others : { ...others, thresholds: next }
}

function effectOf({ rule, mode }: RuleSetting): string {
  switch (mode) {
    case 'off':
      return 'Does not look.'
    case 'shadow':
      return 'Writes down what it would have done, and changes nothing.'
    case 'active':
      return activeEffectOf(rule)
  }
}

function activeEffectOf(rule: FraudRuleName): string {
  if (!isHistoryRule(rule)) return 'Denies the rewards of both sides. Your team can allow them again.'
  return fraudRules[rule].holds === 'both'
    ? 'The rewards of both sides wait until your team decides.'
    : 'The referrer’s reward waits until your team decides. The friend keeps theirs.'
}

/** The findings of the rule in the last 30 days, as a basis for the choice of its mode. */
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
