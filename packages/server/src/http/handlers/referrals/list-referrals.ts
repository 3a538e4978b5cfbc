import type { QueryOf } from '@goodword/contract/endpoint'
import type { listReferrals } from '@goodword/contract/endpoints/list-referrals'
import { parseTimeRange } from '@goodword/contract/time-range'
import type { AccountId } from '@goodword/domain/ids'
import { type ReferralQuestion, readReferralPage } from '../../../operations/referrals/read-referrals.ts'
import { listAnswer, pageQuestion } from '../../answers/list.ts'
import { referralAnswer } from '../../answers/referral.ts'
import type { Handler } from '../../handler.ts'

export const handleListReferrals: Handler<typeof listReferrals> = async (ctx, { tenant, query }) => {
  const { tenantId } = tenant
  const page = await readReferralPage(ctx, tenantId, questionOf(query), pageQuestion(query))
  return {
    ...listAnswer(page),
    referrals: page.rows.map((row) => referralAnswer(ctx, tenantId, row, page.now)),
  }
}

function questionOf(query: QueryOf<typeof listReferrals>): ReferralQuestion {
  const { referringAccountId, referredAccountId, status, moderationStatus } = query
  return {
    ...(referringAccountId === undefined ? {} : { referringAccountId: referringAccountId as AccountId }),
    ...(referredAccountId === undefined ? {} : { referredAccountId: referredAccountId as AccountId }),
    ...(status === undefined ? {} : { status }),
    ...(moderationStatus === undefined ? {} : { moderation: moderationStatus }),
    ...range('started', query.dateReferralStarted),
    ...range('converted', query.dateConverted),
    ...range('ended', query.dateReferralEnded),
  }
}

function range(name: 'started' | 'converted' | 'ended', text: string | undefined): ReferralQuestion {
  const parsed = text === undefined ? null : parseTimeRange(text)
  return parsed === null ? {} : { [name]: parsed }
}
