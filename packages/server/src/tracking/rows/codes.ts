import type { CodeOwner } from '@goodword/domain/referrals/decision-context'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, ProviderId, UserId, UserKey } from '@goodword/domain/values/ids'
import { byKey, joinByKey } from '../../engine/driver/by-key.ts'
import { columnList, isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx, TimedTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'
import { type OwnersPrice, ownersPrice } from './owners-price.ts'

export type CodeRow = Tables['referral_code'] &
  Pick<Tables['account_user'], 'first_name' | 'last_name'> & {
    owner_account_id: AccountId
    owner_user_id: UserId
    owner_provider_id: ProviderId | null
    owner_claimed_provider_id: ProviderId | null
    owner_blocked_at: number | null
    owner_is_confirmed: boolean
  } & OwnersPrice<'owner'>

/** SQL that selects from a code, `value` (SQL), and from who shares it. */
const codeWithOwner = (value: string): string => `(
  select c.code, c.account_id, c.user_id, c.disabled_at, c.expires_at, c.created_at
  from referral_code c
  where c.tenant_id = $1
    and ${byKey('c.code', value)}
) as c
cross join lateral (
  select p.external_id, p.first_name, p.last_name, p.confirmed as is_confirmed
  from account_user p
  where p.tenant_id = $1
    and ${byKey('p.id', 'c.user_id')}
) as p
cross join lateral (
  select a.external_id, a.provider_id, a.claimed_provider_id, a.blocked_at,
    a.value_minor, a.currency, a.billing_interval_type, a.billing_interval_value
  from account a
  where a.tenant_id = $1
    and ${byKey('a.id', 'c.account_id')}
) as a`

/** SQL that selects the columns of a `CodeRow` of a code (SQL), as a subquery. */
export const selectCode = (value: string): string => `(
  select ${codeColumns}
  from ${codeWithOwner(value)}
)`

const codeColumns = `c.code, c.account_id, c.user_id, a.external_id as owner_account_id,
  a.provider_id as owner_provider_id, a.claimed_provider_id as owner_claimed_provider_id,
  a.blocked_at as owner_blocked_at, ${ownersPrice('owner')}, p.external_id as owner_user_id, p.first_name, p.last_name,
  p.is_confirmed as owner_is_confirmed, c.disabled_at, c.expires_at, c.created_at`

const oneCode = statement(
  'code.look_up_one',
  `
select ${codeColumns}
from ${codeWithOwner('$2')}`,
)

const byCode = statement(
  'code.look_up',
  `
select ${codeColumns}
from unnest($2::text[]) as requested(code)
cross join lateral ${codeWithOwner('requested.code')}`,
)

/** Loads those of one or more codes that exist, with the person who shares each. */
export async function loadCodes(
  tx: TenantTx,
  codes: readonly ReferralCode[],
): Promise<Map<ReferralCode, CodeRow>> {
  const rows = await (codes.length === 1
    ? tx.rows<CodeRow>(oneCode, [codes[0]])
    : tx.rows<CodeRow>(byCode, [codes]))
  return new Map(rows.map((row) => [row.code, row]))
}

export function codeOwner(row: CodeRow): CodeOwner {
  return {
    referrer: {
      accountKey: row.account_id,
      accountId: row.owner_account_id,
      userKey: row.user_id,
      userId: row.owner_user_id,
    },
    isBlocked: row.owner_blocked_at !== null,
    disabledAt: row.disabled_at,
    expiresAt: row.expires_at,
  }
}

const page = statement(
  'code.page',
  `
select x.code
from referral_code x
where x.tenant_id = $1
  and x.code > $2
order by x.code
limit $3`,
)

/** The next codes of the tenant, in their order. */
export async function loadCodesAfter(
  tx: TenantTx,
  after: string,
  most: number,
): Promise<readonly ReferralCode[]> {
  const rows = await tx.rows<{ code: ReferralCode }>(page, [after, most])
  return rows.map((it) => it.code)
}

/** More than a person can choose; a server can give any number. */
const MAX_CODES_READ = 100

const ofUser = statement(
  'code.of_user',
  `
select ${columnList('c', 'referral_code')}
from referral_code c
where c.tenant_id = $1
  and ${byKey('c.user_id', '$2::uuid')}
limit $3`,
)

/** The codes that a person has and had, in no order. */
export function loadCodesOf(tx: TenantTx, user: UserKey): Promise<Tables['referral_code'][]> {
  return tx.rows(ofUser, [user, MAX_CODES_READ])
}

/** Whether a code attributes: from when on it is disabled, and when it expires. */
export type CodeState = {
  readonly code: ReferralCode
  readonly disabledAt: number | null
  readonly expiresAt: number | null
}

/** A code as its merchant sees it. */
export type CodeStateRow = Tables['referral_code'] & { account: AccountId; user_external_id: UserId }

// An insert that meets the codes which it has found: an update by code has no certain plan on an empty table.
const change = statement(
  'code.change',
  `
insert into referral_code as x (tenant_id, code, account_id, user_id, disabled_at, expires_at, created_at)
select k.tenant_id, found.code, found.account_id, found.user_id, found.disabled_at, found.expires_at, found.created_at
from program k
cross join (
  select c.code, c.account_id, c.user_id, c.created_at, asked.disabled_at, asked.expires_at
  from unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) as asked(code, disabled_at, expires_at)
  ${joinByKey('referral_code c', 'code', 'asked.code')}
) as found
where k.tenant_id = $1
on conflict (tenant_id, code) do update
set disabled_at = case
    when not $5::bool then coalesce(x.disabled_at, excluded.disabled_at)
  end,
  expires_at = coalesce(excluded.expires_at, x.expires_at)`,
)

const state = statement(
  'code.state',
  `
select ${columnList('c', 'referral_code')}, a.external_id as account, p.external_id as user_external_id
from (
  select c.*
  from referral_code c
  where c.tenant_id = $1
    and ${byKey('c.code', '$2')}
) as c
${joinByKey('account_user p', 'id', 'c.user_id')}
${joinByKey('account a', 'id', 'c.account_id')}`,
)

/** Changes the fields of a code that are not null, and returns the changed code; null when it is unknown. */
export async function changeCode(
  tx: TimedTx,
  code: ReferralCode,
  changes: { readonly disabled: boolean | null; readonly expiresAt: number | null },
): Promise<CodeStateRow | null> {
  const disabledAt = changes.disabled === true ? tx.now : null
  writeStates(tx, [{ code, disabledAt, expiresAt: changes.expiresAt }], changes.disabled === false)
  const [row] = await tx.rows<CodeStateRow>(state, [code])
  return row ?? null
}

/** Sets the fields of stored codes that are not null, each once; a disabled code keeps the time of that. */
export function setCodeStates(tx: TenantTx, states: readonly CodeState[]): void {
  if (states.length > 0) writeStates(tx, states, false)
}

/** Locks the codes in their order; unknown ones are left out. */
function writeStates(tx: TenantTx, states: readonly CodeState[], areEnabled: boolean): void {
  const inOrder = states.toSorted((one, other) => (one.code < other.code ? -1 : 1))
  tx.write(change, [
    inOrder.map((it) => it.code),
    inOrder.map((it) => isoTime(it.disabledAt)),
    inOrder.map((it) => isoTime(it.expiresAt)),
    areEnabled,
  ])
}
