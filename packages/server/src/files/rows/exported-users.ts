import type { AccountKey, UserKey } from '@goodword/domain/values/ids'
import { joinByKey, leftJoinByKey } from '../../engine/driver/by-key.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'

/** What an export of users says about their accounts: why one is blocked, and since when it is closed to attribution. */
export type ExportedAccountRow = {
  readonly id: AccountKey
  readonly blocked_reason: string | null
  /** When the account paid without being referred; null where it did not, or was referred. */
  readonly closed_at: number | null
}

const accounts = statement(
  'account.of_exported_users',
  `
select a.id, a.blocked_reason, case when r.id is null then a.paid_at end as closed_at
from unnest($2::uuid[]) as those(id)
${joinByKey('account a', 'id', 'those.id')}
${leftJoinByKey('referral r', 'referred_account_id', 'a.id', 'not r.is_replaced')}`,
)

export function loadExportedAccounts(
  tx: TenantTx,
  keys: readonly AccountKey[],
): Promise<ExportedAccountRow[]> {
  return tx.rows(accounts, [keys])
}

const formerCodes = statement(
  'former_code.of_exported_users',
  `
select f.spelling, f.user_id
from unnest($2::uuid[]) as those(id)
${joinByKey('former_code f', 'user_id', 'those.id', 'f.is_exact')}`,
)

/** The codes of an earlier product that these people had, as they were written there. */
export function loadExportedFormerCodes(
  tx: TenantTx,
  users: readonly UserKey[],
): Promise<Pick<Tables['former_code'], 'spelling' | 'user_id'>[]> {
  return tx.rows(formerCodes, [users])
}

export type ExportedCodeRow = Pick<
  Tables['referral_code'],
  'code' | 'user_id' | 'disabled_at' | 'expires_at' | 'created_at'
>

const codes = statement(
  'referral_code.of_exported_users',
  `
select c.code, c.user_id, c.disabled_at, c.expires_at, c.created_at
from unnest($2::uuid[]) as those(id)
${joinByKey('referral_code c', 'user_id', 'those.id')}`,
)

/** Every code that these people were ever given. */
export function loadExportedCodes(tx: TenantTx, users: readonly UserKey[]): Promise<ExportedCodeRow[]> {
  return tx.rows(codes, [users])
}
