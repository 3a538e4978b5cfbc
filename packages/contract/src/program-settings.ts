import { Format } from 'typebox/format'
import { Value } from 'typebox/value'
import { numberFormats, ruleOfFormat, textFormats } from './formats.ts'
import { ProgramSettings } from './program.ts'
import { Refusal } from './refusal.ts'
import { nullRemover } from './without-nulls.ts'

for (const [name, { check }] of Object.entries(textFormats)) Format.Set(name, check)

const removeNulls = nullRemover(ProgramSettings)

/**
 * Reads a program as a file or a form gives it, by the same rules as a request body: unknown fields are dropped, a
 * null clears what may be empty, and what is absent takes its default.
 *
 * @throws Refusal VALIDATION_FAILED that names the field
 */
export function parseProgramSettings(given: unknown): ProgramSettings {
  const settings = Value.Clone(given)
  removeNulls(settings)
  const whole: unknown = Value.Clean(ProgramSettings, Value.Default(ProgramSettings, settings))
  if (Value.Check(ProgramSettings, whole)) return withPercents(whole)
  const [error] = Value.Errors(ProgramSettings, whole)
  const param = (error?.instancePath ?? '').split('/').slice(1).join('.')
  throw new Refusal('VALIDATION_FAILED', `"${param || 'program'}" ${expectation(error)}.`, param || null)
}

type SchemaError = ReturnType<typeof Value.Errors>[number]

/** What the checker says, in our words where it only says that something is wrong. */
function expectation(error: SchemaError | undefined): string {
  if (error?.keyword === 'format')
    return `must be ${ruleOfFormat(error.params.format) ?? 'in another format'}`
  if (error?.keyword === 'enum') return `must be one of ${error.params.allowedValues.join(', ')}`
  return error?.message ?? 'must be an object'
}

/** Rules for numbers, which the checker above knows no formats for. */
function withPercents(settings: ProgramSettings): ProgramSettings {
  for (const side of ['referredReward', 'referrerReward'] as const) {
    const reward = settings[side]
    if (reward?.type === 'PCT_DISCOUNT' && !numberFormats.percent.check(reward.discountPercent)) {
      const param = `${side}.discountPercent`
      throw new Refusal('VALIDATION_FAILED', `"${param}" must be ${numberFormats.percent.rule}.`, param)
    }
  }
  return settings
}
