import { Refusal } from '@goodword/contract/frame/refusal'
import type { TenantId } from '@goodword/domain/values/ids'
import { beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../../../engine/driver/database.ts'
import { givenServiceAddress } from '../../../engine/driver/service-address.ts'
import { inTenant } from '../../../engine/driver/tenant-tx.ts'
import { NO_TIMEOUTS } from '../../../testing/endless.ts'
import { clock, type Effects, startProcess } from '../../../testing/requests/keyed-calls.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { START } from '../../../testing/test-tenant.ts'
import { LEASE_MS } from '../../idempotency/idempotent-execution.ts'
import { requestHash } from '../../idempotency/request-hash.ts'
import { claimRequest } from '../../rows/idempotent-requests.ts'

const db = await createTestDatabase()
const effects: Effects = { runs: [], meanwhile: async () => undefined }
const one = startProcess(db.service, effects)
const other = startProcess(db.connectService(), effects)

beforeEach(async () => {
  await db.owner.query({ name: '', text: 'delete from app.idempotent_request' }, [])
  effects.runs.length = 0
  effects.meanwhile = async () => undefined
  clock.now = START
})

/** Leaves the rows of a process that crashed while it handled a request. */
async function crashAt(path: string, key: string) {
  const hash = requestHash('POST', `/api/v1/acme${path}`, { id: 'a' })
  await inTenant(db.service, 'acme' as TenantId, (tx) =>
    claimRequest(tx, { key, leasedUntil: clock.now + LEASE_MS }, { hash, now: clock.now, keptMs: 0 }),
  )
}

test('a request that crashed runs again once its lease has ended, by the name it had', async () => {
  await crashAt('/given-note', 'k1')
  clock.now = START + LEASE_MS - 1
  expect((await one.call('/given-note', 'k1')).status).toBe(409)
  expect(effects.runs).toEqual([])
  clock.now = START + LEASE_MS
  const answers = await Promise.all([one, other, one].map((it) => it.call('/given-note', 'k1')))
  expect(effects.runs).toEqual([`${START} k1`])
  const made = answers.filter((it) => it.status === 200)
  expect((await other.call('/given-note', 'k1')).payload).toBe(made[0]?.payload)
})

test('the key of a request that crashed stays reserved: the request may have had its effect', async () => {
  await crashAt('/given-note', 'k1')
  for (const now of [START, START + LEASE_MS]) {
    clock.now = now
    expect((await one.call('/given-note', 'k1', { body: { id: 'b' } })).status).toBe(422)
  }
  expect(effects.runs).toEqual([])
})

test.each([
  ['answers', null],
  ['fails', new Error('too late')],
  ['is refused', new Refusal('ACCOUNT_NOT_FOUND', 'No such account.')],
])('a process that %s after its lease changes nothing for the one that took over', async (_, failure) => {
  const isRunning = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const mayEnd = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  effects.meanwhile = async (run) => {
    isRunning[run - 1]?.resolve()
    await mayEnd[run - 1]?.promise
    if (run === 1 && failure !== null) throw failure
  }
  const late = one.call('/given-note', 'k1')
  await isRunning[0]?.promise
  clock.now = START + LEASE_MS
  const second = other.call('/given-note', 'k1')
  await isRunning[1]?.promise
  mayEnd[0]?.resolve()
  await late
  expect((await one.call('/given-note', 'k1')).status).toBe(409)
  mayEnd[1]?.resolve()
  expect((await second).json.id).toBe('id2')
  expect((await one.call('/given-note', 'k1')).payload).toBe((await second).payload)
  expect(effects.runs).toEqual([`${START} k1`, `${START} k1`])
})

test('without the database, a keyed request is 503 and does nothing', async () => {
  const unavailable = openDatabase(givenServiceAddress('postgresql://nobody@127.0.0.1:1/none'), 'service', 1)
  const { status, headers } = await startProcess(unavailable, effects).call('/note', 'k1')
  expect([status, effects.runs]).toEqual([503, []])
  expect(headers).toHaveProperty('retry-after')
  await unavailable.close()
})

test('a success is sent even when the database fails before the response is stored', async () => {
  const going = openDatabase(db.serviceAddress, 'service', 1, NO_TIMEOUTS)
  const process = startProcess(going, effects)
  effects.meanwhile = async (run) => {
    if (run === 1) await going.close()
  }
  expect((await process.call('/given-note', 'k1')).status).toBe(200)
  expect(process.logged.join('')).toContain('response not stored for its Idempotency-Key')
  expect((await one.call('/given-note', 'k1')).status).toBe(409)
  clock.now = START + LEASE_MS
  expect((await one.call('/given-note', 'k1')).status).toBe(200)
  expect(effects.runs).toEqual([`${START} k1`, `${START} k1`])
})
