import type { EventEnvelope } from '@goodword/contract/webhooks/event-types'
import { sentenceOf } from '@goodword/domain/referrals/outcome'
import { modeOf, type TenantId } from '@goodword/domain/values/ids'
import type { Transaction } from '../../frame/context.ts'
import { completeEnvelopes } from '../events/complete-envelopes.ts'
import { loadPublishedEvents } from '../events/rows/published-events.ts'
import type { DeliveryRow } from './rows/webhook-deliveries.ts'

/** The events of deliveries by the deliveries' IDs. One whose event is not kept any more has none. */
export async function envelopesOf(
  tx: Transaction,
  deliveries: readonly DeliveryRow[],
  withPersonalData: boolean,
): Promise<ReadonlyMap<string, EventEnvelope>> {
  const positions = deliveries.flatMap((it) => it.position ?? [])
  const rows = await loadPublishedEvents(tx, positions)
  const published = await completeEnvelopes(tx, rows, { withPersonalData })
  const byEvent = new Map(published.map((it) => [it.id, it]))
  return new Map(
    deliveries.flatMap((it) => {
      const envelope = it.position === null ? testEnvelope(tx.tenantId, it) : byEvent.get(it.event_id)
      return envelope === undefined ? [] : [[it.id, envelope] as const]
    }),
  )
}

/** A test is for one receiver and nothing that has happened, so it is not in the feed. */
function testEnvelope(tenantId: TenantId, { event_id: id, created_at: created }: DeliveryRow): EventEnvelope {
  return {
    id,
    type: 'test',
    tenantAlias: tenantId,
    live: modeOf(tenantId) === 'live',
    created,
    version: 1,
    reason: 'TEST_REQUESTED',
    data: { message: sentenceOf('TEST_REQUESTED') },
  }
}
