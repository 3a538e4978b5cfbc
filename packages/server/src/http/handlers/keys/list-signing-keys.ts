import type { listSigningKeys } from '@goodword/contract/endpoints/list-signing-keys'
import { readSigningKeys } from '../../../operations/administration/keys/read-keys.ts'
import { listAnswer, listQuestion } from '../../answers/list.ts'
import type { Handler } from '../../server/handler.ts'

export const handleListSigningKeys: Handler<typeof listSigningKeys> = async (ctx, { tenant, query }) => {
  const found = await readSigningKeys(ctx, tenant.tenantId, listQuestion(query).page)
  return { ...listAnswer(found), signingKeys: found.rows }
}
