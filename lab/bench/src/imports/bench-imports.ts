import { setTimeout as pause } from 'node:timers/promises'
import type { TenantId } from '@goodword/domain/values/ids'
import { createTenant } from '@goodword/server/administration/tenants/create-tenant'
import { type Database, openDatabase } from '@goodword/server/engine/driver/database'
import { systemClock } from '@goodword/server/engine/foundation/clock'
import { migrate } from '@goodword/server/engine/schema/migrate'
import { ensureServiceLogin } from '@goodword/server/engine/schema/service-login'
import { createSecretBox } from '@goodword/server/engine/secrets/secret-box'
import { makeSecretKey } from '@goodword/server/engine/secrets/secret-key'
import { readImport } from '@goodword/server/files/imports/read-imports'
import { type ImportRequest, receiveImport } from '@goodword/server/files/imports/receive-import'
import type { Context } from '@goodword/server/frame/context'
import { drainTenant } from '@goodword/server/jobs/drain-tenant'
import { jobHandlers } from '@goodword/server/jobs/handlers'
import { startWorker } from '@goodword/server/jobs/worker'
import { NO_TIMEOUTS } from '@goodword/server/testing/endless'
import { testContext } from '@goodword/server/testing/test-context'
import { markdownTable } from '@goodword/trials/laboratory/report/markdown-table'
import type pg from 'pg'
import { openConnections, rowsOf } from '../dataset/connections.ts'
import { flag, parseOptions, text, whole } from '../options.ts'
import { startCountingDatabase } from '../processes/own-databases.ts'
import { wholeText } from '../report/cells.ts'
import { machineText, readMachine } from '../report/machine.ts'

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

/** `npm run bench -- imports`: how many rows of each kind of file are imported per second. */
export async function benchImports(args: readonly string[]): Promise<void> {
  const options = readOptions(args)
  const server = await startCountingDatabase()
  const opened: Database[] = []
  const open = (address: Parameters<typeof openDatabase>[0], role: 'owner' | 'service') => {
    const db = openDatabase(address as never, role as never, 4, NO_TIMEOUTS)
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
    const secretBox = createSecretBox(makeSecretKey())
    const operator = testContext(admin, systemClock, { secretBox })
    await createTenant(operator, { alias: TENANT, landingPage: 'https://shop.example.com/' })
    console.log(`Measured on ${machineText(await readMachine(owner))}.\n`)
    const ctx = testContext(db, systemClock, { secretBox })
    await measureAll({ ctx, db, owner }, options)
  } finally {
    await owner.end()
    await Promise.all(opened.map((it) => it.close()))
    await server.stop()
  }
}

function readOptions(args: readonly string[]): Options {
  const { values } = parseOptions(args, { rows: text, statements: flag })
  return { rows: whole('rows', values.rows, 30_000, MIN_ROWS), hasStatements: values.statements === true }
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
      wholeText(perSecond),
      wholeText(measured.lastPerSecond),
      (measured.serviceMs / rows).toFixed(3),
      (measured.databaseMs / rows).toFixed(3),
      ceiling === null ? '' : wholeText(ceiling),
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
  // Its remaining statistics jobs are no part of the next file.
  await drainTenant(options, TENANT, ctx.clock.now(), DRAIN_MS)
  return {
    ms,
    written,
    lastPerSecond: mark === null ? Number.NaN : (1000 * (rows - mark.rows)) / (startedAt + ms - mark.at),
    serviceMs: (user + system) / 1000,
    databaseMs: sum?.ms ?? Number.NaN,
  }
}

/** The milliseconds of bare inserts of the written rows; null if there are hardly any. */
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

/** A file of one kind and condition. */
type ImportCase = {
  readonly name: string
  readonly kind: ImportRequest['kind']
  readonly header: string
  readonly row: (index: number, now: number) => string
}

const DAY_MS = 86_400_000
const users = 'accountId,id,email,firstName,lastName,referralCode'
const user = (index: number) => `m${index},u${index},m${index}@example.com,Ann ${index},Archer`
const referrals = 'referralCode,referredAccountId,dateReferralStarted,dateConverted,dateReferralEnded'
const balances = 'accountId,unit,amount,dateExpires'

