import type { Referral as FullReferral } from '@goodword/client'
import { nullable } from '@goodword/contract/frame/values'
import { Referral } from '@goodword/contract/referrals/referral'
import { RewardSpec, rewardTermNames } from '@goodword/contract/rewards/reward'
import { Type } from 'typebox'

const {
  id,
  status,
  referrerModerationStatus,
  reasons,
  dateReferralStarted,
  dateConverted,
  dateReferralEnded,
} = Referral.properties

const Side = Type.Object({
  accountId: Type.String(),
  name: nullable(Type.String()),
  email: nullable(Type.String()),
  moderationStatus: referrerModerationStatus,
  reward: nullable(RewardSpec),
})

/** A referral in a list of them: a model reads each entry, and `explain_referral` has the rest. */
export const ShortReferral = Type.Object({
  id,
  status,
  referrer: Side,
  friend: Side,
  fraudSignals: Type.Array(Type.String()),
  reasons,
  dateReferralStarted,
  dateConverted,
  dateReferralEnded,
})

// A name can have 256 characters twice, and an entry is to stay below a kilobyte.
const MAX_TEXT = 80

export function shortReferral(referral: FullReferral) {
  const { id, status, fraudSignals, reasons, dateReferralStarted, dateConverted, dateReferralEnded } =
    referral
  return {
    id,
    status,
    referrer: {
      accountId: referral.referringAccountId,
      ...userFacts(referral.referrerUser),
      moderationStatus: referral.referrerModerationStatus,
      reward: termsOf(referral.referrerReward),
    },
    friend: {
      accountId: referral.referredAccountId,
      ...userFacts(referral.referredUser),
      moderationStatus: referral.referredModerationStatus,
      reward: termsOf(referral.referredReward),
    },
    fraudSignals: fraudSignals.map(({ rule, shadow }) => (shadow ? `${rule} (shadow)` : rule)),
    reasons,
    dateReferralStarted,
    dateConverted,
    dateReferralEnded,
  }
}

type NamedUser = Pick<FullReferral['referrerUser'], 'firstName' | 'lastName' | 'email'>

function userFacts(user: NamedUser | null) {
  const name = [user?.firstName, user?.lastName].filter((it) => it !== null && it !== undefined).join(' ')
  return { name: name === '' ? null : cut(name), email: cut(user?.email ?? null) }
}

function cut(text: string): string
function cut(text: string | null): string | null
function cut(text: string | null): string | null {
  return text === null || text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT).toWellFormed()}…`
}

function termsOf(reward: FullReferral['referrerReward']) {
  if (reward === null) return null
  const fields: Readonly<Record<string, unknown>> = reward
  return Object.fromEntries(rewardTermNames.flatMap((it) => (it in fields ? [[it, fields[it]]] : [])))
}
