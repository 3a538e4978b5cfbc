import type { AccountId, AccountKey } from '@goodword/domain/ids'

/** Accounts that rows are asked for: by our keys, by the merchant's ids, or some by these and some by those. */
export type Whose = { readonly keys: readonly AccountKey[]; readonly ids: readonly AccountId[] }

export function whoseKeys(keys: readonly AccountKey[]): Whose {
  return { keys, ids: [] }
}

export function whoseIds(ids: readonly AccountId[]): Whose {
  return { keys: [], ids }
}

export function isNobody({ keys, ids }: Whose): boolean {
  return keys.length + ids.length === 0
}

/** SQL that selects the keys of the accounts that the parameter of this number names; $1 is the tenant. */
export function selectKeysOfNamed(parameter: number): string {
  return `select a.id
      from account a
      where a.tenant_id = $1
        and a.external_id = any($${parameter}::text[])`
}

/**
 * SQL for the keys of accounts: $2 are keys, $3 ids, so a caller that has ids need not look up their keys first. One
 * array and not two joined by `||`: under row-level security PostgreSQL 15 tests `= any(x || y)` on every row of the
 * tenant instead of searching an index for it.
 */
export const keysOfThose = `any(
    array(
      select unnest($2::uuid[])
      union all
      ${selectKeysOfNamed(3)}
    )
  )`

/** The values that such a statement takes after the tenant. */
export function valuesOf({ keys, ids }: Whose): readonly unknown[] {
  return [keys, ids]
}
