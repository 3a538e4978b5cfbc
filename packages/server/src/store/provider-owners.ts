import type { ProviderId } from '@goodword/domain/ids'
import { byKey } from './driver/by-key.ts'
import { statement } from './driver/statement.ts'
import type { TenantTx } from './driver/tenant-tx.ts'
import type { Tables } from './schema/tables.generated.ts'

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
export type ProviderOwnerRow = Pick<Tables['account'], 'id' | 'external_id'> & { provider_id: ProviderId }

/** Which accounts belong to these customers of the payment processor. */
export async function loadProviderOwners(
  tx: TenantTx,
  providerIds: readonly ProviderId[],
): Promise<ProviderOwnerRow[]> {
  return providerIds.length === 0 ? [] : tx.rows(byProviderId, [providerIds])
}
