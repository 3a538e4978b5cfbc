import { expect, test } from 'vitest'
import { inTenant } from '../engine/driver/tenant-tx.ts'
import { type BusinessEvent, observeBusiness } from '../engine/signals/business-events.ts'
import { newActivity, runActivity } from '../engine/tracing/tracing.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { makeTestTenant } from '../testing/test-tenant.ts'

const db = await createTestDatabase()
const acme = await makeTestTenant(db, 'acme')

test('a request knows the statements of its transaction', async () => {
  const transact = () => inTenant(db.service, acme.id, async () => undefined)
  // On a cluster the first one of a tenant also asks for its node.
  await transact()
  const activity = newActivity()
  await runActivity(activity, transact)
  expect(activity).toMatchObject({ transactions: 1, batch: null })
  // Begin, set the tenant, commit.
  expect(activity.statements).toBe(3)
  expect(activity.databaseMs).toBeGreaterThan(0)
})

test('each request of a batch knows the whole batch, and how long it waited for it', async () => {
  const activities = [newActivity(), newActivity(), newActivity()]
  await Promise.all(
    activities.map((activity, index) =>
      runActivity(activity, () => acme.track(`account-${index}`, 'server', acme.identify('u'))),
    ),
  )
  const [first] = activities
  expect(first).toMatchObject({ transactions: 1, batch: { size: 3, waitMs: expect.any(Number) } })
  for (const activity of activities) {
    expect(activity.statements).toBe(first?.statements)
    expect(activity.batch?.size).toBe(3)
  }
})

test('the activity of a call is reported once it is committed, and a repeat reports nothing', async () => {
  const code = await acme.referrer('ada')
  const events: BusinessEvent[] = []
  const stop = observeBusiness((event) => void events.push(event))
  const trackAll = () =>
    acme.track(
      'friend',
      'server',
      acme.identify('f'),
      { kind: 'attribute', evidence: 'explicit', code },
      { kind: 'report', status: 'PAID' },
    )
  await trackAll()
  await trackAll()
  await acme.track('friend', 'server', { kind: 'report', status: 'CANCELLED' })
  const failed = inTenant(db.service, acme.id, async (tx) => {
    tx.afterCommit(() => events.push({ kind: 'ended' }))
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  stop()
  expect(events).toEqual([
    { kind: 'identified' },
    { kind: 'attributed' },
    { kind: 'converted' },
    { kind: 'reward created', source: 'REFERRED', type: 'PCT_DISCOUNT' },
    { kind: 'reward created', source: 'FRIEND_SIGNUP', type: 'PCT_DISCOUNT' },
    { kind: 'ended' },
  ])
})
