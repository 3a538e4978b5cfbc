import type { readUser } from '@goodword/contract/endpoints/read-user'
import type { AccountId, UserId } from '@goodword/domain/ids'
import { userAnswer } from '../answers/user.ts'
import type { RouteDependencies } from '../route-dependencies.ts'
import type { Handler } from '../serve.ts'

export function handleReadUser(it: RouteDependencies): Handler<typeof readUser> {
  return async ({ tenant, params }) => {
    const { tenantId } = tenant
    const person = await it.operations.readPerson(
      tenantId,
      params.accountId as AccountId,
      params.userId as UserId,
    )
    return userAnswer(person, it, tenantId)
  }
}
