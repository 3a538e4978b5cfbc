import { credit, MAX_CREDIT, requestedTime } from '@goodword/contract/frame/values'
import { RewardSpec } from '@goodword/contract/rewards/reward'
import { type Moderation, moderationStatuses } from '@goodword/domain/referrals/account'
import type { RecordedSide } from '@goodword/domain/referrals/command'
import { amountOf, isQueued, monthsOf, type Reward } from '@goodword/domain/rewards/reward'
import { addMonths } from '@goodword/domain/values/interval'
import { Type } from 'typebox'
import { parsedCell } from './reading/parsed-cell.ts'
import { invalid, type RowFields } from './reading/row-fields.ts'

type Side = 'referrer' | 'referred'

/** Longer than the name of any person of staff with their e-mail address. */
const MAX_DECIDED_AS = 600

/** Reads a side of a referral from a row: its moderation, and its reward. */
export function readRecordedSide(fields: RowFields, side: Side, now: number): RecordedSide {
  const moderation = moderationIn(fields, side, now)
  const reward = rewardIn(fields, side, now)
  return {
    ...(moderation === undefined ? {} : { moderation }),
    ...(reward === undefined ? {} : { reward }),
  }
}

const deciders = {
  STAFF: 'staff',
  RULE: 'rule',
  BLOCK: 'block',
  CONFIRMATION: 'program',
} as const satisfies Record<string, Moderation['by']>
// The keys of the table are the names.
const deciderNames = Object.keys(deciders) as (keyof typeof deciders)[]

function moderationIn(fields: RowFields, side: Side, now: number): Moderation | undefined {
  const status = fields.word(`${side}ModerationStatus`, moderationStatuses)
  const decidedBy = fields.word(`${side}DecidedBy`, deciderNames)
  const decidedAt = fields.pastDate(`date${side === 'referrer' ? 'Referrer' : 'Referred'}Decided`, now)
  const decidedAs = fields.note(`${side}DecidedAs`, MAX_DECIDED_AS)
  if (status === undefined) {
    if (decidedBy === undefined) return undefined
    throw invalid(`${side}ModerationStatus`, 'is missing: the row says who decided, and not what')
  }
  if (decidedBy === 'BLOCK' && (side !== 'referrer' || status !== 'PENDING')) {
    throw invalid(`${side}DecidedBy`, 'can be BLOCK only for the side of a referrer that is PENDING')
  }
  return {
    status,
    // A decision without an author in the file is not taken back by a rule.
    by: decidedBy === undefined ? (status === 'APPROVED' ? 'program' : 'staff') : deciders[decidedBy],
    ...(decidedAt === undefined ? {} : { decidedAt }),
    ...(decidedAs === undefined ? {} : { decidedAs }),
  }
}

const time = () => Type.Optional(requestedTime('A time.'))
const RecordedReward = Type.Object({
  redeemedCredit: Type.Optional(credit('The redeemed amount.', 0, MAX_CREDIT)),
  dateCreated: requestedTime('When the reward was created.'),
  dateScheduledFor: time(),
  dateGiven: time(),
  dateExpires: time(),
  dateCancelled: time(),
  dateRedeemed: time(),
  billsLeft: Type.Optional(Type.Integer({ minimum: 0 })),
})

/** Null if the file has the column and the row none; undefined if the file says nothing of rewards. */
function rewardIn(fields: RowFields, side: Side, now: number): Reward | null | undefined {
  const field = `${side}Reward`
  const value = fields.json(field)
  if (value === undefined || value === null) return fields.has(field) ? null : undefined
  const spec = parsedCell(RewardSpec, value, field)
  if (spec.type === 'PAYMENT_SHARE' && side !== 'referrer')
    throw invalid(field, 'cannot be PAYMENT_SHARE: only the referrer has a share of payments')
  const recorded = parsedCell(RecordedReward, value, field)
  const {
    redeemedCredit: redeemed = 0,
    dateCreated,
    dateScheduledFor,
    dateGiven,
    billsLeft,
    ...dates
  } = recorded
  if (redeemed > amountOf(spec)) throw invalid(`${field}.redeemedCredit`, 'is more than the credit')
  const past = {
    dateCreated,
    dateGiven,
    dateCancelled: dates.dateCancelled,
    dateRedeemed: dates.dateRedeemed,
  }
  for (const [name, at] of Object.entries(past)) {
    if (at !== undefined && at > now) throw invalid(`${field}.${name}`, 'is in the future')
  }
  const givenAt = dateGiven ?? dateScheduledFor ?? null
  const reward: Reward = {
    source: side === 'referrer' ? 'FRIEND_SIGNUP' : 'REFERRED',
    spec,
    createdAt: dateCreated,
    scheduledFor: dateScheduledFor ?? null,
    givenAt,
    expiresAt: dates.dateExpires ?? null,
    // Earlier payments were shared where the reward comes from.
    billsAfter: spec.type === 'PAYMENT_SHARE' ? now : null,
    monthsLeft: null,
    billsLeft: null,
    queuePosition: null,
    turnAt: null,
    cancelledAt: dates.dateCancelled ?? null,
    cancellations: dates.dateCancelled === undefined ? 0 : 1,
    redeemed,
    // Credit that an earlier system reserved for a bill is free here.
    reserved: 0,
    redeemedAt: dates.dateRedeemed ?? null,
    milestone: null,
    milestoneLostAt: null,
    takenBack: 0,
    paymentKey: null,
  }
  return isQueued(spec) ? queued(reward, billsLeft ?? null, now) : reward
}

/**
 * What waits in a queue has its months from now on: those that bills had left, or all of them. One whose turn has begun, or
 * is over, ends as it did before.
 */
function queued(reward: Reward, billsLeft: number | null, now: number): Reward {
  const { spec, expiresAt, givenAt, createdAt } = reward
  const months = monthsOf(spec)
  if (spec.type !== 'PCT_DISCOUNT' || months === undefined) return reward
  if (billsLeft === 0) return { ...reward, billsLeft, expiresAt: expiresAt ?? now }
  // Others that were before it are not in the file once they are over.
  const begin = expiresAt === null ? now : addMonths(expiresAt, -months)
  if (billsLeft === null) return { ...reward, billsAfter: Math.max(givenAt ?? createdAt, begin) }
  const monthsLeft = Math.min(months, billsLeft)
  const left = { ...spec, monthsDiscountIsValid: monthsLeft }
  return { ...reward, spec: left, billsLeft, billsAfter: now, monthsLeft, expiresAt: null }
}
