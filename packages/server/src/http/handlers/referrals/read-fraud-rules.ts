import type { readFraudRules as endpoint } from '@goodword/contract/endpoints/read-fraud-rules'
import { readFraudRules } from '../../../operations/reporting/statistics/read-fraud-rules.ts'
import { fraudRulesAnswer } from '../../answers/fraud-rules.ts'
import type { Handler } from '../../server/handler.ts'

export const handleReadFraudRules: Handler<typeof endpoint> = async (ctx, { tenant, query }) => {
  const { from = null, to = null } = query
  return fraudRulesAnswer(await readFraudRules(ctx, tenant.tenantId, { from, to }))
}
