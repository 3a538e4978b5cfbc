import type { UserSummary } from '@goodword/contract/user'
import type { TenantId } from '@goodword/domain/ids'
import { loadFirstPeople } from '../../store/people.ts'
import {
  type DiscountFilter,
  type ListedDiscountRow,
  listDiscounts,
} from '../../store/processor/subscriptions.ts'
import type { Context } from '../context.ts'
import { mapPage, type Page, type PageQuestion, pageRequestOf } from '../lists/page.ts'
import { userSummary } from '../people/user-summary.ts'

/** A live subscription with its discount, and the merchant's id of the account. */
export type ListedDiscount = ListedDiscountRow

/** The same in a list, with the first user of the account. */
export type DiscountReading = ListedDiscount & { readonly user: UserSummary | null }

/** A page of discounts of live subscriptions; an account that does not exist has none. */
export function readDiscountPage(
  ctx: Context,
  tenantId: TenantId,
  filter: DiscountFilter,
  page: PageQuestion,
): Promise<Page<DiscountReading>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) => {
    const found = await listDiscounts(tx, filter, tx.now, request)
    const users = await loadFirstPeople(
      tx,
      found.rows.map((row) => row.account_id),
    )
    return mapPage(found, (row) => ({ ...row, user: userSummary(users.get(row.account_id)) }))
  })
}
