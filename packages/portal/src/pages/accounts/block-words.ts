import { count } from '../../format/number-text.ts'

/** Counts of an account's data that a block affects: undefined while they are read, null for very many. */
export type BlockCounts = {
  readonly codes: number | null | undefined
  readonly inProgress: number | null | undefined
  readonly available: number | null | undefined
  readonly scheduled: number | null | undefined
}

/** The effects of a block of an account, in sentences. */
export function blockEffects({ codes, inProgress, available, scheduled }: BlockCounts): readonly string[] {
  const kept = sumOf(available, scheduled)
  return [
    `${counted(codes, 'code', 'The codes')} of the account ${codes === 1 ? 'stops' : 'stop'} working: share links lead to the fallback page, and new friends are not attributed. Customers are not told.`,
    inProgress === 0
      ? 'No referral is in progress. Later ones cannot start.'
      : `${counted(inProgress, 'referral', 'Referrals')} in progress ${inProgress === 1 ? 'is' : 'are'} held on the referrer’s side: friends keep their rewards, and this account gets none when they pay. Sides that staff decided about stay as they are.`,
    kept === 0
      ? 'It has no rewards that could still be used.'
      : `${counted(kept, 'reward', 'Rewards')} that it has earned ${kept === 1 ? 'stays' : 'stay'}, in a hold period and on the next bills too. Cancel them under Rewards if they are not deserved.`,
    'The account can no longer be referred by others.',
  ]
}

function counted(number: number | null | undefined, noun: string, many: string): string {
  return typeof number === 'number' ? count(number, noun) : many
}

function sumOf(...numbers: readonly (number | null | undefined)[]): number | null {
  return numbers.every((it) => typeof it === 'number')
    ? numbers.reduce((sum: number, it) => sum + (it ?? 0), 0)
    : null
}
