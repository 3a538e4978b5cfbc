import { createSecretBox } from '@goodword/server/engine/secrets/secret-box'
import { makeSecretKey } from '@goodword/server/engine/secrets/secret-key'
import { createReceiver } from '@goodword/server/outbound/webhooks/create-receiver'
import { testContext } from '@goodword/server/testing/test-context'
import { createTestDatabase } from '@goodword/server/testing/test-database'
import { makeTestTenant } from '@goodword/server/testing/test-tenant'
import { accept, startReceiver } from '@goodword/server/testing/webhooks/test-receiver'
import { PATIENT, workerProcesses } from '@goodword/server/testing/workers/worker-processes'
import { expect, test, vi } from 'vitest'
import { trialSize } from '../trial-size.ts'

const db = await createTestDatabase()
const secretKey = makeSecretKey()
const ctx = testContext(db.service, { now: () => Date.now() }, { secretBox: createSecretBox(secretKey) })

const EVENTS = trialSize(1500, 100_000)
const KILLS = trialSize(3, 40)
const LEASE_MS = 1500
const AT_ONCE = 200

const workers = workerProcesses('service-worker', {
  address: db.serviceAddress,
  leaseMs: LEASE_MS,
  secretKey: secretKey.toString('hex'),
})

test('I31: each event reaches each receiver, however often workers are killed, and repeats have the same id', async () => {
  const tenant = await makeTestTenant(db, 'test_killed')
  // One answers at once, the other refuses some events the first time.
  const refused = new Set<string>()
  const receivers = [
    await startReceiver(accept),
    await startReceiver((response, { id }, count) => {
      const isRefused = count % 50 === 0 && !refused.has(id)
      if (isRefused) refused.add(id)
      response.writeHead(isRefused ? 500 : 204).end()
    }),
  ]
  for (const { url } of receivers) await createReceiver(ctx, tenant.id, { url, types: ['user.created'] })
  let made = 0
  const make = async (until: number): Promise<void> => {
    while (made < until) {
      const count = Math.min(AT_ONCE, until - made)
      const names = Array.from({ length: count }, (_, index) => `account_${made + index}`)
      await Promise.all(names.map((name) => tenant.referrer(name)))
      made += count
    }
  }
  const arrived = (at: number) => receivers[at]?.events.length ?? 0
  await workers.start()
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = arrived(0)
    await make(Math.floor((EVENTS * kill) / KILLS))
    await vi.waitFor(() => expect(arrived(0)).toBeGreaterThan(before + 20), PATIENT)
    await workers.replaceOldest()
  }
  for (const { events } of receivers) {
    await vi.waitFor(() => expect(new Set(events.map((it) => it.data.accountId)).size).toBe(EVENTS), {
      ...PATIENT,
      timeout: PATIENT.timeout * Math.ceil(EVENTS / 1500),
    })
    // A repeat of an event is the same event.
    expect(new Set(events.map((it) => it.id)).size).toBe(EVENTS)
    expect(new Set(events.map((it) => it.body)).size).toBe(EVENTS)
  }
  expect(arrived(0)).toBeLessThanOrEqual(EVENTS + KILLS * 4)
}, 7_200_000)
