import type { User, UserSummary } from '@goodword/contract/users/user'
import type { AccountKey, TenantId } from '@goodword/domain/values/ids'
import type { Context, Transaction } from '../../frame/context.ts'
import { mapPage, type Page } from '../../frame/page.ts'
import { shareLinks } from '../share-links/share-links.ts'
import { type FullUserRow, loadFirstUsers } from './rows/users.ts'

export function userAnswer(ctx: Context, tenantId: TenantId, row: FullUserRow): User {
  const { code, locale } = row
  return {
    ...userSummary(row),
    locale,
    referralCode: code,
    shareLinks: shareLinks(ctx, tenantId, code),
    dateCreated: row.created_at,
    dateBlocked: row.blocked_at,
  }
}

/** Who a user is. */
function userSummary({ external_id: id, account: accountId, ...row }: FullUserRow): UserSummary {
  return { id, accountId, email: row.email, firstName: row.first_name, lastName: row.last_name }
}

/** Who a user is; null for none. */
export function summaryOf(row: FullUserRow | null | undefined): UserSummary | null {
  return row == null ? null : userSummary(row)
}

/** The rows of a page with the first user of each one's account. */
export async function withFirstUsers<Row extends { readonly account_id: AccountKey }>(
  tx: Transaction,
  page: Page<Row>,
): Promise<Page<Row & { readonly user: UserSummary | null }>> {
  const accounts = page.rows.map((row) => row.account_id)
  const users = await loadFirstUsers(tx, accounts)
  return mapPage(page, (row) => ({ ...row, user: summaryOf(users.get(row.account_id)) }))
}
