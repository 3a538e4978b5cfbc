import type { UserSummary } from '@goodword/contract/users/user'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { type Page, type PageQuestion, pageRequestOf } from '../../frame/page.ts'
import { withFirstUsers } from '../../referring/users/user-summary.ts'
import { type BillFilter, type ListedBillRow, listBills } from '../rows/bills.ts'

/** A bill with the first user of its account. */
export type BillReading = ListedBillRow & { readonly user: UserSummary | null }

/** A page of kept bills; an account or subscription that does not exist has none. */
export function readBillPage(
  ctx: Context,
  tenantId: TenantId,
  filter: BillFilter,
  page: PageQuestion,
): Promise<Page<BillReading>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) => {
    const found = await listBills(tx, filter, tx.now, request)
    return withFirstUsers(tx, found)
  })
}
