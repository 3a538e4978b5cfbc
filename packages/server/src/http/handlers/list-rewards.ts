import type { listRewards } from '@goodword/contract/endpoints/list-rewards'
import type { AccountId } from '@goodword/domain/ids'
import { listAnswer, pageQuestion } from '../answers/list.ts'
import { rewardAnswer } from '../answers/reward.ts'
import type { RouteDependencies } from '../route-dependencies.ts'
import type { Handler } from '../serve.ts'

export function handleListRewards(it: RouteDependencies): Handler<typeof listRewards> {
  return async ({ tenant, query }) => {
    const { accountId, status, type } = query
    const question = {
      ...(accountId === undefined ? {} : { accountId: accountId as AccountId }),
      ...(status === undefined ? {} : { status }),
      ...(type === undefined ? {} : { type }),
    }
    const page = await it.operations.readRewards(tenant.tenantId, question, pageQuestion(query))
    return { ...listAnswer(page), rewards: page.rows.map((row) => rewardAnswer(row, page.now)) }
  }
}