/** The order matters: the later ones need the accounts of the earlier ones. */
const importCases: readonly ImportCase[] = [
  {
    name: 'users with codes',
    kind: 'users',
    header: users,
    row: (index) => `${user(index)},CODE-${index}`,
  },
  {
    name: 'the same users again',
    kind: 'users',
    header: users,
    row: (index) => `${user(index)},CODE-${index}`,
  },
  {
    name: 'users with disabled and further codes',
    kind: 'users',
    header: `${users},dateCodeDisabled,furtherCodes`,
    row: (index, now) =>
      `s${index},u${index},s${index}@example.com,Sue ${index},Smith,STATE-${index},${now - DAY_MS},"[{""code"":""OLD-${index}""}]"`,
  },
  {
    name: 'referrals in progress',
    kind: 'referrals',
    header: referrals,
    row: (index, now) => `CODE-${index},p${index},${now - 90 * DAY_MS},,`,
  },
  {
    name: 'referrals that converted, a tenth ended',
    kind: 'referrals',
    header: referrals,
    row: (index, now) =>
      `CODE-${index},f${index},${now - 90 * DAY_MS},${now - 60 * DAY_MS},${index % 10 === 0 ? now - DAY_MS : ''}`,
  },
  {
    name: 'referrals of one referrer',
    kind: 'referrals',
    header: referrals,
    row: (index, now) => `CODE-0,g${index},${now - 90 * DAY_MS},${now - 60 * DAY_MS},`,
  },
  {
    name: 'the same referrals again',
    kind: 'referrals',
    header: referrals,
    row: (index, now) =>
      `CODE-${index},f${index},${now - 90 * DAY_MS},${now - 60 * DAY_MS},${index % 10 === 0 ? now - DAY_MS : ''}`,
  },
  {
    name: 'balances',
    kind: 'balances',
    header: balances,
    row: (index, now) => `m${index},EUR,${index + 1},${Math.floor(now / DAY_MS + 400) * DAY_MS}`,
  },
  {
    name: 'rows that are rejected',
    kind: 'users',
    header: users,
    row: (index) => `${user(index).replace('@', ' at ')},CODE-${index}`,
  },
]

/** The bytes of a file with so many rows. */
async function* fileOf({ header, row }: ImportCase, rows: number, now: number): AsyncGenerator<Buffer> {
  yield Buffer.from(`${header}\n`)
  for (let index = 0; index < rows; index += 1) yield Buffer.from(`${row(index, now)}\n`)
}

/** The rows that an import wrote to one table: the columns with their types, and the values as texts. */
type WrittenRows = {
  readonly table: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly (readonly (string | null)[])[]
}

/** The tables of the import itself, and jobs, which many rows share. */
const leftOut = [
  'import',
  'import_error',
  'import_piece',
  'import_claim',
  'import_upload',
  'export_part',
  'job',
]

/** The present rows of a tenant that transactions from one on wrote. */
async function writtenRows(
  owner: pg.Pool,
  tenantId: string,
  sinceTransaction: string,
): Promise<readonly WrittenRows[]> {
  const tables = await rowsOf<{ table: string; columns: WrittenRows['columns'] }>(
    owner,
    `select c.relname as table,
       json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attname <> 'tenant_id'
     where c.relnamespace = 'app'::regnamespace and c.relkind = 'r' and c.relname <> all ($1) and c.relrowsecurity
     group by c.relname`,
    [leftOut],
  )
  const found: WrittenRows[] = []
  for (const { table, columns } of tables) {
    const values = columns.map(({ name }) => `x.${name}::text`).join(', ')
    const rows = await rowsOf<{ row: (string | null)[] }>(
      owner,
      `select array[${values}] as row from ${table} x
       where x.tenant_id = $1 and x.xmin::text::int8 >= $2 order by x.ctid`,
      [tenantId, sinceTransaction],
    )
    if (rows.length > 0) found.push({ table, columns, rows: rows.map((it) => it.row) })
  }
  return found
}

/**
 * Inserts rows into another tenant in as many transactions, one after the other: each with one statement for each table,
 * sent in one pipeline, as the service's role under row-level security, and durable. Returns the milliseconds.
 */
async function insertBare(
  db: Database,
  tenantId: string,
  written: readonly WrittenRows[],
  transactions: number,
): Promise<number> {
  const startedAt = performance.now()
  for (let index = 0; index < transactions; index += 1) {
    await db.connected(async (session) => {
      session.sendWrite({ name: 'ceiling.begin', text: 'begin' }, [], undefined)
      session.sendWrite({ name: 'ceiling.tenant', text: 'select app.set_tenant($1)' }, [tenantId], undefined)
      for (const { table, columns, rows } of written) {
        const part = rows.slice(
          Math.floor((rows.length * index) / transactions),
          Math.floor((rows.length * (index + 1)) / transactions),
        )
        if (part.length === 0) continue
        const values = columns.map((_, column) => part.map((row) => row[column] ?? null))
        session.sendWrite(insertInto(table, columns), [tenantId, ...values], part.length)
      }
      await session.commit()
    })
  }
  return performance.now() - startedAt
}

function insertInto(table: string, columns: WrittenRows['columns']) {
  const names = columns.map((it) => it.name)
  const text = `insert into app.${table} (tenant_id, ${names.join(', ')})
    select $1, ${columns.map(({ name, type }) => `u.${name}::${type}`).join(', ')}
    from unnest(${columns.map((_, index) => `$${index + 2}::text[]`).join(', ')}) as u(${names.join(', ')})`
  return { name: `ceiling.insert.${table}`, text }
}
