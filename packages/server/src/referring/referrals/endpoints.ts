import { endpoints } from '@goodword/contract/all-endpoints'
import type { ModerationAction } from '@goodword/contract/referrals/moderation-action'
import { readUsedCode } from '@goodword/domain/referrals/used-code'
import { mapInPieces } from '../../engine/tracing/loop-time.ts'
import { callerActor, callerName } from '../../frame/http/access/caller-name.ts'
import { personalReason } from '../../frame/http/access/personal-reason.ts'
import type { ServeEndpoint } from '../../frame/http/server/handler.ts'
import { listAnswer, listQuestion } from '../../frame/http/server/list-page.ts'
import { answered } from '../../frame/http/server/serve.ts'
import { lookUpUsedCode, refuseNoCode, unknownCode } from '../codes/look-up-codes.ts'
import { attributeByHand } from './attribute-by-hand.ts'
import { type ModerationDecision, moderateReferrals } from './moderate-referrals.ts'
import { readReferralPage, readReviewSummary } from './read-queue.ts'
import { readReferralReview } from './read-referral-review.ts'
import { referralAnswer } from './referral-answer.ts'
import { readReferral } from './referral-details.ts'

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
        amountAtStake: row.amountAtStake,
        othersInCluster: row.othersInCluster,
      })),
    }
  })
  serve(endpoints.readReviewSummary, (ctx, { tenant }) => readReviewSummary(ctx, tenant.tenantId))
  serve(endpoints.readReferral, (ctx, { tenant: { tenantId }, params }) =>
    readReferral(ctx, tenantId, params.referralId, ({ now }, it) => referralAnswer(ctx, tenantId, it, now)),
  )
  serve(endpoints.readReferralReview, (ctx, { tenant, params }) =>
    readReferralReview(ctx, tenant.tenantId, params.referralId),
  )
  serve(endpoints.attributeByHand, async (ctx, call) => {
    const { tenantId } = call.tenant
    const { referralCode, referredAccountId, allowExistingCustomer } = call.body
    const used = await lookUpUsedCode(ctx, tenantId, readUsedCode(referralCode))
    refuseNoCode(used, 'referralCode')
    const { code } = used
    if (code === null) throw unknownCode('referralCode')
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

/** The sort by amount at stake selects the referrals that wait for staff by itself, so it needs no filter for them. */
function queueQuery<Query extends { readonly sort?: string; readonly waitsFor?: string }>(
  query: Query,
): Query {
  const isQueue = query.sort === 'amountAtStake' && query.waitsFor === 'DECISION'
  return isQueue ? { ...query, waitsFor: undefined } : query
}
