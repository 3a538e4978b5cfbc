import type { AccountId, TenantId } from '@goodword/domain/ids'
import { findAccounts } from '../../store/accounts.ts'
import { listRewards, type RewardFilter } from '../../store/ledger/reward-list.ts'
import type { Context } from '../context.ts'
import { emptyPage, mapPage, type Page, type PageQuestion, pageRequestOf, type Timed } from '../lists/page.ts'
import { type RewardReading, rewardReading } from './reward-reading.ts'

/** What a list of rewards is asked for; the account by the merchant's id. */
export type RewardQuestion = Omit<RewardFilter, 'account'> & { readonly accountId?: AccountId }

/** A page of rewards; an account that is not known has none. */
export function readRewardPage(
  ctx: Context,
  tenantId: TenantId,
  { accountId, ...filter }: RewardQuestion,
  page: PageQuestion,
): Promise<Timed<Page<RewardReading>>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) => {
    const { now } = tx
    if (accountId === undefined) {
      return { ...mapPage(await listRewards(tx, filter, now, request), rewardReading), now }
    }
    const [account] = await findAccounts(tx, [accountId])
    if (account === undefined) return { ...emptyPage, now }
    const found = await listRewards(tx, { ...filter, account: account.id }, now, request)
    return { ...mapPage(found, rewardReading), now }
  })
}
