import type { listUsers } from '@goodword/contract/endpoints/list-users'
import type { TenantId } from '@goodword/domain/ids'
import type { Context } from '../../../operations/foundation/context.ts'
import { type ListedPerson, readPeoplePage } from '../../../operations/referring/people/list-people.ts'
import { userAnswer } from '../../../operations/referring/people/user-answer.ts'
import { listAnswer, listQuestion } from '../../answers/list.ts'
import type { Handler } from '../../server/handler.ts'

export const handleListUsers: Handler<typeof listUsers> = async (ctx, { tenant, query }) => {
  const { tenantId } = tenant
  const filter = {
    query: query.query ?? null,
    accountId: query.accountId ?? null,
    isBlocked: query.blocked === 'true',
    created: query.dateCreated ?? null,
    withFigures: query.figures === 'true',
  }
  const page = await readPeoplePage(ctx, tenantId, filter, listQuestion(query).page)
  return { ...listAnswer(page), users: page.rows.map((row) => listedUser(ctx, tenantId, row)) }
}

function listedUser(ctx: Context, tenantId: TenantId, person: ListedPerson) {
  const user = userAnswer(ctx, tenantId, person)
  return person.figures === null ? user : { ...user, figures: person.figures }
}
