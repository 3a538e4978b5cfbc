import type { listRewards } from '@goodword/contract/endpoints/list-rewards'
import type { AccountId } from '@goodword/domain/ids'
import { readRewardPage } from '../../../operations/rewards/read-rewards.ts'
import { listAnswer, pageQuestion } from '../../answers/list.ts'
import { rewardAnswer } from '../../answers/reward.ts'
import type { Handler } from '../../handler.ts'

export const handleListRewards: Handler<typeof listRewards> = async (ctx, { tenant, query }) => {
  const { accountId, status, type } = query
  const question = {
    ...(accountId === undefined ? {} : { accountId: accountId as AccountId }),
    ...(status === undefined ? {} : { status }),
    ...(type === undefined ? {} : { type }),
  }
  const page = await readRewardPage(ctx, tenant.tenantId, question, pageQuestion(query))
  return { ...listAnswer(page), rewards: page.rows.map((row) => rewardAnswer(row, page.now)) }
}
