import { readImport } from '@goodword/server/files/imports/read-imports'
import { type ImportRequest, receiveImport } from '@goodword/server/files/imports/receive-import'
import { createTestDatabase } from '@goodword/server/testing/test-database'
import { makeTestTenant, type TestTenant } from '@goodword/server/testing/test-tenant'
import { workerProcesses } from '@goodword/server/testing/workers/worker-processes'
import { residentMb } from '@goodword/testing/resident-memory'
import { expect, test, vi } from 'vitest'
import { trialSize } from '../trial-size.ts'

const db = await createTestDatabase()
const { owner, serviceAddress } = db
const ROWS = trialSize(6000, 1_000_000)
const LEASE_MS = 3000
/**
 * The growth is to be that of an import's live data. Without these limits Node lets the young generation of any busy
 * process grow to 96 MB, and the old one to a multiple of what is in use, before it collects garbage.
 */
const HEAP_LIMITS = ['--max-semi-space-size=8', '--max-old-space-size=128']
const MAX_GROWTH_MB = 100
/** Far longer than it takes. */
const PATIENT = { timeout: 3_000_000, interval: 100 }
const TIMEOUT_MS = 7_200_000

const worker = { address: serviceAddress, leaseMs: LEASE_MS }
const { start, kill } = workerProcesses('service-worker', worker, HEAP_LIMITS)

async function* users(): AsyncGenerator<Buffer> {
  yield Buffer.from('accountId,id,email,firstName,lastName,referralCode\n')
  for (let row = 0; row < ROWS; row += 1) {
    yield Buffer.from(`acct_${row},user_${row},user_${row}@example.com,Ann ${row},Archer,CODE-${row}\n`)
  }
}

/** Each account of the first half referred one of the second half; a tenth ended. */
async function* referrals(now: number): AsyncGenerator<Buffer> {
  yield Buffer.from('referralCode,referredAccountId,dateReferralStarted,dateConverted,dateReferralEnded\n')
  for (let row = 0; row < ROWS; row += 1) {
    const ended = row % 10 === 0 ? now - 1_000_000 : ''
    yield Buffer.from(`CODE-${row},friend_${row},${now - 9_000_000},${now - 5_000_000},${ended}\n`)
  }
}

const request = (kind: ImportRequest['kind']): ImportRequest => ({
  kind,
  format: 'csv',
  mapping: null,
  dateFormat: null,
  isDryRun: false,
})

async function importedRows({ ctx, id }: TestTenant, importId: string): Promise<number> {
  return (await readImport(ctx, id, importId)).rows
}

async function finished({ ctx, id }: TestTenant, importId: string) {
  await vi.waitUntil(async () => (await readImport(ctx, id, importId)).dateFinished !== null, PATIENT)
  return readImport(ctx, id, importId)
}

async function counts({ id }: TestTenant) {
  const tables = ['account', 'account_user', 'referral_code', 'referral', 'reward', 'entry', 'event']
  const columns = tables.map((it) => `(select count(*) from app.${it} where tenant_id = $1) as ${it}`)
  const [row] = await owner.query<Record<string, number>>({ name: '', text: `select ${columns.join()}` }, [
    id,
  ])
  return row
}

test(`${ROWS} users and referrals, with kill -9 half way: each is imported once, in bounded memory`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const tenant = await makeTestTenant(db, 'importing')
  tenant.clock.now = Date.now()
  const { ctx, id } = tenant
  for (const [kind, file] of [
    ['users', users()],
    ['referrals', referrals(tenant.clock.now)],
  ] as const) {
    const first = await start()
    const pid = first.child.pid ?? 0
    const before = await residentMb(pid)
    const startedAt = performance.now()
    const { id: importId } = await receiveImport(ctx, id, request(kind), file)
    const receivedMs = performance.now() - startedAt
    await vi.waitUntil(async () => (await importedRows(tenant, importId)) >= ROWS / 2, PATIENT)
    const halfMs = performance.now() - startedAt
    const growthMb = (await residentMb(pid)) - before
    await kill(first)
    const second = await start()
    expect(await finished(tenant, importId)).toMatchObject({
      state: 'DONE',
      rows: ROWS,
      created: ROWS,
      rejected: 0,
    })
    await kill(second)
    const perSecond = Math.round((1000 * (ROWS / 2)) / (halfMs - receivedMs))
    console.log(`${kind}: ${perSecond} rows/s after the upload, memory grew by ${Math.round(growthMb)} MB`)
    expect(growthMb).toBeLessThan(MAX_GROWTH_MB)
  }
  expect(await counts(tenant)).toEqual({
    account: 2 * ROWS,
    account_user: ROWS,
    referral_code: ROWS,
    referral: ROWS,
    reward: 2 * ROWS,
    // A grant and an expiry of each reward, and the reversals of those that ended.
    entry: 4 * ROWS + 4 * Math.ceil(ROWS / 10),
    event: ROWS + 4 * ROWS + 3 * Math.ceil(ROWS / 10),
  })
})
