import type { LevelWithSilent } from 'pino'
import { expect, test } from 'vitest'
import { enqueueJob } from '../frame/jobs/enqueue-job.ts'
import type { JobKind } from '../frame/jobs/job-kind.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { makeTestTenant } from '../testing/test-tenant.ts'
import { enqueue, TEST_KIND, testRunner } from '../testing/test-worker.ts'
import { drainTenant } from './drain-tenant.ts'
import { jobHandlers } from './handlers.ts'
import type { JobHandler } from './job-handler.ts'

const db = await createTestDatabase()

/** The level and the message of each line of a run. */
async function linesOf(id: string, handler: JobHandler): Promise<readonly string[]> {
  const tenant = await makeTestTenant(db, id)
  const lines: string[] = []
  const at = (level: LevelWithSilent) => (_fields: unknown, message?: string) =>
    void lines.push(`${level}: ${message}`)
  const { runner } = testRunner(tenant.ctx, handler.run, {
    handlers: { [TEST_KIND]: handler },
    logger: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') },
  })
  await enqueue(tenant.ctx, tenant.id, 'subject')
  await drainTenant(runner, tenant.id, tenant.clock.now, 600_000)
  return lines
}

test('the line of a run names its subject: a key of ours as it is, and an ID of the merchant as a keyed hash', async () => {
  const tenant = await makeTestTenant(db, 'subjects')
  const subjectOf = async (kind: JobKind, subject: string) => {
    const handlers = { [kind]: { run: async () => null } }
    const { runner, lines } = testRunner(tenant.ctx, async () => null, { handlers })
    await tenant.ctx.writeTenant(tenant.id, async (tx) => enqueueJob(tx, { kind, subject }))
    await drainTenant(runner, tenant.id, tenant.clock.now, 600_000)
    return lines.map((it) => ({ subject: it.subject, subjectHash: it.subjectHash }))
  }
  const key = '019a9e0c-59a8-7d3e-8c4b-0f6f3a1b2c4d'
  for (const kind of ['NOTIFICATION', 'REFUND_BILL', 'FOLLOW_BLOCK', 'DELIVER_EVENTS'] as const)
    expect(await subjectOf(kind, key)).toEqual([{ subject: key, subjectHash: undefined }])
  for (const [kind, hashed] of [
    ['CUSTOMER', 'customer'],
    ['ALL_CUSTOMERS', 'customer'],
    ['CLOSE_LEDGER', 'account'],
  ] as const) {
    const subjectHash = tenant.ctx.secretBox.loggedHash(tenant.id, hashed, 'ada@example.com')
    expect(await subjectOf(kind, 'ada@example.com')).toEqual([{ subject: undefined, subjectHash }])
  }
  expect(await subjectOf('SEND_MAILS', '')).toEqual([{ subject: undefined, subjectHash: undefined }])
})

test('kinds that run every minute or more often are logged at the level debug, and their failures like those of others', async () => {
  const run = async () => null
  const fail = async () => {
    throw Object.assign(new Error('no'), { retryable: false })
  }
  expect(await linesOf('seldom', { run })).toEqual(['info: job completed'])
  expect(await linesOf('frequent', { run, isFrequent: true })).toEqual(['debug: job completed'])
  expect(await linesOf('failing', { run: fail, isFrequent: true })).toEqual([
    'error: job failed, and is not retried',
  ])
  const frequent = Object.entries(jobHandlers).flatMap(([kind, it]) => (it.isFrequent === true ? [kind] : []))
  expect(frequent).toEqual(['PUBLISH_EVENTS', 'COUNT_STATISTICS', 'FIND_UNCOUNTED', 'CHECK_DOMAINS'])
})
