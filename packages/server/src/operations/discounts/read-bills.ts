import type { TenantId } from '@goodword/domain/ids'
import { type BillFilter, type ListedBillRow, listBills } from '../../store/processor/bills.ts'
import type { Context } from '../context.ts'
import { type Page, type PageQuestion, pageRequestOf } from '../lists/page.ts'

/** A page of kept bills; an account or subscription that does not exist has none. */
export function readBillPage(
  ctx: Context,
  tenantId: TenantId,
  filter: BillFilter,
  page: PageQuestion,
): Promise<Page<ListedBillRow>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, (tx) => listBills(tx, filter, tx.now, request))
}
