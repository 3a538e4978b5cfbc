import type { DiscountWithUser } from '@goodword/contract/billing/subscription-discount'
import type { DiscountState } from '@goodword/domain/bills/bill-discount'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { mapPage, type Page, type PageQuestion, pageRequestOf } from '../../frame/page.ts'
import { withFirstUsers } from '../../referring/users/user-answer.ts'
import { type DiscountFilter, isUnknown, listDiscounts } from '../rows/subscriptions.ts'
import { discountAnswer } from './discount-answer.ts'
import { unknownDiscounts } from './unknown-discounts.ts'

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
): Promise<Page<DiscountWithUser>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) => {
    const unknown = await unknownDiscounts(ctx, tx)
    const asked = state === undefined ? filter : { ...filter, state: { state, unknown } }
    const found = await withFirstUsers(tx, await listDiscounts(tx, asked, tx.now, request))
    return mapPage(found, (row) => {
      const isChecked = row.state !== 'IN_STEP' || !isUnknown(row, unknown)
      return { ...discountAnswer(isChecked ? row : { ...row, ...notChecked }), user: row.user }
    })
  })
}

const notChecked = { state: 'PENDING', reason: 'NOT_CHECKED' } as const
