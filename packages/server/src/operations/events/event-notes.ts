import type { EventId } from '@goodword/domain/ids'
import type { EventRow } from '../../store/account-events.ts'
import type { TenantTx } from '../../store/driver/tenant-tx.ts'
import { loadRedemptionReasons } from '../../store/ledger/redemptions.ts'

/** What requests said about the events that they caused, by event: why credit was redeemed. */
export async function loadEventNotes(
  tx: TenantTx,
  events: readonly EventRow[],
): Promise<ReadonlyMap<EventId, string>> {
  const redeemed = events.flatMap(({ id, reason, resource_id: redemption }) =>
    reason === 'REDEEMED' && redemption !== null ? [{ id, redemption }] : [],
  )
  if (redeemed.length === 0) return new Map()
  const rows = await loadRedemptionReasons(
    tx,
    redeemed.map((it) => it.redemption),
  )
  const reasons = new Map(rows.map((it) => [it.id, it.reason]))
  return new Map(
    redeemed.flatMap(({ id, redemption }): [EventId, string][] => {
      const reason = reasons.get(redemption) ?? null
      return reason === null ? [] : [[id, reason]]
    }),
  )
}
