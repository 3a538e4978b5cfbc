import type { AccountId, TenantId } from '@goodword/domain/ids'
import { findAccounts } from '../../store/accounts.ts'
import type { Database } from '../../store/database.ts'
import { listRewards, type RewardFilter } from '../../store/reward-list.ts'
import { readTenant } from '../../store/tenant-tx.ts'
import { tenantNow } from '../../store/test-clocks.ts'
import { emptyPage, mapPage, type Page, type PageQuestion, pageRequestOf, type Timed } from '../lists/page.ts'
import { type RewardReading, rewardReading } from './reward-reading.ts'

/** What a list of rewards is asked for; the account by the merchant's id. */
export type RewardQuestion = Omit<RewardFilter, 'account'> & { readonly accountId?: AccountId }

/** A page of rewards; an account that is not known has none. */
export function readRewardPage(
  db: Database,
  tenantId: TenantId,
  { accountId, ...filter }: RewardQuestion,
  machineNow: number,
  page: PageQuestion,
): Promise<Timed<Page<RewardReading>>> {
  const request = pageRequestOf(page)
  return readTenant(db, tenantId, async (tx) => {
    const now = await tenantNow(tx, machineNow)
    if (accountId === undefined) {
      return { ...mapPage(await listRewards(tx, filter, now, request), rewardReading), now }
    }
    const [account] = await findAccounts(tx, [accountId])
    if (account === undefined) return { ...emptyPage, now }
    const found = await listRewards(tx, { ...filter, account: account.id }, now, request)
    return { ...mapPage(found, rewardReading), now }
  })
}
