import type { EntryId } from '@goodword/domain/ids'
import { joinByKey } from '../driver/by-key.ts'
import { rowInsert, sendRows } from '../driver/rows.ts'
import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'
import type { Tables } from '../tables.generated.ts'

/** What statistics use of a ledger entry. */
export type RawEntry = Pick<
  Tables['entry'],
  'id' | 'source' | 'kind' | 'reward_type' | 'unit' | 'amount' | 'effective_at'
>

const insert = rowInsert('entry_outbox', { columns: ['entry_id'], few: 4 })

/** Remembers entries for statistics, in the transaction that writes them. */
export function insertEntryOutbox(tx: Pick<TenantTx, 'write'>, entries: readonly EntryId[]): void {
  if (entries.length > 0)
    sendRows(
      tx,
      insert,
      entries.map((entry_id) => ({ entry_id })),
    )
}

const take = statement(
  'entry_outbox.take',
  `
delete from entry_outbox o
using (
  select w.ctid as place
  from entry_outbox w
  where w.tenant_id = $1
  order by w.entry_id
  limit $2
) as waiting
where o.tenant_id = $1
  and o.ctid = waiting.place
returning o.entry_id`,
)
const ofIds = statement(
  'entry.of_ids',
  `
select e.id, e.source, e.kind, e.reward_type, e.unit, e.amount, e.effective_at
from unnest($2::uuid[]) as asked(id)
${joinByKey('entry e', 'id', 'asked.id')}`,
)

/** Takes entries that are not counted yet. */
export async function takeUncountedEntries(tx: TenantTx, most: number): Promise<RawEntry[]> {
  const taken = await tx.rows<{ entry_id: EntryId }>(take, [most])
  return taken.length === 0 ? [] : tx.rows<RawEntry>(ofIds, [taken.map((it) => it.entry_id)])
}

type PageRow = RawEntry & { readonly is_counted: boolean }

const page = statement(
  'entry.page_counted',
  `
select e.id, e.source, e.kind, e.reward_type, e.unit, e.amount, e.effective_at, not exists (
    select
    from entry_outbox o
    where o.tenant_id = $1
      and o.entry_id = e.id
  ) as is_counted
from entry e
where e.tenant_id = $1
  and e.id > $2::uuid
order by e.id
limit $3`,
)

/** The next entries in the order of their ids, each with whether it was counted. */
export function loadEntryPage(tx: TenantTx, after: string, limit: number): Promise<PageRow[]> {
  return tx.rows<PageRow>(page, [after, limit])
}
