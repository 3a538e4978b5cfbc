import type { Database } from '@goodword/server/engine/driver/database'
import { fillReferrals } from '@goodword/server/testing/database/many-referrals'
import { tablesOf, tidyUp } from '@goodword/server/testing/database/tidy-up'

/**
 * Fills every list of a tenant by SQL alone: friends with their referrals, which all wait for a decision, rewards, deliveries
 * of a webhook, notifications and entries of the audit log. Needs the owner's database.
 */
export async function fillLists(
  owner: Database,
  alias: string,
  rows: number,
  webhook: string,
): Promise<void> {
  await fillReferrals(owner, alias as Parameters<typeof fillReferrals>[1], rows)
  const [pending, ...others] = fillings
  await owner.query({ name: '', text: pending ?? '' }, [alias])
  for (const text of others) {
    const values = text.includes('$3') ? [alias, rows, webhook] : [alias, rows]
    await owner.query({ name: '', text }, values)
  }
  await tidyUp(owner, ['referral', ...tablesOf(others)])
}

/** A uuid of version 7 of a moment some seconds after another. */
const key = (kind: string) => {
  const hash = `md5('${kind} ' || i)`
  return `(lpad(to_hex((extract(epoch from ${at}) * 1000)::int8), 12, '0') || '7' || left(${hash}, 3) || '8' || substr(${hash}, 4, 15))::uuid`
}
const at = `(now() - interval '2 days' + i * interval '1 second')`
const numbers = 'generate_series(1, $2::int) as i'

const fillings = [
  `update referral set referrer_moderation = 'PENDING' where tenant_id = $1`,
  `insert into webhook_delivery (tenant_id, id, receiver_id, event_id, type, state, attempts, created_at)
   select $1, ${key('delivery')}, $3::uuid, ${key('event')}, 'referral.converted', 'SUCCEEDED', 1, ${at} from ${numbers}`,
  `insert into processor_notification (tenant_id, id, connection_id, payload_hash, kind, sent_at, received_at, processed_at,
     outcome)
   select $1, ${key('notification')}, ${key('connection')}, decode(md5('payload ' || i), 'hex'),
     'subscription_charged_successfully', ${at}, ${at}, ${at}, 'CUSTOMER_FOUND'
   from ${numbers}`,
  `insert into audit_entry (tenant_id, id, actor, action, details, created_at)
   select $1, ${key('entry')}, 'key ****0000', 'updateWebhook', '{}', ${at} from ${numbers}`,
]
