import type { ReceiverWithSecret } from '@goodword/contract/webhooks/webhook-receiver'
import type { ReceiverId } from '@goodword/domain/values/ids'
import { publishEvents } from '../../outbound/publishing/publish-events.ts'
import { createReceiver } from '../../outbound/webhooks/create-receiver.ts'
import { deliverEvents } from '../../outbound/webhooks/deliver-events.ts'
import { readDeliveries } from '../../outbound/webhooks/read-deliveries.ts'
import type { TestDatabase } from '../test-database.ts'
import { makeTestTenant, type TestTenant } from '../test-tenant.ts'
import type { TestReceiver } from './test-receiver.ts'

const never = new AbortController().signal
const ALL = { limit: 1000, cursor: null, countAll: true }

let made = 0

export type GivenReceiver = { readonly tenant: TestTenant; readonly webhook: ReceiverWithSecret }

/** A test tenant with a receiver of its own. */
export async function givenReceiver(
  db: TestDatabase,
  receiver: TestReceiver,
  request: object = {},
): Promise<GivenReceiver> {
  made += 1
  const tenant = await makeTestTenant(db, `test_hooks_${made}`)
  const webhook = await createReceiver(tenant.ctx, tenant.id, { url: receiver.url, ...request })
  return { tenant, webhook }
}

/** Publishes the events of a tenant. */
export function publish({ ctx, id }: TestTenant): Promise<void> {
  return publishEvents(ctx, id, never)
}

/** Runs the job of a receiver once. */
export function run({ ctx, id }: TestTenant, webhookId: string, timeLimitMs?: number) {
  const limit = timeLimitMs === undefined ? {} : { timeLimitMs }
  // The ID of a receiver that was created, or one that does not exist.
  return deliverEvents(ctx, id, webhookId as ReceiverId, { signal: never, ...limit })
}

/** All deliveries to a receiver, newest first. */
export async function deliveriesOf({ ctx, id }: TestTenant, webhook: Pick<ReceiverWithSecret, 'id'>) {
  return (await readDeliveries(ctx, id, webhook.id, {}, ALL)).rows
}
