import type { TenantId } from '@goodword/domain/values/ids'
import { expect, test, vi } from 'vitest'
import { openMailServer } from '../engine/mail-server/open-mail-server.ts'
import { startMailReceiver } from '../testing/mail/mail-receiver.ts'
import { type MailTenant, makeMailTenant } from '../testing/mail/mail-tenant.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { enqueue, startTestWorker, TEST_KIND, testRunner } from '../testing/test-worker.ts'
import { drainTenant } from './drain-tenant.ts'
import { jobHandlers } from './handlers.ts'

const db = await createTestDatabase()
const receiver = await startMailReceiver()
const PATIENT = { timeout: 120_000, interval: 20 }
/** The number of tenants that send at a time, which is twice the slots of the worker. */
const TENANTS = 4
const JOBS = 40
/** One process serves all tenants, so they have one time. */
const NOW = Date.now()

/** A tenant with an e-mail that is due. */
async function tenantWithMail(
  id: string,
  mailServer: ReturnType<typeof openMailServer>,
): Promise<MailTenant> {
  const tenant = await makeMailTenant(db, id, mailServer)
  tenant.clock.now = NOW
  await tenant.track('ada', 'server', tenant.identify('u', { email: `${id}@example.com` }))
  await tenant.friend('bob', await tenant.referrer('ada', 'u'))
  await tenant.publish()
  return tenant
}

test('I18: a mail server that hangs delays no other job, and no test clock', async () => {
  let release = () => {}
  const held = new Promise<null>((resolve) => {
    release = () => resolve(null)
  })
  receiver.answers.data = () => held
  // It never times out: what hangs does so until the end of the test.
  const hours = { silenceMs: 3_600_000, deadlineMs: 3_600_000 }
  const { port } = receiver
  const server = openMailServer({ host: '127.0.0.1', port, tls: 'off', login: null }, hours)
  const tenants: MailTenant[] = []
  for (let index = 0; index < TENANTS; index += 1) {
    tenants.push(await tenantWithMail(`hanging_${index}`, server))
  }
  const [first] = tenants
  if (first === undefined) throw new Error('there is no tenant')
  const done: string[] = []
  const handlers = {
    ...jobHandlers,
    [TEST_KIND]: {
      async run(_ctx: unknown, tenantId: TenantId, subject: string) {
        done.push(`${tenantId} ${subject}`)
        return null
      },
    },
  }
  const { runner } = testRunner(first.sender, async () => null, { handlers })
  startTestWorker(runner, { concurrency: 2 })
  await vi.waitFor(() => expect(receiver.counts.open).toBe(TENANTS), PATIENT)
  for (let index = 0; index < JOBS; index += 1) {
    const tenant = tenants[index % TENANTS] ?? first
    await enqueue(tenant.ctx, tenant.id, `${index}`)
  }
  await vi.waitFor(() => expect(done).toHaveLength(JOBS), PATIENT)

  // E-mails of a test program are kept, and the clock waits for that.
  const kept = await tenantWithMail('test_kept', server)
  expect(await drainTenant(runner, kept.id, kept.clock.now, PATIENT.timeout)).toBe(true)
  expect(await kept.mails()).toMatchObject([{ state: 'KEPT', reason: 'TEST_MODE' }])

  // None of the others has ended meanwhile.
  expect(receiver.counts.open).toBe(TENANTS)
  release()
  for (const tenant of tenants) {
    await vi.waitFor(async () => expect(await tenant.mails()).toMatchObject([{ state: 'SENT' }]), PATIENT)
  }
})
