import type { TenantId } from '@goodword/domain/ids'
import {
  type DiscountFilter,
  type ListedDiscountRow,
  listDiscounts,
} from '../../store/processor/subscriptions.ts'
import type { Context } from '../context.ts'
import { type Page, type PageQuestion, pageRequestOf } from '../lists/page.ts'

/** A live subscription with its discount, and the merchant's id of the account. */
export type ListedDiscount = ListedDiscountRow

/** A page of discounts of live subscriptions; an account that does not exist has none. */
export function readDiscountPage(
  ctx: Context,
  tenantId: TenantId,
  filter: DiscountFilter,
  page: PageQuestion,
): Promise<Page<ListedDiscount>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, (tx) => listDiscounts(tx, filter, tx.now, request))
}
