import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { markdownTable } from '@goodword/trials/laboratory/report/markdown-table'
import type pg from 'pg'
import { attributions } from '../compare/variants.ts'
import { rowsOf } from '../dataset/connections.ts'
import { loadTenants } from '../dataset/load.ts'
import { type Dataset, makeTenants, openDataset } from '../dataset/tenants.ts'
import { CALLERS, runLoad } from '../load/run-load.ts'
import { flag, parseOptions, text, UsageError, whole } from '../options.ts'
import { hasPostgresql15, POSTGRESQL_15, startOwnDatabase } from '../processes/own-databases.ts'
import { postmaster, processorTimeTogetherMs } from '../processes/server-usage.ts'
import { type ServiceProcess, startServiceProcess } from '../processes/service-process.ts'
import { threeFigures, wholeText } from '../report/cells.ts'
import { identifyRepeat } from '../scenarios/reads.ts'
import { attribution, conversion, identifyNew } from '../scenarios/writes.ts'

export const costUsage = `Usage: npm run --silent bench -- cost [options]

Counts what one attribution, one conversion and one identification, first and repeated, send to PostgreSQL 15 and what it does for
them: statements, rows, index entries, bytes of its write-ahead log and pages, by stage, table and index. The calls come one after the
other, then over ${CALLERS} connections; then a worker does what follows from them: it publishes events and counts statistics. Counts
don't depend on what else the machine does, processor time depends less on it than speed. Tables of Markdown go to standard output.

  --calls <n>       the calls of each kind (1000)
  --referrals <n>   how many referrals are there before (10000)
  --milestones      give the program milestones, for which conversions count friends
  --evidence        let attributions tell a network, a device and a card`

const WARM_UP = 300

/** `npm run bench -- cost`: what one call writes. */
export async function benchCost(args: readonly string[]): Promise<void> {
  const options = readOptions(args)
  if (!hasPostgresql15()) throw new UsageError(`this needs the PostgreSQL in ${POSTGRESQL_15}`)
  // A page that is written as a whole after a checkpoint says nothing about the call that happened to change it first.
  const settings = {
    shared_preload_libraries: 'pg_stat_statements',
    full_page_writes: 'off',
    autovacuum: 'off',
  }
  const { stop, ...database } = await startOwnDatabase({ programs: POSTGRESQL_15, settings })
  const secret = randomBytes(32).toString('hex')
  const start = (role: 'web' | 'worker') =>
    startServiceProcess({ database, env: { PROCESS: role, SECRET_KEY: secret } })
  try {
    await measure(start, options)
  } finally {
    await stop()
  }
}

type Options = {
  readonly calls: number
  readonly referrals: number
  readonly hasMilestones: boolean
  readonly hasEvidence: boolean
}

type Start = (role: 'web' | 'worker') => Promise<ServiceProcess>

async function measure(
  start: Start,
  { calls, referrals, hasMilestones, hasEvidence }: Options,
): Promise<void> {
  const web = await start('web')
  const { dataset: empty, close } = openDataset(web)
  try {
    const tenants = await makeTenants(web, 'cost', 1, { hasMilestones })
    const fullness = { referrers: Math.ceil(referrals / 10), friends: referrals }
    const dataset = await loadTenants(empty, tenants, fullness, () => undefined)
    for (const extension of ['pg_stat_statements', 'pg_walinspect'])
      await dataset.owner.query(`create extension ${extension}`)
    // It looks at its start for tenants whose statistics begin.
    const worker = await start('worker')
    const costs = await costsOf({ web, worker, dataset, calls, hasEvidence }).finally(async () => {
      process.kill(worker.pid, 'SIGCONT')
      await worker.stop()
    })
    console.log(`${costText(costs)}\n\n${stagesText(costs)}`)
    for (const cost of costs) if (!cost.what.includes('callers')) console.log(`\n${writesText(cost)}`)
  } finally {
    await close()
    await web.stop()
  }
}

type Ground = {
  readonly web: ServiceProcess
  readonly worker: ServiceProcess
  readonly dataset: Dataset
  readonly calls: number
  readonly hasEvidence: boolean
}

