import { numberFormats } from '../frame/formats.ts'
import { parseValue } from '../frame/parse-value.ts'
import { Refusal } from '../frame/refusal.ts'
import { refuseUnorderedMilestones } from '../rewards/milestones.ts'
import { ProgramSettings } from './program.ts'

/**
 * Reads a program as a file or a form gives it, by the same rules as a request body: unknown fields are dropped, a null
 * clears an optional field, and an absent field takes its default.
 *
 * @throws Refusal VALIDATION_FAILED that names the field
 */
export function parseProgramSettings(given: unknown): ProgramSettings {
  const settings = withPercents(parseValue(ProgramSettings, given, 'program'))
  refuseUnorderedMilestones(settings.milestones ?? [])
  return settings
}

/** Rules for numbers, for which the checker above has no formats. */
function withPercents(settings: ProgramSettings): ProgramSettings {
  const { referredReward, referrerReward, milestones = [] } = settings
  const rewards = [
    ['referredReward', referredReward],
    ['referrerReward', referrerReward],
    ...milestones.map(({ reward }, index) => [`milestones.${index}.reward`, reward] as const),
  ] as const
  for (const [name, reward] of rewards) {
    if (reward?.type === 'PCT_DISCOUNT' && !numberFormats.percent.check(reward.discountPercent)) {
      const param = `${name}.discountPercent`
      throw new Refusal('VALIDATION_FAILED', `"${param}" must be ${numberFormats.percent.rule}.`, param)
    }
  }
  return settings
}
