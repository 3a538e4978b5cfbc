import type { readUser } from '@goodword/contract/endpoints/read-user'
import type { AccountId, UserId } from '@goodword/domain/ids'
import { readPerson } from '../../../operations/referring/people/read-person.ts'
import { userAnswer } from '../../../operations/referring/people/user-answer.ts'
import type { Handler } from '../../server/handler.ts'

export const handleReadUser: Handler<typeof readUser> = async (ctx, { tenant, params }) => {
  const { tenantId } = tenant
  const person = await readPerson(ctx, tenantId, params.accountId as AccountId, params.userId as UserId)
  return userAnswer(ctx, tenantId, person)
}
