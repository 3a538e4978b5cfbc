import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { TenantId } from '@goodword/domain/values/ids'
import { createTenant } from '@goodword/server/administration/tenants/create-tenant'
import { type Database, openDatabase } from '@goodword/server/engine/driver/database'
import { systemClock } from '@goodword/server/engine/foundation/clock'
import { createIdGenerator } from '@goodword/server/engine/foundation/id-generator'
import { migrate } from '@goodword/server/engine/schema/migrate'
import { ensureServiceLogin } from '@goodword/server/engine/schema/service-login'
import { createSecretBox } from '@goodword/server/engine/secrets/secret-box'
import { makeSecretKey } from '@goodword/server/engine/secrets/secret-key'
import { readImport } from '@goodword/server/files/imports/read-imports'
import { receiveImport } from '@goodword/server/files/imports/receive-import'
import { Context } from '@goodword/server/frame/context'
import { drainTenant } from '@goodword/server/jobs/drain-tenant'
import { jobHandlers } from '@goodword/server/jobs/handlers'
import { startWorker } from '@goodword/server/jobs/worker'
import { markdownTable } from '@goodword/trials/laboratory/report/markdown-table'
import type pg from 'pg'
import { openConnections, rowsOf } from '../dataset/connections.ts'
import { UsageError } from '../options.ts'
import { startCountingDatabase } from '../profile/own-database.ts'
import { whole } from '../report/cells.ts'
import { machineText, readMachine } from '../report/machine.ts'
import { insertBare, writtenRows } from './bare-rows.ts'
import { fileOf, type ImportCase, importCases } from './import-cases.ts'

export const importsUsage = `Usage: npm run --silent bench -- imports [options]

Imports files of each kind on a database of its own, first as new rows and then again, and beside each the ceiling: the
rows that it wrote, inserted by bare statements into another tenant. A table of Markdown goes to standard output.

  --rows <n>          rows of each file (30000)
  --statements        the statements that took PostgreSQL longest in each file, too`

type Options = { readonly rows: number; readonly hasStatements: boolean }
type Ground = { readonly ctx: Context; readonly db: Database; readonly owner: pg.Pool }

/** Several transactions of an import. */
const MIN_ROWS = 1000
const LOOK_EVERY_MS = 20
const STOP_MS = 10_000
const DRAIN_MS = 600_000
/** Rows of an import that share a transaction. */
const ROWS_AT_ONCE = 300
const TENANT = 'imports' as TenantId
const PATIENT = { connectionMs: 10_000, transactionMs: 0, lockMs: 0, statementMs: 0, idleMs: 0 }

/** `npm run bench -- imports`: how many rows of each kind of file are imported per second. */
export async function benchImports(args: readonly string[]): Promise<void> {
  const options = readOptions(args)
  if (options === null) {
    console.log(importsUsage)
    return
  }
  const server = await startCountingDatabase()
  const opened: Database[] = []
  const open = (address: Parameters<typeof openDatabase>[0], role: 'owner' | 'service') => {
    const db = openDatabase(address as never, role as never, 4, PATIENT)
    opened.push(db)
    return db
  }
  const owner = openConnections(server.address)
  owner.on('error', () => undefined)
  try {
    const admin = open(server.address, 'owner')
    await migrate(admin)
    const db = open(await ensureServiceLogin(admin, server.address, 'bench'), 'service')
    await owner.query('create extension pg_stat_statements schema app')
    await createTenant(contextOf(admin), { alias: TENANT, landingPage: 'https://shop.example.com/' })
    console.log(`Measured on ${machineText(await readMachine(owner))}.\n`)
    await measureAll({ ctx: contextOf(db), db, owner }, options)
  } finally {
    await owner.end()
    await Promise.all(opened.map((it) => it.close()))
    await server.stop()
  }
}

