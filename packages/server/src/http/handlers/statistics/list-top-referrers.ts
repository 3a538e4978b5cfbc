import type { listTopReferrers as endpoint } from '@goodword/contract/endpoints/list-top-referrers'
import { listReferrers } from '../../../operations/reporting/statistics/list-referrers.ts'
import { listAnswer, listQuestion } from '../../answers/list.ts'
import { referrerAnswer } from '../../answers/statistics.ts'
import type { Handler } from '../../server/handler.ts'

export const handleListTopReferrers: Handler<typeof endpoint> = async (ctx, { tenant, query }) => {
  const { filter, page } = listQuestion(query)
  const { from = null, to = null, rankedBy = 'CONVERTED' } = filter
  const found = await listReferrers(ctx, tenant.tenantId, { from, to, rank: rankedBy }, page)
  return { ...listAnswer(found), referrers: found.rows.map(referrerAnswer) }
}
