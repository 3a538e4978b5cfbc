import type { UserSummary } from '@goodword/contract/users/user'
import type { DiscountState } from '@goodword/domain/bills/bill-discount'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { mapPage, type Page, type PageQuestion, pageRequestOf } from '../../frame/page.ts'
import { withFirstUsers } from '../../referring/users/user-summary.ts'
import {
  type DiscountFilter,
  isUnknown,
  type ListedDiscountRow,
  listDiscounts,
} from '../rows/subscriptions.ts'
import { unknownDiscounts } from './unknown-discounts.ts'

/** A live subscription with its discount, and the merchant's id of the account. */
export type ListedDiscount = ListedDiscountRow

/** A discount as a list has it, with the first user of the account. */
export type DiscountReading = ListedDiscount & { readonly user: UserSummary | null }

/** The filter of a request, by the states that it is shown. */
export type AskedDiscounts = Omit<DiscountFilter, 'state'> & { readonly state?: DiscountState }

/**
 * A page of discounts of live subscriptions; an account that does not exist has none. One that was right when it was last
 * checked, and was not checked when it should have been or cannot be, is shown as `PENDING` with the reason `NOT_CHECKED`.
 */
export function readDiscountPage(
  ctx: Context,
  tenantId: TenantId,
  { state, ...filter }: AskedDiscounts,
  page: PageQuestion,
): Promise<Page<DiscountReading>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) => {
    const unknown = await unknownDiscounts(ctx, tx)
    const asked = state === undefined ? filter : { ...filter, state: { state, unknown } }
    const found = await listDiscounts(tx, asked, tx.now, request)
    const shown = mapPage(found, (row) =>
      row.state === 'IN_STEP' && isUnknown(row, unknown) ? { ...row, ...notChecked } : row,
    )
    return withFirstUsers(tx, shown)
  })
}

const notChecked = { state: 'PENDING', reason: 'NOT_CHECKED' } as const
