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
  refuseImpossibleRewards(settings)
  return settings
}

type Rewards = Pick<ProgramSettings, 'referredReward' | 'referrerReward' | 'milestones'>

/** @throws Refusal VALIDATION_FAILED that names milestones without order, or a reward that cannot be a share of payments */
export function refuseImpossibleRewards(settings: Rewards): void {
  refuseUnorderedMilestones(settings.milestones ?? [])
  for (const [name, reward] of namedRewards(settings))
    if (reward?.type === 'PAYMENT_SHARE' && name !== 'referrerReward') refuseShare(`${name}.type`)
}

/** The rewards of a program, each with its name in refusals. */
function namedRewards({ referredReward, referrerReward, milestones = [] }: Rewards) {
  return [
    ['referredReward', referredReward],
    ['referrerReward', referrerReward],
    ...milestones.map(({ reward }, index) => [`milestones.${index}.reward`, reward] as const),
  ] as const
}

/** @throws Refusal VALIDATION_FAILED: only the referrer's reward for a friend can be a share */
export function refuseShare(param: string): never {
  const message = `"${param}" cannot be PAYMENT_SHARE: only "referrerReward" of the program shares the payments of a friend.`
  throw new Refusal('VALIDATION_FAILED', message, param)
}

/** Rules for numbers, for which the checker above has no formats. */
function withPercents(settings: ProgramSettings): ProgramSettings {
  for (const [name, reward] of namedRewards(settings)) {
    const [field, percent] =
      reward?.type === 'PCT_DISCOUNT'
        ? (['discountPercent', reward.discountPercent] as const)
        : (['sharePercent', reward?.type === 'PAYMENT_SHARE' ? reward.sharePercent : 0] as const)
    if (!numberFormats.percent.check(percent)) {
      const param = `${name}.${field}`
      throw new Refusal('VALIDATION_FAILED', `"${param}" must be ${numberFormats.percent.rule}.`, param)
    }
  }
  return settings
}
