import type { readStatistics as endpoint } from '@goodword/contract/endpoints/read-statistics'
import { readStatistics } from '../../../operations/reporting/statistics/read-statistics.ts'
import { statisticsAnswer } from '../../answers/statistics.ts'
import type { Handler } from '../../server/handler.ts'

export const handleReadStatistics: Handler<typeof endpoint> = async (ctx, { tenant, query }) => {
  const { from = null, to = null, interval = 'DAY', compare } = query
  const asked = { from, to, interval, hasPrevious: compare === 'PREVIOUS_PERIOD' }
  return statisticsAnswer(await readStatistics(ctx, tenant.tenantId, asked))
}
