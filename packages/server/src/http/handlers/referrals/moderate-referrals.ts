import type { moderateReferrals as endpoint } from '@goodword/contract/endpoints/moderate-referrals'
import type { ModerationAction } from '@goodword/contract/moderation-action'
import {
  type ModerationDecision,
  moderateReferrals,
} from '../../../operations/referring/referrals/moderate-referrals.ts'
import { referralAnswer } from '../../../operations/referring/referrals/referral-answer.ts'
import { callerActor, callerName } from '../../requests/caller-name.ts'
import type { Handler } from '../../server/handler.ts'

export const handleModerateReferrals: Handler<typeof endpoint> = async (ctx, { tenant, principal, body }) => {
  const { tenantId } = tenant
  const decisions = body.actions.map(decisionOf)
  const by = { name: callerName(principal), actor: callerActor(principal) }
  const { referrals, now } = await moderateReferrals(ctx, tenantId, decisions, by)
  return { referrals: referrals.map((row) => referralAnswer(ctx, tenantId, row, now)) }
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
