import type { listApiKeys } from '@goodword/contract/endpoints/list-api-keys'
import { readApiKeys } from '../../../operations/administration/keys/read-keys.ts'
import { listAnswer, listQuestion } from '../../answers/list.ts'
import type { Handler } from '../../server/handler.ts'

export const handleListApiKeys: Handler<typeof listApiKeys> = async (ctx, { tenant, query }) => {
  const found = await readApiKeys(ctx, tenant.tenantId, listQuestion(query).page)
  return { ...listAnswer(found), apiKeys: found.rows }
}
