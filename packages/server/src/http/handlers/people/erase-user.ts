import type { eraseUser } from '@goodword/contract/endpoints/erase-user'
import type { AccountId, UserId } from '@goodword/domain/ids'
import { erasePerson } from '../../../operations/privacy/erasure/erase-person.ts'
import { noteErasure } from '../../../operations/privacy/erasure/note-erasure.ts'
import type { Handler } from '../../server/handler.ts'

export const handleEraseUser: Handler<typeof eraseUser> = async (ctx, { tenant: { tenantId }, params }) => {
  const ids = [params.accountId as AccountId, params.userId as UserId] as const
  const erasure = await erasePerson(ctx, tenantId, ...ids, noteErasure(ctx))
  return {
    state: erasure.state,
    accountErased: erasure.withAccount,
    dateRequested: erasure.requestedAt,
    dateErased: erasure.finishedAt,
  }
}
