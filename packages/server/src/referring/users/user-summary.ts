import type { UserSummary } from '@goodword/contract/users/user'
import type { AccountKey } from '@goodword/domain/values/ids'
import type { Transaction } from '../../frame/context.ts'
import { mapPage, type Page } from '../../frame/page.ts'
import { type FullUserRow, loadFirstUsers } from './rows/users.ts'
import { type UserReading, userReading } from './user-reading.ts'

/** Who a user is; null for none. */
export function userSummary(row: FullUserRow | undefined): UserSummary | null {
  return row === undefined ? null : summaryOf(userReading(row))
}

export function summaryOf({ id, accountId, email, firstName, lastName }: UserReading): UserSummary {
  return { id, accountId, email, firstName, lastName }
}

/** The rows of a page with the first user of each one's account. */
export async function withFirstUsers<Row extends { readonly account_id: AccountKey }>(
  tx: Transaction,
  page: Page<Row>,
): Promise<Page<Row & { readonly user: UserSummary | null }>> {
  const accounts = page.rows.map((row) => row.account_id)
  const users = await loadFirstUsers(tx, accounts)
  return mapPage(page, (row) => ({ ...row, user: userSummary(users.get(row.account_id)) }))
}
