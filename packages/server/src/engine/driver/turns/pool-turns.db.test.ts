import type { TenantId } from '@goodword/domain/values/ids'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { newActivity, runActivity } from '../../tracing/tracing.ts'
import { openDatabase } from '../database.ts'
import { inDirectory } from '../directory-tx.ts'
import { statement } from '../statement.ts'
import { readTenant } from '../tenant-tx.ts'
import { databaseTimeouts } from '../timeouts.ts'

const CONNECTIONS = 8
const { serviceAddress } = await createTestDatabase()
// Transactions have no time limits here: they wait until the test releases them.
const timeouts = { ...databaseTimeouts.service, connectionMs: 60_000, transactionMs: 0, idleMs: 0 }
const service = openDatabase(serviceAddress, 'service', CONNECTIONS, timeouts)
afterAll(() => service.close())

const find = statement('program.find_for_turn', 'select version from program where tenant_id = $1')
const one = { name: '', text: 'select 1 as one' }
const tenant = (name: string) => name as TenantId

/** Transactions that are held until they are let go, and how many of them have begun. */
function holder() {
  const held = Promise.withResolvers<void>()
  const running: Promise<void>[] = []
  const found = { begun: 0 }
  const hold = (name: string, count: number, isReport = false) => {
    for (let index = 0; index < count; index += 1) {
      const work = () =>
        readTenant(service, tenant(name), async (tx) => {
          await tx.rows(find, [])
          found.begun += 1
          await held.promise
        })
      running.push(isReport ? runActivity({ ...newActivity(), isReport }, work) : work())
    }
  }
  return { found, hold, running, letGo: () => held.resolve() }
}

test('a tenant that holds all the connections it may have keeps no other tenant and no key waiting', async () => {
  const { found, hold, running, letGo } = holder()
  hold('loud', 100)
  hold('test_loud', 100, true)
  try {
    await expect.poll(() => found.begun).toBe(CONNECTIONS - 2)
    expect(service.waiting()).toBe(200 - found.begun)
    expect(await service.query(one, [])).toEqual([{ one: 1 }])
    expect(await inDirectory(service, (tx) => tx.rows(one, []))).toEqual([{ one: 1 }])
  } finally {
    letGo()
  }
  await Promise.all(running)
  expect([found.begun, service.waiting()]).toEqual([200, 0])
})

test('reports of a tenant leave connections for its own calls, and for another tenant', async () => {
  const { found, hold, running, letGo } = holder()
  hold('loud', 100, true)
  try {
    await expect.poll(() => found.begun).toBe(2)
    expect(await readTenant(service, tenant('loud'), (tx) => tx.rows(find, []))).toEqual([])
    expect(await readTenant(service, tenant('calm'), (tx) => tx.rows(find, []))).toEqual([])
    expect(found.begun).toBe(2)
  } finally {
    letGo()
  }
  await Promise.all(running)
})
