import type { RewardWithUser } from '@goodword/client'
import { type Columns, timeCell } from '@goodword/domain/files/csv-record'
import { accountName } from '../../format/person-name.ts'
import { rewardText, sourceText } from '../../format/reward-text.ts'

/** The list of rewards as a file: the names of an export, with the reward and its owner in words. */
export const rewardFile: Columns<RewardWithUser> = {
  reward: (it) => rewardText(it),
  owner: (it) => accountName(it.accountId, it.user),
  earnedFor: sourceText,
  statuses: (it) => it.statuses.join(' '),
  dateCreated: (it) => timeCell(it.dateCreated),
  dateExpires: (it) => timeCell(it.dateExpires),
  accountId: (it) => it.accountId,
  userId: (it) => it.userId,
  referralId: (it) => it.referralId,
  type: (it) => it.type,
  id: (it) => it.id,
}
