import { endpoints } from '@goodword/contract/all-endpoints'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { ModerationAction } from '@goodword/contract/referrals/moderation-action'
import type { ReferralReview } from '@goodword/contract/referrals/referral-review'
import { readUsedCode } from '@goodword/domain/referrals/used-code'
import type { RewardWorth } from '@goodword/domain/rewards/reward-worth'
import { isUuid, type ReferralId } from '@goodword/domain/values/ids'
import { type Money, priceToNumber } from '@goodword/domain/values/money'
import { mapInPieces } from '../../engine/tracing/loop-time.ts'
import { callerActor, callerName } from '../../frame/http/access/caller-name.ts'
import { personalReason } from '../../frame/http/access/personal-reason.ts'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { listAnswer, listQuestion } from '../../frame/http/server/list-page.ts'
import { answered } from '../../frame/http/server/serve.ts'
import { lookUpUsedCode, notACode, unknownCode } from '../codes/look-up-codes.ts'
import { summaryOf } from '../users/user-summary.ts'
import { attributeByHand } from './attribute-by-hand.ts'
import { type ModerationDecision, moderateReferrals } from './moderate-referrals.ts'
import { readReferralPage, readReviewSummary } from './read-queue.ts'
import { type AccountHistory, countDecisions, readReferralReview } from './read-referral-review.ts'
import { readReferral } from './read-referrals.ts'
import { decisionAnswer, referralAnswer } from './referral-answer.ts'

/** Codes and referrals. */
export function referralEndpoints(serve: ServeEndpoint): void {
  serve(endpoints.listReferrals, async (ctx, { tenant, query }) => {
    const { tenantId } = tenant
    const { filter, page } = listQuestion(queueQuery(query))
    const found = await readReferralPage(ctx, tenantId, filter, page)
    return {
      ...listAnswer(found),
      referrals: await mapInPieces(found.rows, (row) => ({
        ...referralAnswer(ctx, tenantId, row, found.now),
        amountAtStake: row.atStake === null ? null : amountAnswer(row.atStake),
        othersInCluster: row.others,
      })),
    }
  })
  serve(endpoints.readReviewSummary, async (ctx, { tenant }) => {
    const found = await readReviewSummary(ctx, tenant.tenantId)
    return {
      referrals: found.referrals,
      referrerSides: found.referrer_sides,
      friendSides: found.friend_sides,
      amountAtStake: amountAnswer(found.atStake),
      withoutAmount: found.without_amount,
      complete: found.isComplete,
      overdue: found.overdue,
      dateOldestHeld: found.oldest,
      decisions: found.decisions,
      medianTimeToDecideMs: found.median_ms === null ? null : Math.round(found.median_ms),
    }
  })
  serve(endpoints.readReferral, async (ctx, { tenant, params }) => {
    const { tenantId } = tenant
    const { referralId } = params
    const reading = isUuid(referralId) ? await readReferral(ctx, tenantId, referralId as ReferralId) : null
    if (reading === null) {
      const message = 'No referral has this ID. Use an ID from GET referrals or from an account.'
      throw new Refusal('REFERRAL_NOT_FOUND', message, 'referralId')
    }
    return referralAnswer(ctx, tenantId, reading, reading.now)
  })
  serve(endpoints.readReferralReview, async (ctx, { tenant, params }) => {
    const { referralId } = params
    const reading = isUuid(referralId)
      ? await readReferralReview(ctx, tenant.tenantId, referralId as ReferralId)
      : null
    if (reading === null) {
      const message = 'No referral has this ID. Use an ID from GET referrals or from an account.'
      throw new Refusal('REFERRAL_NOT_FOUND', message, 'referralId')
    }
    return {
      referralId: reading.id,
      channel: reading.channel,
      friendPayments: reading.paid.map(({ currency, charged, refunded }) => ({
        currency,
        charged: priceToNumber({ minor: charged, currency }),
        refunded: priceToNumber({ minor: refunded, currency }),
      })),
      sides: reading.sides.map(({ moderation, worth, takenOff, ...side }) => ({
        ...side,
        status: moderation.status,
        worth: worthAnswer(worth),
        takenOff: takenOff.map(({ currency, amount: minor }) => amountAnswer({ minor, currency })),
      })),
      appeal: reading.appeal,
      history: reading.history.map(historyAnswer),
    }
  })
  serve(endpoints.attributeByHand, async (ctx, call) => {
    const { tenantId } = call.tenant
    const { referralCode, referredAccountId, allowExistingCustomer } = call.body
    const { code, reading } = await lookUpUsedCode(ctx, tenantId, readUsedCode(referralCode))
    if (code === null) throw reading.hasFormerCodes ? unknownCode('referralCode') : notACode('referralCode')
    const { referral, isNew, now } = await attributeByHand(ctx, tenantId, {
      code,
      referredAccountId,
      allowsExistingCustomer: allowExistingCustomer === true,
      reason: personalReason(call),
    })
    return answered(isNew ? 201 : 200, referralAnswer(ctx, tenantId, referral, now))
  })
  serve(endpoints.moderateReferrals, async (ctx, { tenant, principal, body }) => {
    const { tenantId } = tenant
    const decisions = body.actions.map(decisionOf)
    const email = principal.kind === 'staff' ? principal.email : null
    const by = { name: callerName(principal), actor: callerActor(principal), email }
    const { referrals, now } = await moderateReferrals(ctx, tenantId, decisions, by)
    return { referrals: referrals.map((row) => referralAnswer(ctx, tenantId, row, now)) }
  })
}

