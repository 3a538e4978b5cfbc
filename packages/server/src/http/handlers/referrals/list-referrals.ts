import type { listReferrals } from '@goodword/contract/endpoints/list-referrals'
import { readReferralPage } from '../../../operations/referrals/read-referrals.ts'
import { referralAnswer } from '../../../operations/referrals/referral-answer.ts'
import { listAnswer, listQuestion } from '../../answers/list.ts'
import type { Handler } from '../../handler.ts'

export const handleListReferrals: Handler<typeof listReferrals> = async (ctx, { tenant, query }) => {
  const { tenantId } = tenant
  const { order, ...listed } = query
  const { filter, page } = listQuestion(listed)
  const asked = { ...page, order: order === 'OLDEST' ? ('oldest' as const) : ('newest' as const) }
  const found = await readReferralPage(ctx, tenantId, filter, asked)
  return {
    ...listAnswer(found),
    referrals: found.rows.map((row) => referralAnswer(ctx, tenantId, row, found.now)),
  }
}