async function costsOf({ web, worker, dataset, calls, hasEvidence }: Ground): Promise<readonly Cost[]> {
  const database = await postmaster(dataset.owner)
  const counted = async (what: string, service: ServiceProcess, work: () => Promise<void>): Promise<Cost> => {
    const processorTimes = () => Promise.all([service.pid, database].map(processorTimeTogetherMs))
    const done = await countWork(dataset.owner)
    const before = await processorTimes()
    await work()
    const [serviceMs = null, databaseMs = null] = (await processorTimes()).map((ms, index) =>
      ms === null ? null : ms - (before[index] ?? 0),
    )
    return { what, calls, ...(await done()), serviceMs, databaseMs }
  }
  // The worker is stopped while calls are counted.
  const followUp = async (): Promise<void> => {
    process.kill(worker.pid, 'SIGCONT')
    await untilFollowed(dataset)
    process.kill(worker.pid, 'SIGSTOP')
  }
  const costs: Cost[] = []
  const attributing = hasEvidence ? { name: 'attribution', prepare: withEvidence } : attribution
  for (const { name, prepare } of [attributing, identifyNew, conversion, identifyRepeat]) {
    console.error(`${name} …`)
    await runLoad(web.url, await prepare(dataset, WARM_UP))
    for (const callers of [1, CALLERS]) {
      const requests = await prepare(dataset, calls)
      await followUp()
      const what = `${name}, ${callers === 1 ? 'one at a time' : `${callers} callers`}`
      const send = async (): Promise<void> => {
        await runLoad(web.url, requests, '2xx', callers)
      }
      costs.push(await counted(what, web, send))
    }
    costs.push(await counted(`${name}, what follows`, worker, followUp))
  }
  return costs
}

/** Attributions of the first tenant that tell evidence. */
function withEvidence(dataset: Dataset, count: number): Promise<readonly string[]> {
  const [tenant] = dataset.tenants
  if (tenant === undefined) throw new Error('tenant of attributions not found')
  return attributions(dataset, tenant, count, true)
}

/** Waits until the events are published and everything is counted. */
async function untilFollowed({ owner, tenants }: Dataset): Promise<void> {
  for (;;) {
    const [row] = await rowsOf<{ is_done: boolean }>(owner, followed, [tenants[0]?.id])
    if (row?.is_done === true) return
    await setTimeout(50)
  }
}

const followed = `
select not exists (select from event_outbox)
  and not exists (select from entry_outbox)
  and exists (
    select
    from statistic_generation g
    where g.tenant_id = $1
      and g.is_complete
      and g.flags_until is null
  ) as is_done`

function readOptions(args: readonly string[]): Options {
  const { values } = parseOptions(args, { calls: text, referrals: text, milestones: flag, evidence: flag })
  return {
    calls: whole('calls', values.calls, 1000),
    referrals: whole('referrals', values.referrals, 10_000),
    hasMilestones: values.milestones === true,
    hasEvidence: values.evidence === true,
  }
}

/** The work for some calls of a kind. */
type Cost = Work & {
  readonly what: string
  readonly calls: number
  /** Processor time, in milliseconds; null if the system does not report it. */
  readonly serviceMs: number | null
  readonly databaseMs: number | null
}

/** All of it, each figure per call. */
function costText(costs: readonly Cost[]): string {
  return markdownTable(
    [
      'per call',
      'statements',
      'transactions',
      'rows',
      'index entries',
      'WAL bytes',
      'service µs',
      'PostgreSQL µs',
    ],
    costs.map((cost) => {
      const sum = (of: (writes: Writes) => number) =>
        cost.writes.reduce((total, it) => total + of(it), 0) / cost.calls
      const us = (value: number | null) => (value === null ? '' : wholeText((value * 1000) / cost.calls))
      return [
        cost.what,
        threeFigures(cost.statements.reduce((total, it) => total + it.sent, 0) / cost.calls),
        threeFigures(cost.commits / cost.calls),
        threeFigures(sum((it) => it.inserted + it.updated + it.deleted)),
        threeFigures(sum((it) => it.entries)),
        wholeText(sum((it) => it.bytes)),
        us(cost.serviceMs),
        us(cost.databaseMs),
      ]
    }),
  )
}

/** What is known of a referrer for fraud rules is read together with the owner of the code. */
const FRAUD_HISTORY = /\bevidence_key\b|\bin_hour\b/
const STATISTICS = /\bstatistic_|\bentry_outbox\b|\bprocessor_payment\b/

/** The stage that a statement or a table belongs to: a worker publishes and counts in the same transaction. */
function stageOf(what: string, text: string): string {
  if (FRAUD_HISTORY.test(text)) return 'fraud history'
  if (!what.endsWith('what follows')) return 'own transaction'
  return STATISTICS.test(text) ? 'statistics' : 'publisher'
}

/** The figures of each stage per call. The time of statements is without parsing, planning and waiting. */
function stagesText(costs: readonly Cost[]): string {
  const lines = costs.flatMap(({ what, calls, statements, writes }) => {
    const stages = new Map<string, number[]>()
    const add = (stage: string, figures: readonly number[]) => {
      const sums = stages.get(stage) ?? figures.map(() => 0)
      stages.set(
        stage,
        sums.map((it, index) => it + (figures[index] ?? 0) / calls),
      )
    }
    for (const it of statements) add(stageOf(what, it.text), [it.sent, 0, 0, 0, it.pages, it.ms * 1000])
    for (const it of writes)
      add(stageOf(what, it.table), [0, it.inserted + it.updated + it.deleted, it.entries, it.bytes, 0, 0])
    return [...stages]
      .sort()
      .map(([stage, sums]) => [
        what,
        stage,
        ...sums.map((it) => (it < 100 ? threeFigures(it) : wholeText(it))),
      ])
  })
  const counted = ['statements', 'rows', 'index entries', 'WAL bytes', 'pages', 'µs of statements']
  return markdownTable(['per call', 'stage', ...counted], lines)
}

