import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { deliveriesOf, givenReceiver, publish, run } from '../../testing/webhooks/given-receiver.ts'
import { startReceiver } from '../../testing/webhooks/test-receiver.ts'
import { KEPT_MS } from './create-deliveries.ts'
import { sweepDeliveries } from './sweep-deliveries.ts'

const db = await createTestDatabase()
const { signal } = new AbortController()
const DAY_MS = 86_400_000

test('deliveries are deleted with their attempts after 30 days, and the others stay', async () => {
  const receiver = await startReceiver()
  const { tenant, webhook } = await givenReceiver(db, receiver, { types: ['user.created'] })
  const { ctx, id } = tenant
  const start = tenant.clock.now
  await tenant.referrer('old')
  await publish(tenant)
  await run(tenant, webhook.id)
  tenant.clock.now = start + DAY_MS
  await tenant.referrer('new')
  await publish(tenant)
  await run(tenant, webhook.id)
  expect(await sweepDeliveries(ctx, id, signal)).toEqual({ again: start + KEPT_MS })
  expect(await deliveriesOf(tenant, webhook)).toHaveLength(2)
  tenant.clock.now = start + KEPT_MS
  expect(await sweepDeliveries(ctx, id, signal)).toEqual({ again: start + KEPT_MS + DAY_MS })
  expect(await deliveriesOf(tenant, webhook)).toMatchObject([{ attempts: [{ status: 204 }] }])
  const attempts = await db.owner.query({ name: '', text: 'select from app.webhook_attempt' }, [])
  expect(attempts).toHaveLength(1)
  tenant.clock.now = start + KEPT_MS + DAY_MS
  expect(await sweepDeliveries(ctx, id, signal)).toBe(null)
})

test('the deletion is asked for with the first delivery', async () => {
  const receiver = await startReceiver()
  const { tenant } = await givenReceiver(db, receiver)
  await tenant.referrer('ada')
  await publish(tenant)
  const jobs = await db.owner.query<{ due_at: number }>(
    {
      name: '',
      text: `select kind from app.job where tenant_id = $1 and state = 'WAITING' and kind = 'SWEEP_DELIVERIES'`,
    },
    [tenant.id],
  )
  expect(jobs).toHaveLength(1)
})
