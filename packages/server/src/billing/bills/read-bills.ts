import type { BillWithUser } from '@goodword/contract/billing/bill'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { mapPage, type Page, type PageQuestion, pageRequestOf } from '../../frame/page.ts'
import { withFirstUsers } from '../../referring/users/user-answer.ts'
import { type BillFilter, listBills } from '../rows/bills.ts'
import { billAnswer } from './bill-answer.ts'

/** A page of kept bills; an account or subscription that does not exist has none. */
export function readBillPage(
  ctx: Context,
  tenantId: TenantId,
  filter: BillFilter,
  page: PageQuestion,
): Promise<Page<BillWithUser>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) => {
    const found = await withFirstUsers(tx, await listBills(tx, filter, tx.now, request))
    return mapPage(found, (row) => ({ ...billAnswer(row), user: row.user }))
  })
}
