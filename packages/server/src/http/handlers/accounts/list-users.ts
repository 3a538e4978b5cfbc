import type { listUsers } from '@goodword/contract/endpoints/list-users'
import { readPeoplePage } from '../../../operations/people/list-people.ts'
import { userAnswer } from '../../../operations/people/user-answer.ts'
import { listAnswer, listQuestion } from '../../answers/list.ts'
import type { Handler } from '../../handler.ts'

export const handleListUsers: Handler<typeof listUsers> = async (ctx, { tenant, query }) => {
  const { tenantId } = tenant
  const filter = {
    query: query.query ?? null,
    accountId: query.accountId ?? null,
    isBlocked: query.blocked === 'true',
  }
  const page = await readPeoplePage(ctx, tenantId, filter, listQuestion(query).page)
  return { ...listAnswer(page), users: page.rows.map((row) => userAnswer(ctx, tenantId, row)) }
}
