import { numberFormats } from './formats.ts'
import { parseValue } from './parse-value.ts'
import { ProgramSettings } from './program.ts'
import { Refusal } from './refusal.ts'

/**
 * Reads a program as a file or a form gives it, by the same rules as a request body: unknown fields are dropped, a
 * null clears what may be empty, and what is absent takes its default.
 *
 * @throws Refusal VALIDATION_FAILED that names the field
 */
export function parseProgramSettings(given: unknown): ProgramSettings {
  return withPercents(parseValue(ProgramSettings, given, 'program'))
}

/** Rules for numbers, for which the checker above has no formats. */
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
