import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

const converted = (order: '' | ' desc') => `
select r.converted_at
from referral r
where r.tenant_id = $1
  and r.converted_at is not null
order by r.converted_at${order}
limit 1`

const first = statement('referral.first_converted', converted(''))
const last = statement('referral.last_converted', converted(' desc'))

/** When the first and the last referral converted; null for none. */
export async function conversionTimes(
  tx: TenantTx,
): Promise<{ readonly first: number | null; readonly last: number | null }> {
  const [[oldest], [newest]] = await Promise.all([
    tx.rows<{ converted_at: number }>(first, []),
    tx.rows<{ converted_at: number }>(last, []),
  ])
  return { first: oldest?.converted_at ?? null, last: newest?.converted_at ?? null }
}
