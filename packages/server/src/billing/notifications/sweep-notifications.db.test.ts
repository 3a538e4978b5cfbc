import { beforeEach, expect, test } from 'vitest'
import { createTenant } from '../../administration/tenants/create-tenant.ts'
import { testContext } from '../../testing/test-context.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { START } from '../../testing/test-tenant.ts'
import type { ConnectionId } from '../rows/connections.ts'
import { insertNotification, type NotificationId } from '../rows/notifications.ts'
import { HASH_KEPT_MS, PAYLOAD_KEPT_MS, sweepNotifications } from './sweep-notifications.ts'

const { owner, service: db } = await createTestDatabase()
const clock = { now: () => START + HASH_KEPT_MS }
const ctx = testContext(db, clock)
const { live, test: testMode } = await createTenant(testContext(owner, clock), { alias: 'acme' })
const until = new AbortController().signal
const SOME_ID = '019c13ec-9e00-7000-854b-b3ee23565fa4'
const PAYLOAD_END = START + HASH_KEPT_MS - PAYLOAD_KEPT_MS

beforeEach(async () => {
  await owner.query({ name: '', text: 'delete from app.processor_notification' }, [])
})

async function receiveAt(receivedAt: number, kind: string): Promise<void> {
  for (const { alias } of [live, testMode]) {
    await ctx.writeTenant(alias, (tx) =>
      insertNotification(tx, {
        id: ctx.ids.make<NotificationId>(receivedAt),
        connectionId: SOME_ID as ConnectionId,
        payloadHash: Buffer.from(kind),
        kind,
        subscriptionId: null,
        customerId: null,
        paymentId: null,
        sentAt: receivedAt,
        payload: 'payload',
        receivedAt,
      }),
    )
  }
}

async function kept(): Promise<readonly string[]> {
  const text = `select tenant_id, kind, payload is not null as has from app.processor_notification order by 1, 2`
  const rows = await owner.query<{ tenant_id: string; kind: string; has: boolean }>({ name: '', text }, [])
  return rows.map((it) => `${it.tenant_id} ${it.kind}${it.has ? ' with payload' : ''}`)
}

test('a payload goes after 30 days and the rest after 90, of every tenant', async () => {
  await receiveAt(START, 'a_old')
  await receiveAt(START + 1, 'b_hash')
  await receiveAt(PAYLOAD_END, 'c_hash')
  await receiveAt(PAYLOAD_END + 1, 'd_whole')
  await sweepNotifications(ctx, until)
  expect(await kept()).toEqual([
    'acme b_hash',
    'acme c_hash',
    'acme d_whole with payload',
    'test_acme b_hash',
    'test_acme c_hash',
    'test_acme d_whole with payload',
  ])
})

test('rows beyond one batch are deleted as well, and none once the sweep is to end', async () => {
  const text = `insert into app.processor_notification (tenant_id, id, connection_id, payload_hash, kind, sent_at, payload, received_at)
    select 'acme', ('019c13ec-9e00-7000-854b-' || lpad(it::text, 12, '0'))::uuid, $2, it::text::bytea, 'k', $1, 'p', $1
    from generate_series(1, 1201) it`
  await owner.query({ name: '', text }, [new Date(START).toISOString(), SOME_ID])
  await sweepNotifications(ctx, AbortSignal.abort())
  expect(await kept()).toHaveLength(1201)
  await sweepNotifications(ctx, until)
  expect(await kept()).toEqual([])
})
