import type { AccountKey, EntryId, RewardId } from '@goodword/domain/ids'
import type { Entry } from '@goodword/domain/ledger'
import { type Reward, unitOf } from '@goodword/domain/reward'
import { rowInsert, sendRows } from '../driver/rows.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'

export type OwnedEntry = {
  readonly id: EntryId
  readonly account: AccountKey
  readonly rewardId: RewardId
  readonly reward: Reward
  readonly entry: Entry
}

/** Entries as rows of whoever the reward belongs to. */
export function ownedEntries(
  entries: readonly Entry[],
  owner: Omit<OwnedEntry, 'id' | 'entry'>,
  newId: () => EntryId,
): readonly OwnedEntry[] {
  return entries.map((entry) => ({ id: newId(), entry, ...owner }))
}

// A clock that was set back would enter something before a closing, where no balance finds it.
const effectiveAt = `greatest(u.effective_at, (
  select max(c.until) + interval '1 millisecond'
  from closing_balance c
  where c.tenant_id = $1
    and c.account_id = u.account_id
))`
const insert = rowInsert('entry', { values: { effective_at: effectiveAt } })

export function insertEntries(tx: TenantTx, entries: readonly OwnedEntry[], now: number): void {
  const rows = entries.map(({ id, account, rewardId, reward, entry }) => ({
    id,
    account_id: account,
    reward_id: rewardId,
    source: entry.source,
    kind: entry.kind,
    reward_source: reward.source,
    reward_type: reward.spec.type,
    unit: unitOf(reward.spec),
    amount: entry.amount,
    effective_at: entry.effectiveAt,
    created_at: now,
  }))
  sendRows(tx, insert, rows)
}