function decisionOf({ referralId, action }: ModerationAction): ModerationDecision {
  return { referralId, ...meanings[action] }
}

const meanings: Readonly<Record<ModerationAction['action'], Pick<ModerationDecision, 'status' | 'side'>>> = {
  APPROVE: { status: 'APPROVED', side: 'both' },
  DENY: { status: 'DENIED', side: 'both' },
  PEND: { status: 'PENDING', side: 'both' },
  APPROVE_REFERRER: { status: 'APPROVED', side: 'referrer' },
  DENY_REFERRER: { status: 'DENIED', side: 'referrer' },
  PEND_REFERRER: { status: 'PENDING', side: 'referrer' },
  APPROVE_REFERRED: { status: 'APPROVED', side: 'referred' },
  DENY_REFERRED: { status: 'DENIED', side: 'referred' },
  PEND_REFERRED: { status: 'PENDING', side: 'referred' },
}

function amountAnswer(amount: Money) {
  return { amount: priceToNumber(amount), currency: amount.currency }
}

/** What is sorted by what is at stake waits for staff, and says so in no other filter. */
function queueQuery<Query extends { readonly sort?: string; readonly waitsFor?: string }>(
  query: Query,
): Query {
  const isQueue = query.sort === 'amountAtStake' && query.waitsFor === 'DECISION'
  return isQueue ? { ...query, waitsFor: undefined } : query
}

function worthAnswer(worth: RewardWorth | null) {
  if (worth === null) return null
  const { amount, bills } = worth
  return { ...amountAnswer(amount), bills }
}

function historyAnswer({
  side,
  accountId,
  sides,
  isComplete,
  latest,
}: AccountHistory): ReferralReview['history'][number] {
  return {
    side,
    accountId,
    ...countDecisions(sides),
    complete: isComplete,
    latest: latest.map(({ side: { side: own, status }, referral }) => {
      const isReferrer = own === 'REFERRER'
      const other = isReferrer ? referral.referred : referral.referrer
      return {
        referralId: referral.id,
        side: own,
        status,
        decision: decisionAnswer(
          isReferrer ? referral.referrerModeration : referral.referredModeration,
          referral.signals,
          isReferrer ? referral.referrerReview : referral.referredReview,
        ),
        otherAccountId: isReferrer ? referral.referredAccountId : referral.referrer.accountId,
        otherUser: other === null ? null : summaryOf(other),
      }
    }),
  }
}
