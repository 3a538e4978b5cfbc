import type { ReferrerParty } from '@goodword/domain/evidence'
import type { AccountId, AccountKey, ProviderId } from '@goodword/domain/ids'
import { byKey } from './by-key.ts'
import { statement } from './statement.ts'
import type { TenantTx } from './tenant-tx.ts'

const byProviderId = statement(
  'account.by_provider_id',
  `
select x.id, x.external_id, x.provider_id
from unnest($2::text[]) as asked(provider_id)
cross join lateral (
  select x.id, x.external_id, x.provider_id
  from account x
  where x.tenant_id = $1
    and ${byKey('x.provider_id', 'asked.provider_id')}
) as x`,
)

/** An account that is a customer of the payment processor. */
export type ProviderOwnerRow = { id: AccountKey; external_id: AccountId; provider_id: ProviderId }

/** Which accounts belong to these customers of the payment processor. */
export async function loadProviderOwners(
  tx: TenantTx,
  providerIds: readonly ProviderId[],
): Promise<ProviderOwnerRow[]> {
  return providerIds.length === 0 ? [] : tx.rows(byProviderId, [providerIds])
}

/** What fraud rules compare of an account: columns of `a`, and of `e` from `joinEmailKeys`. */
export const partyColumns = 'a.provider_id, a.claimed_provider_id, e.email_keys, e.certain_email_keys'

/** SQL that joins the e-mail keys of the people of the account `a` as `e`. */
export const joinEmailKeys = `cross join lateral (
  select array_agg(p.email_key) as email_keys,
    array_agg(p.email_key) filter (where p.email_claimed is not true) as certain_email_keys
  from (
    select p.email_key, p.email_claimed
    from participant p
    where p.tenant_id = $1
      and p.email_key is not null
      and ${byKey('p.account_id', 'a.id')}
  ) as p
) as e`

export type PartyRow = {
  provider_id: ProviderId | null
  claimed_provider_id: ProviderId | null
  email_keys: string[] | null
  certain_email_keys: string[] | null
}

export function partyOf(row: PartyRow): ReferrerParty {
  const certain = [row.provider_id].filter((it) => it !== null)
  const all = [row.provider_id, row.claimed_provider_id].filter((it) => it !== null)
  return {
    certain: { providerIds: certain, emailKeys: row.certain_email_keys ?? [], userIds: [] },
    all: { providerIds: all, emailKeys: row.email_keys ?? [], userIds: [] },
  }
}
