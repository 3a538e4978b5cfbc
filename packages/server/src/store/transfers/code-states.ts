import type { ReferralCode } from '@goodword/domain/referral-code'
import { byKey } from '../driver/by-key.ts'
import { isoTime } from '../driver/rows.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'

/** Whether a code attributes: from when on it is disabled, and when it expires. */
export type CodeState = {
  readonly code: ReferralCode
  readonly disabledAt: number | null
  readonly expiresAt: number | null
}

// An insert that meets the code which it has found: an update by code has no certain plan on an empty table.
const set = statement(
  'code.set_state',
  `
insert into referral_code as x (tenant_id, code, account_id, participant_id, created_at)
select c.tenant_id, c.code, c.account_id, c.participant_id, c.created_at
from referral_code c
where c.tenant_id = $1
  and ${byKey('c.code', '$2')}
on conflict (tenant_id, code) do update
set disabled_at = $3::timestamptz,
  expires_at = $4::timestamptz`,
)

/** Sets the states of codes that are there, in the order of the codes; few of a file have one. */
export function setCodeStates(tx: TenantTx, states: readonly CodeState[]): void {
  const inOrder = states.toSorted((one, other) => (one.code < other.code ? -1 : 1))
  for (const { code, disabledAt, expiresAt } of inOrder) {
    tx.write(set, [code, isoTime(disabledAt), isoTime(expiresAt)], 1)
  }
}
