import type { EntryId } from '@goodword/domain/values/ids'
import { joinByKey } from '../../../engine/driver/by-key.ts'
import { outbox } from '../../../engine/driver/outbox.ts'
import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../../engine/tables.generated.ts'

/** The columns of a ledger entry that statistics use. */
export type RawEntry = Pick<
  Tables['entry'],
  'id' | 'source' | 'kind' | 'reward_type' | 'unit' | 'amount' | 'effective_at'
>

/** Ledger entries that are not counted yet: who counts them has locked the generations. */
export const entryOutbox = outbox<EntryId>('entry_outbox', 'entry_ids')

const ofIds = statement(
  'entry.of_ids',
  `
select e.id, e.source, e.kind, e.reward_type, e.unit, e.amount, e.effective_at
from unnest($2::uuid[]) as asked(id)
${joinByKey('entry e', 'id', 'asked.id')}`,
)

/** Takes entries that are not counted yet. */
export async function takeUncountedEntries(tx: TenantTx, most: number): Promise<RawEntry[]> {
  const taken = await entryOutbox.take(tx, most)
  return taken.length === 0 ? [] : tx.rows<RawEntry>(ofIds, [taken])
}

const page = statement(
  'entry.page_by_id',
  `
select e.id, e.source, e.kind, e.reward_type, e.unit, e.amount, e.effective_at
from entry e
where e.tenant_id = $1
  and e.id > $2::uuid
order by e.id
limit $3`,
)

/** The next entries in the order of their ids. */
export function loadEntryPage(tx: TenantTx, after: string, limit: number): Promise<RawEntry[]> {
  return tx.rows<RawEntry>(page, [after, limit])
}
