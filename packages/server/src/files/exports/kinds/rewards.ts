import { type Reward, rewardTermNames } from '@goodword/contract/rewards/reward'
import { type Cell, type Columns, timeCell } from '@goodword/domain/files/csv-record'
import { idsCreated } from '../../../engine/lists/id-range.ts'
import { rewardAnswer } from '../../../referring/rewards/reward-answer.ts'
import { walkRewards } from '../../../referring/rewards/rows/reward-list.ts'
import type { ExportedKind } from '../exported-kind.ts'

const columns: Columns<Reward> = {
  id: (it) => it.id,
  accountId: (it) => it.accountId,
  userId: (it) => it.userId,
  referralId: (it) => it.referralId,
  rewardSource: (it) => it.rewardSource,
  type: (it) => it.type,
  statuses: (it) => it.statuses.join(' '),
  discountPercent: (it) => fieldOf(it, 'discountPercent'),
  monthsDiscountIsValid: (it) => fieldOf(it, 'monthsDiscountIsValid'),
  unit: (it) => fieldOf(it, 'unit'),
  credit: (it) => fieldOf(it, 'credit'),
  redeemedCredit: (it) => fieldOf(it, 'redeemedCredit'),
  reservedCredit: (it) => fieldOf(it, 'reservedCredit'),
  monthsCreditIsValid: (it) => fieldOf(it, 'monthsCreditIsValid'),
  featureType: (it) => fieldOf(it, 'featureType'),
  quantity: (it) => fieldOf(it, 'quantity'),
  milestoneFriends: (it) => fieldOf(it, 'milestoneFriends'),
  dateCreated: (it) => timeCell(it.dateCreated),
  dateScheduledFor: (it) => timeCell(it.dateScheduledFor),
  dateGiven: (it) => timeCell(it.dateGiven),
  dateExpires: (it) => timeCell(it.dateExpires),
  billsLeft: (it) => fieldOf(it, 'billsLeft'),
  dateCancelled: (it) => timeCell(it.dateCancelled),
  dateRedeemed: (it) => timeCell(it.dateRedeemed),
}

export const exportedRewards: ExportedKind<Reward> = {
  async read(_ctx, tx, { from, to, position, limit }) {
    const range = idsCreated(from, to)
    const rows = await walkRewards(tx, { ...range, after: position ?? range.after }, limit)
    return rows.map((row) => ({ position: row.id, answer: rewardAnswer(row, tx.now) }))
  },
  columns: {
    ...columns,
    // New columns are added at the end.
    ...Object.fromEntries(
      rewardTermNames
        .filter((name) => !Object.hasOwn(columns, name))
        .map((name) => [name, (it: Reward) => fieldOf(it, name)]),
    ),
    queuePosition: (it) => fieldOf(it, 'queuePosition'),
    dateBegins: (it) => timeCell(it.dateBegins ?? null),
    takenBackCredit: (it) => fieldOf(it, 'takenBackCredit'),
  },
}

/** A field that not every type of reward has. */
function fieldOf(reward: Reward, name: string): Cell {
  const value: unknown = Object.hasOwn(reward, name) ? Reflect.get(reward, name) : null
  return typeof value === 'string' || typeof value === 'number' ? value : null
}
