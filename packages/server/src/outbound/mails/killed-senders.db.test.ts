import { beforeEach, expect, test, vi } from 'vitest'
import { waitingForLocks } from '../../testing/database/waiting-for-locks.ts'
import { startMailReceiver } from '../../testing/mail/mail-receiver.ts'
import { type MailTenant, makeMailTenant } from '../../testing/mail/mail-tenant.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { PATIENT, workerProcesses } from '../../testing/workers/worker-processes.ts'

const db = await createTestDatabase()
const receiver = await startMailReceiver()

const LEASE_MS = 3000
const { start, kill } = workerProcesses('service-worker', {
  address: db.serviceAddress,
  leaseMs: LEASE_MS,
  mailPort: receiver.port,
  kinds: ['SEND_MAILS'],
})

async function tenantWithMail(id: string): Promise<MailTenant> {
  const tenant = await makeMailTenant(db, id, null)
  await tenant.track('ada', 'server', tenant.identify('u', { email: 'ada@example.com' }))
  await tenant.friend('bob', await tenant.referrer('ada', 'u'))
  await tenant.publish()
  return tenant
}

const isSent = async (tenant: MailTenant) => (await tenant.mails())[0]?.state === 'SENT'

beforeEach(() => {
  receiver.mails.length = 0
  receiver.answers.data = () => null
})

test('an e-mail is not lost when the sender is killed before the mail server has accepted it', async () => {
  const tenant = await tenantWithMail('before')
  let isReached = false
  receiver.answers.data = () => {
    isReached = true
    return new Promise(() => undefined)
  }
  const first = await start()
  await vi.waitUntil(() => isReached, PATIENT)
  expect(await tenant.mails()).toMatchObject([{ state: 'SENDING' }])
  await kill(first)
  receiver.answers.data = () => null
  const second = await start()
  await vi.waitUntil(() => isSent(tenant), PATIENT)
  await kill(second)
  expect(receiver.mails).toHaveLength(1)
})

test('an e-mail is repeated with its Message-ID when the sender is killed before it recorded the answer', async () => {
  const tenant = await tenantWithMail('between')
  const client = await db.owner.pool.connect()
  receiver.answers.data = async () => {
    // The record of the answer has to wait for this lock.
    await client.query('begin')
    await client.query(`select from app.mail where tenant_id = 'between' for update`)
    return null
  }
  const first = await start()
  await vi.waitUntil(async () => receiver.mails.length === 1 && (await isBlocked()), PATIENT)
  await kill(first)
  receiver.answers.data = () => null
  await client.query('rollback')
  client.release()
  expect(await tenant.mails()).toMatchObject([{ state: 'SENDING', attempts: 0 }])
  const second = await start()
  await vi.waitUntil(() => isSent(tenant), PATIENT)
  await kill(second)
  const ids = receiver.mails.map((it) => it.messageId)
  expect(ids).toEqual([ids[0], ids[0]])
  expect(await tenant.mails()).toMatchObject([{ state: 'SENT', attempts: 1 }])
})

async function isBlocked(): Promise<boolean> {
  return (await waitingForLocks(db.owner)) > 0
}
