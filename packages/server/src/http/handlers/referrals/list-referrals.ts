import type { listReferrals } from '@goodword/contract/endpoints/list-referrals'
import { readReferralPage } from '../../../operations/referring/referrals/read-referrals.ts'
import { referralAnswer } from '../../../operations/referring/referrals/referral-answer.ts'
import { listAnswer, listQuestion } from '../../answers/list.ts'
import type { Handler } from '../../server/handler.ts'

export const handleListReferrals: Handler<typeof listReferrals> = async (ctx, { tenant, query }) => {
  const { tenantId } = tenant
  const { filter, page } = listQuestion(query)
  const found = await readReferralPage(ctx, tenantId, filter, page)
  return {
    ...listAnswer(found),
    referrals: found.rows.map((row) => referralAnswer(ctx, tenantId, row, found.now)),
  }
}
