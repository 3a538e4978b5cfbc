import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, UserId, UserKey } from '@goodword/domain/values/ids'
import { byKey, deleteByCtid, firstFrom, joinByKey } from '../../engine/driver/by-key.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx, TimedTx } from '../../engine/driver/tenant-tx.ts'

/** A code that a person shared under an earlier product, as it was written there or folded to upper case. */
export type FormerCode = {
  readonly spelling: string
  readonly isExact: boolean
  readonly account: AccountId
  readonly userId: UserId
}

const insert = statement(
  'former_code.insert',
  `
insert into former_code as x (tenant_id, spelling, user_id, is_exact, created_at)
select k.tenant_id, asked.spelling, p.id, asked.is_exact, $6::timestamptz
from program k
cross join unnest($2::text[], $3::text[], $4::text[], $5::bool[]) as asked(spelling, account, person, is_exact)
cross join lateral (
  select a.id
  from account a
  where a.tenant_id = $1
    and ${byKey('a.external_id', 'asked.account')}
) as a
cross join lateral (
  select p.id, p.account_id
  from account_user p
  where p.tenant_id = $1
    and ${firstFrom(['p.external_id', 'p.account_id'], ['asked.person', 'a.id'])}
) as p
where k.tenant_id = $1
  and p.account_id = a.id
on conflict (tenant_id, spelling) do update
set user_id = excluded.user_id,
  is_exact = true
where not x.is_exact
  and excluded.is_exact`,
)

/** Adds former codes of people who are there, each spelling once; one that a person had exactly stays theirs. */
export function insertFormerCodes(tx: TimedTx, codes: readonly FormerCode[]): void {
  if (codes.length === 0) return
  const inOrder = codes.toSorted((one, other) => (one.spelling < other.spelling ? -1 : 1))
  tx.write(insert, [
    inOrder.map((it) => it.spelling),
    inOrder.map((it) => it.account),
    inOrder.map((it) => it.userId),
    inOrder.map((it) => it.isExact),
    isoTime(tx.now),
  ])
}

const find = statement(
  'former_code.find',
  `
select f.spelling, f.is_exact, a.external_id as account, p.external_id as user_external_id, p.code
from unnest($2::text[]) as asked(spelling)
${joinByKey('former_code f', 'spelling', 'asked.spelling')}
${joinByKey('account_user p', 'id', 'f.user_id')}
${joinByKey('account a', 'id', 'p.account_id')}`,
)

/** A former code as it is stored, and the code that its owner shares now. */
export type StoredFormerCode = FormerCode & { readonly code: ReferralCode }

/** The former codes with these spellings, by spelling. */
export async function findFormerCodes(
  tx: TenantTx,
  spellings: readonly string[],
): Promise<ReadonlyMap<string, StoredFormerCode>> {
  if (spellings.length === 0) return new Map()
  const rows = await tx.rows<{
    spelling: string
    is_exact: boolean
    account: AccountId
    user_external_id: UserId
    code: ReferralCode
  }>(find, [spellings])
  return new Map(
    rows.map(({ is_exact: isExact, user_external_id: userId, ...row }) => [
      row.spelling,
      { ...row, isExact, userId },
    ]),
  )
}

const deleteOfUser = statement(
  'former_code.delete_of_user',
  deleteByCtid('former_code', byKey('y.user_id', '$2')),
)

export function deleteFormerCodesOf(tx: TenantTx, user: UserKey): void {
  tx.write(deleteOfUser, [user])
}
