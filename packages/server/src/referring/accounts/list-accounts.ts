import type { AccountSummary } from '@goodword/contract/accounts/account'
import type { TenantId } from '@goodword/domain/values/ids'
import type { Context } from '../../frame/context.ts'
import { mapPage, type Page, type PageQuestion, pageRequestOf } from '../../frame/page.ts'
import { listAccounts, searchAccounts } from '../users/rows/account-search.ts'
import { loadFirstUsers } from '../users/rows/users.ts'
import { summaryOf } from '../users/user-answer.ts'

/** A page of accounts: all, or those whose ID or customer ID begins so. */
export function readAccountPage(
  ctx: Context,
  tenantId: TenantId,
  prefix: string | null,
  page: PageQuestion,
): Promise<Page<AccountSummary>> {
  const request = pageRequestOf(page)
  return ctx.readTenant(tenantId, async (tx) => {
    const found =
      prefix === null ? await listAccounts(tx, tx.now, request) : await searchAccounts(tx, prefix, request)
    const users = await loadFirstUsers(
      tx,
      found.rows.map((row) => row.id),
    )
    return mapPage(found, (row) => ({
      id: row.external_id,
      paymentProviderId: row.provider_id,
      user: summaryOf(users.get(row.id)),
      dateCreated: row.created_at,
      dateBlocked: row.blocked_at,
    }))
  })
}