/** Fewer per call are not shown. */
const MIN_PER_CALL = 0.01

/** The bytes that one call wrote, by table and index. */
function writesText({ what, calls, writes }: Cost): string {
  const lines = writes
    .filter((it) => it.bytes / calls >= 1)
    .map((it) => {
      const per = (count: number) => (count / calls < MIN_PER_CALL ? '' : threeFigures(count / calls))
      const name = it.index === null ? it.table : `${it.table}: ${it.index}`
      return [
        name,
        per(it.inserted),
        per(it.updated),
        per(it.hotUpdated),
        per(it.deleted),
        per(it.entries),
        wholeText(it.bytes / calls),
      ]
    })
  const titles = [what, 'inserted', 'updated', 'of them HOT', 'deleted', 'index entries', 'WAL bytes']
  return markdownTable(titles, lines)
}

/** The log records of PostgreSQL about one table or index; counts and bytes. */
type Writes = {
  readonly table: string
  /** Null for the rows of the table itself. */
  readonly index: string | null
  readonly inserted: number
  readonly updated: number
  /** Updates that needed no new index entry. */
  readonly hotUpdated: number
  readonly deleted: number
  /** Entries that were added to the index. */
  readonly entries: number
  readonly bytes: number
}

/** How often a statement was sent, how many pages it looked at, and its time in milliseconds. */
type Sent = { readonly text: string; readonly sent: number; readonly pages: number; readonly ms: number }

/** The statements and writes since a moment. */
type Work = {
  readonly statements: readonly Sent[]
  readonly commits: number
  readonly writes: readonly Writes[]
}

/** Counts from now on. The result returns the counts since then. */
async function countWork(owner: pg.Pool): Promise<() => Promise<Work>> {
  await owner.query('select pg_stat_statements_reset()')
  const [start] = await rowsOf<{ place: string }>(owner, place)
  return async () => {
    const [end] = await rowsOf<{ place: string }>(owner, place)
    const sent = await rowsOf<Sent>(owner, statements)
    const between = [start?.place, end?.place]
    // PostgreSQL refuses to read a log between two equal places.
    if (start?.place === end?.place) return { statements: sent, commits: 0, writes: [] }
    const [ended] = await rowsOf<{ commits: number }>(owner, commits, between)
    return {
      statements: sent,
      commits: ended?.commits ?? 0,
      writes: await rowsOf<Writes>(owner, writes, between),
    }
  }
}

// Every call was durable when it was answered.
const place = 'select pg_current_wal_flush_lsn()::text as place'

// A transaction begins and ends by statements of its own.
const statements = `
select s.query as text, s.calls::float8 as sent, (s.shared_blks_hit + s.shared_blks_read)::float8 as pages, s.total_exec_time as ms
from pg_stat_statements s
where s.toplevel
  and s.query !~ 'pg_stat_statements|pg_current_wal_flush_lsn|pg_get_wal_records_info|is_done'`

const commits = `
select count(*)::float8 as commits
from pg_get_wal_records_info($1, $2) w
where w.resource_manager = 'Transaction'
  and w.record_type = 'COMMIT'`

// A page that is split takes the new entry as well.
const writes = `
select coalesce(t.relname, c.relname, 'commits and others') as table,
  case when i.indexrelid is not null then c.relname end as index,
  (count(*) filter (where w.record_type like 'INSERT%' and w.resource_manager = 'Heap'))::float8 as inserted,
  (count(*) filter (where w.record_type in ('UPDATE', 'UPDATE+INIT', 'HOT_UPDATE')))::float8 as updated,
  (count(*) filter (where w.record_type = 'HOT_UPDATE'))::float8 as "hotUpdated",
  (count(*) filter (where w.record_type = 'DELETE' and w.resource_manager = 'Heap'))::float8 as deleted,
  (count(*) filter (where w.record_type in ('INSERT_LEAF', 'INSERT_POST', 'SPLIT_L', 'SPLIT_R')))::float8 as entries,
  sum(w.record_length)::float8 as bytes
from pg_get_wal_records_info($1, $2) w
left join pg_class c on c.relnamespace = 'app'::regnamespace
  and c.relfilenode::text = substring(w.block_ref from 'rel [0-9]+/[0-9]+/([0-9]+)')
left join pg_index i on i.indexrelid = c.oid
left join pg_class t on t.oid = i.indrelid
group by 1, 2
order by 1, 2 nulls first`
