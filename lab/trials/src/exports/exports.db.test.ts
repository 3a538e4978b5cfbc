import { createExport } from '@goodword/server/files/exports/create-export'
import { openExportedFile } from '@goodword/server/files/exports/exported-file'
import { type ExportRow, findExport } from '@goodword/server/files/rows/exports'
import { fillUsers } from '@goodword/server/testing/database/many-users'
import { createTestDatabase } from '@goodword/server/testing/test-database'
import { makeTestTenant, type TestTenant } from '@goodword/server/testing/test-tenant'
import { workerProcesses } from '@goodword/server/testing/workers/worker-processes'
import { peakResidentMb, residentMb } from '@goodword/testing/resident-memory'
import { expect, test, vi } from 'vitest'
import { trialSize } from '../trial-size.ts'

const db = await createTestDatabase()
const { owner, serviceAddress } = db
const ROWS = trialSize(60_000, 1_000_000)
const KILLS = trialSize(3, 10)
const LEASE_MS = 3000
/**
 * Node lets the young generation of any busy process grow to 96 MB. It stays small here, so that the growth is that of what
 * an export keeps.
 */
const YOUNG_GENERATION = '--max-semi-space-size=8'
/** The maximum growth of the process that writes the file, and of the one that reads it. */
const MAX_GROWTH_MB = 100
/** Far longer than it takes. */
const PATIENT = { timeout: 1_800_000, interval: 10 }
const TIMEOUT_MS = 3_600_000

const { start, kill } = workerProcesses('service-worker', { address: serviceAddress, leaseMs: LEASE_MS }, [
  YOUNG_GENERATION,
])

async function filledTenant(name: string): Promise<TestTenant> {
  const tenant = await makeTestTenant(db, name)
  // The jobs of the workers run by the machine's clock.
  tenant.clock.now = Date.now()
  await fillUsers(owner, tenant.id, ROWS)
  return tenant
}

async function rowOf({ ctx, id }: TestTenant, exportId: string): Promise<ExportRow> {
  const row = await ctx.readTenant(id, (tx) => findExport(tx, exportId))
  if (row === null) throw new Error('export not found')
  return row
}

async function* chunksOf({ ctx, id }: TestTenant, row: ExportRow): AsyncGenerator<Buffer> {
  const file = await openExportedFile(ctx, id, row.id, row.expires_at ?? 0)
  if (file !== null) yield* file.read(0, file.bytes)
}

test(
  `I29: none of ${ROWS} rows whose writer is killed again and again is lost or doubled, and memory stays flat`,
  async () => {
    const tenant = await filledTenant('killed')
    const request = () =>
      createExport(tenant.ctx, tenant.id, { kind: 'users', format: 'csv', from: null, to: null })
    const { id } = await request()
    for (let kills = 0; kills < KILLS; kills += 1) {
      const before = (await rowOf(tenant, id)).row_count
      const program = await start()
      await vi.waitFor(
        async () => expect((await rowOf(tenant, id)).row_count).toBeGreaterThan(before),
        PATIENT,
      )
      await kill(program)
    }
    expect(await rowOf(tenant, id)).toMatchObject({ state: 'RUNNING', expires_at: null })

    const survivor = await start()
    const pid = survivor.child.pid ?? 0
    const atStart = await residentMb(pid)
    await vi.waitFor(async () => expect((await rowOf(tenant, id)).state).toBe('DONE'), PATIENT)
    const undisturbed = await request()
    await vi.waitFor(async () => expect((await rowOf(tenant, undisturbed.id)).state).toBe('DONE'), PATIENT)
    expect((await peakResidentMb(pid)) - atStart).toBeLessThan(MAX_GROWTH_MB)
    await kill(survivor)

    const [killed, whole] = [await rowOf(tenant, id), await rowOf(tenant, undisturbed.id)]
    expect([killed.row_count, killed.byte_count]).toEqual([ROWS, whole.byte_count])
    const withoutFile = process.memoryUsage.rss()
    let most = 0
    let lines = 0
    const others = chunksOf(tenant, whole)
    for await (const chunk of chunksOf(tenant, killed)) {
      const { value } = await others.next()
      if (value === undefined || !chunk.equals(value)) throw new Error('the files differ')
      lines += chunk.toString('latin1').split('\n').length - 1
      most = Math.max(most, process.memoryUsage.rss() - withoutFile)
    }
    expect((await others.next()).done).toBe(true)
    // One more for the header.
    expect(lines).toBe(ROWS + 1)
    expect(most / 1024 / 1024).toBeLessThan(MAX_GROWTH_MB)
  },
  TIMEOUT_MS,
)
