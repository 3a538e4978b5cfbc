import type { Entry } from '@goodword/domain/rewards/ledger'
import { type Reward, unitOf } from '@goodword/domain/rewards/reward'
import type { AccountKey, EntryId, RewardId } from '@goodword/domain/values/ids'
import { byKey } from '../../../engine/driver/by-key.ts'
import { columnNames, type RowOf, rowInsert, sendRows } from '../../../engine/driver/rows.ts'
import type { TimedTx } from '../../../engine/driver/tenant-tx.ts'
import { entryOutbox } from '../statistics/raw-entries.ts'

export type OwnedEntry = {
  readonly id: EntryId
  readonly account: AccountKey
  readonly rewardId: RewardId
  readonly reward: Reward
  readonly entry: Entry
}

/** Entries as rows of the reward's owner. */
export function ownedEntries(
  entries: readonly Entry[],
  owner: Omit<OwnedEntry, 'id' | 'entry'>,
  newId: () => EntryId,
): readonly OwnedEntry[] {
  return entries.map((entry) => ({ id: newId(), entry, ...owner }))
}

// A clock that was set back would enter something before a closing, where no balance finds it. All closings of an
// account are of one moment.
const effectiveAt = `greatest(u.effective_at, (
  select c.until + interval '1 millisecond'
  from closing_balance c
  where c.tenant_id = $1
    and ${byKey('c.account_id', 'u.account_id')}
  limit 1
))`
const insertAfterClosing = rowInsert('entry', {
  name: 'entry.insert_after_closing',
  // The first column is no element of an array parameter: under row-level security, such elements are no conditions of an
  // index in PostgreSQL 15.20.
  columns: ['account_id', ...columnNames('entry', ['account_id'])],
  values: { effective_at: effectiveAt },
})
const insert = rowInsert('entry', { few: 4 })

/** When ledgers were closed, of accounts of which that is known; null where they were not. */
export type Closings = ReadonlyMap<AccountKey, number | null>

/** Enters amounts that are effective before a closing right after it: a closing that is not given is looked up. */
export function insertEntries(
  tx: TimedTx,
  entries: readonly OwnedEntry[],
  closings: Closings = new Map(),
): void {
  const rows = entries.map((it) => rowOf(it, tx.now, closings))
  const placed = rows.filter((row) => closings.has(row.account_id))
  if (placed.length > 0) sendRows(tx, insert, placed)
  const others = rows.filter((row) => !closings.has(row.account_id))
  // The statement for many costs as much as the one for a single row does three times.
  if (others.length > FEW) sendRows(tx, insertAfterClosing, others)
  else for (const row of others) sendRows(tx, insertAfterClosing, [row])
  entryOutbox.insert(
    tx,
    entries.map((it) => it.id),
  )
}

const FEW = 3

function rowOf(
  { id, account, rewardId, reward, entry }: OwnedEntry,
  now: number,
  closings: Closings,
): RowOf<'entry'> {
  const closedUntil = closings.get(account) ?? null
  return {
    id,
    account_id: account,
    reward_id: rewardId,
    source: entry.source,
    kind: entry.kind,
    reward_source: reward.source,
    reward_type: reward.spec.type,
    unit: unitOf(reward.spec),
    amount: entry.amount,
    effective_at: closedUntil === null ? entry.effectiveAt : Math.max(entry.effectiveAt, closedUntil + 1),
    created_at: now,
  }
}
