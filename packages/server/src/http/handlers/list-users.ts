import type { listUsers } from '@goodword/contract/endpoints/list-users'
import { listAnswer, pageQuestion } from '../answers/list.ts'
import { userAnswer } from '../answers/user.ts'
import type { RouteDependencies } from '../route-dependencies.ts'
import type { Handler } from '../serve.ts'

export function handleListUsers(it: RouteDependencies): Handler<typeof listUsers> {
  return async ({ tenant, query }) => {
    const { tenantId } = tenant
    const page = await it.operations.readPeople(tenantId, query.query ?? null, pageQuestion(query))
    return { ...listAnswer(page), users: page.rows.map((row) => userAnswer(row, it, tenantId)) }
  }
}