function readOptions(args: readonly string[]): Options | null {
  const options = {
    rows: { type: 'string' },
    statements: { type: 'boolean' },
    help: { type: 'boolean' },
  } as const
  try {
    const { values } = parseArgs({ args: [...args], options })
    if (values.help === true) return null
    const rows = Number(values.rows ?? 30_000)
    if (!Number.isSafeInteger(rows) || rows < MIN_ROWS) {
      throw new UsageError(`--rows takes a whole number from ${MIN_ROWS} on`)
    }
    return { rows, hasStatements: values.statements === true }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

const secretBox = createSecretBox(makeSecretKey())

function contextOf(db: Database): Context {
  const baseUrl = 'https://refer.example.com'
  return new Context({ db, clock: systemClock, ids: createIdGenerator(), secretBox, baseUrl })
}

const titles = [
  'file',
  'rows/s',
  'last fifth',
  'service ms/row',
  'PostgreSQL ms/row',
  'ceiling rows/s',
  'ratio',
]

async function measureAll(ground: Ground, { rows, hasStatements }: Options): Promise<void> {
  const lines: string[][] = []
  for (const [index, it] of importCases.entries()) {
    console.error(`${it.name} …`)
    const measured = await measure(ground, it, rows)
    const bareMs = await bare(ground, `ceiling_${index}`, measured.written, rows)
    const perSecond = (1000 * rows) / measured.ms
    const ceiling = bareMs === null ? null : (1000 * rows) / bareMs
    lines.push([
      it.name,
      whole(perSecond),
      whole(measured.lastPerSecond),
      (measured.serviceMs / rows).toFixed(3),
      (measured.databaseMs / rows).toFixed(3),
      ceiling === null ? '' : whole(ceiling),
      ceiling === null ? '' : (perSecond / ceiling).toFixed(2),
    ])
    console.error(lines.at(-1)?.join(' | '))
    if (hasStatements) console.error(await dearestStatements(ground.owner, rows))
  }
  console.log(markdownTable(titles, lines))
}

async function measure({ ctx, owner }: Ground, it: ImportCase, rows: number) {
  const request = { kind: it.kind, format: 'csv', mapping: null, dateFormat: null, isDryRun: false } as const
  const { id } = await receiveImport(ctx, TENANT, request, fileOf(it, rows, ctx.clock.now()))
  await owner.query('select pg_stat_statements_reset()')
  const [first] = await rowsOf<{ xid: string }>(owner, 'select pg_current_xact_id()::text as xid')
  const used = process.cpuUsage()
  const startedAt = performance.now()
  let late: { readonly rows: number; readonly at: number } | null = null
  const timer = setInterval(() => {
    void readImport(ctx, TENANT, id).then((found) => {
      if (late === null && found.rows >= 0.8 * rows) late = { rows: found.rows, at: performance.now() }
    })
  }, 100)
  const options = {
    ctx,
    leaseMs: 30_000,
    handlers: jobHandlers,
    logger: { debug: () => undefined, info: () => undefined, warn: console.error, error: console.error },
    observe: () => undefined,
    random: Math.random,
    report: console.error,
  }
  const worker = startWorker(options)
  while ((await readImport(ctx, TENANT, id)).dateFinished === null) await pause(LOOK_EVERY_MS)
  clearInterval(timer)
  const ms = performance.now() - startedAt
  const { user, system } = process.cpuUsage(used)
  await worker.stop(AbortSignal.timeout(STOP_MS))
  const mark = late as { readonly rows: number; readonly at: number } | null
  const [sum] = await rowsOf<{ ms: number }>(
    owner,
    'select coalesce(sum(total_exec_time), 0)::float8 as ms from pg_stat_statements',
  )
  const written = await writtenRows(owner, TENANT, first?.xid ?? '0')
  // What it left to be counted is no part of the next file.
  await drainTenant(options, TENANT, ctx.clock.now(), DRAIN_MS)
  return {
    ms,
    written,
    lastPerSecond: mark === null ? Number.NaN : (1000 * (rows - mark.rows)) / (startedAt + ms - mark.at),
    serviceMs: (user + system) / 1000,
    databaseMs: sum?.ms ?? Number.NaN,
  }
}

/** The milliseconds of bare inserts of what was written; null if hardly anything was. */
async function bare(
  { db, owner }: Ground,
  tenant: string,
  written: Awaited<ReturnType<typeof writtenRows>>,
  rows: number,
): Promise<number | null> {
  const isLittle = written.reduce((sum, it) => sum + it.rows.length, 0) < rows / 2
  if (isLittle) return null
  const ms = await insertBare(db, tenant, written, Math.ceil(rows / ROWS_AT_ONCE))
  // The tenant is none that a worker could count for.
  for (const table of ['event_outbox', 'entry_outbox']) {
    await owner.query(`delete from ${table} where tenant_id = $1`, [tenant])
  }
  return ms
}

async function dearestStatements(owner: pg.Pool, rows: number): Promise<string> {
  const found = await rowsOf<{ query: string; calls: number; ms: number }>(
    owner,
    `select query, calls::int4, total_exec_time as ms from pg_stat_statements
     where query not like '%ceiling%' and query not like '%::text::int8%' order by total_exec_time desc limit 8`,
  )
  const line = ({ query, calls, ms }: (typeof found)[number]) =>
    `  ${(ms / rows).toFixed(4)} ms/row, ${(calls / rows).toFixed(3)} calls/row: ${query.replaceAll(/\s+/g, ' ').slice(0, 160)}`
  return found.map(line).join('\n')
}
