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
  refuseMisplacedShares(settings)
  return settings
}

/** @throws Refusal VALIDATION_FAILED that names a reward that cannot be a share of the payments of a friend */
export function refuseMisplacedShares({
  referredReward,
  milestones = [],
}: Pick<ProgramSettings, 'referredReward' | 'milestones'>): void {
  const rewards = [
    ['referredReward', referredReward] as const,
    ...milestones.map(({ reward }, index) => [`milestones.${index}.reward`, reward] as const),
  ]
  for (const [name, reward] of rewards) if (reward?.type === 'PAYMENT_SHARE') refuseShare(`${name}.type`)
}

/** @throws Refusal VALIDATION_FAILED: only the referrer's reward for a friend can be a share */
export function refuseShare(param: string): never {
  const message = `"${param}" cannot be PAYMENT_SHARE: only "referrerReward" of the program shares the payments of a friend.`
  throw new Refusal('VALIDATION_FAILED', message, param)
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
