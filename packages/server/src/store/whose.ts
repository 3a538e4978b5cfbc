import type { AccountId, AccountKey } from '@goodword/domain/ids'
import { byKey } from './by-key.ts'

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

/** SQL that selects the keys of the accounts that `ids` (SQL) names; $1 is the tenant. */
export function selectKeysOfNamed(ids: string): string {
  return `select a.id
    from unnest(${ids}) as named(external_id)
    cross join lateral (
      select a.id
      from account a
      where a.tenant_id = $1
        and ${byKey('a.external_id', 'named.external_id')}
    ) as a`
}

/** SQL for the keys of accounts, as the table `those`: $2 are keys, $3 ids, so a caller that has ids need not look up their keys first. */
export const thoseAccounts = `(
    select unnest($2::uuid[]) as id
    union
    ${selectKeysOfNamed('$3::text[]')}
  ) as those`

/** The values that such a statement takes after the tenant. */
export function valuesOf({ keys, ids }: Whose): readonly unknown[] {
  return [keys, ids]
}
