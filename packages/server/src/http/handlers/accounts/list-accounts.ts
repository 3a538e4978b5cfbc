import type { listAccounts } from '@goodword/contract/endpoints/list-accounts'
import { readAccountPage } from '../../../operations/referring/accounts/list-accounts.ts'
import { listAnswer, listQuestion } from '../../answers/list.ts'
import type { Handler } from '../../server/handler.ts'

export const handleListAccounts: Handler<typeof listAccounts> = async (ctx, { tenant, query }) => {
  const found = await readAccountPage(ctx, tenant.tenantId, query.query ?? null, listQuestion(query).page)
  return { ...listAnswer(found), accounts: [...found.rows] }
}
