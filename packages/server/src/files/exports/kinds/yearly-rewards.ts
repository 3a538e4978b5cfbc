import type { ExportedYearlyRewards } from '@goodword/contract/files/exported-records'
import { NIL } from 'uuid'
import { walkRewarded } from '../../../referring/rewards/rows/yearly-rewards.ts'
import { readYearlyRewards } from '../../../referring/rewards/yearly-rewards.ts'
import type { ExportedKind } from '../exported-kind.ts'

/** In the order of accounts; each has a row for each of its people, years and currencies. Times choose what was given then. */
export const exportedYearlyRewards: ExportedKind<ExportedYearlyRewards> = {
  async read(_ctx, tx, { from, to, position, limit }) {
    const accounts = await walkRewarded(tx, position ?? NIL, limit)
    const rows = await readYearlyRewards(tx, accounts, { from, to: to ?? tx.now })
    const ofAccount = Map.groupBy(rows, (it) => it.account_id)
    return accounts.map((account) => ({
      position: account,
      answer: (ofAccount.get(account) ?? []).map(({ account: accountId, user: userId, sums }) => {
        return { accountId, userId, ...sums }
      }),
    }))
  },
  columns: {
    accountId: (it) => it.accountId,
    userId: (it) => it.userId,
    year: (it) => it.year,
    currency: (it) => it.currency,
    credit: (it) => it.credit,
    discounts: (it) => it.discounts,
    total: (it) => it.total,
    threshold: (it) => it.threshold,
    thresholdReached: (it) => String(it.thresholdReached),
  },
}
