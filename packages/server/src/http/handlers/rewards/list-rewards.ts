import type { listRewards } from '@goodword/contract/endpoints/list-rewards'
import { readRewardPage } from '../../../operations/referring/rewards/read-rewards.ts'
import { rewardAnswer } from '../../../operations/referring/rewards/reward-answer.ts'
import { listAnswer, listQuestion } from '../../answers/list.ts'
import type { Handler } from '../../server/handler.ts'

export const handleListRewards: Handler<typeof listRewards> = async (ctx, { tenant, query }) => {
  const { filter, page } = listQuestion(query)
  const found = await readRewardPage(ctx, tenant.tenantId, filter, page)
  const rewards = found.rows.map((row) => ({ ...rewardAnswer(row, found.now), user: row.user }))
  return { ...listAnswer(found), rewards }
}
