import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { allStatements } from '@goodword/server/engine/driver/statement'
import { importStatements } from '@goodword/server/testing/checks/import-statements'
import { type PlanNode, wholeReads } from '@goodword/server/testing/checks/plan-rules'
import type pg from 'pg'
import { rowsOf } from '../dataset/connections.ts'
import type { Dataset } from '../dataset/tenants.ts'
import { runLoad } from '../load/run-load.ts'
import type { ServiceProcess } from '../processes/service-process.ts'
import type { Scenario } from '../scenarios/scenario.ts'

/** How PostgreSQL does a statement that requests really send. */
export type HotPlan = {
  readonly statement: string
  readonly plan: PlanNode
  /** Where it reads a big table as a whole; nothing should. */
  readonly wholeReads: readonly string[]
}

/** Enough that statements are planned once and for all, as they are under load. */
const REQUESTS = 640

/**
 * Sends each kind of request while PostgreSQL logs the plan of every statement, also of those within functions, and
 * answers each different plan of each statement once.
 */
export async function readHotPlans(
  service: ServiceProcess,
  dataset: Dataset,
  scenarios: readonly Scenario[],
): Promise<readonly HotPlan[]> {
  const loads = await Promise.all(
    scenarios.map(async ({ prepare, answer }) => ({ requests: await prepare(dataset, REQUESTS), answer })),
  )
  const stop = await explainFromNowOn(service, dataset.owner)
  for (const { requests, answer } of loads) await runLoad(service.url, requests, answer)
  const explained = await stop()
  const names = await statementNames()
  const plans = new Map<string, HotPlan>()
  for (const { text, plan } of explained) {
    const statement = names.get(text.trim()) ?? (/^SELECT 1 FROM ONLY/.test(text) ? text : null)
    if (statement === null) continue
    plans.set(`${statement} ${shapeOf(plan)}`, { statement, plan, wholeReads: wholeReads(plan) })
  }
  return [...plans.values()].sort((a, b) => (a.statement < b.statement ? -1 : 1))
}

/** Loads every file with SQL, so that its statements are registered, and returns their names by their texts. */
async function statementNames(): Promise<ReadonlyMap<string, string>> {
  await importStatements()
  return new Map(allStatements().map(({ name, text }) => [text.trim(), name]))
}

function shapeOf(node: PlanNode): string {
  const below = (node.Plans ?? []).map(shapeOf).join(' ')
  return `(${node['Node Type']} ${node['Relation Name'] ?? ''} ${node['Index Name'] ?? ''} ${below})`
}

/** A statement that was run, with how it was done. */
type Explained = { readonly text: string; readonly plan: PlanNode }

const settings = {
  session_preload_libraries: `'auto_explain'`,
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_format': 'json',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_parameter_max_length': '0',
}

/** Logs the plans of the service's statements with auto_explain, until the returned function is called. */
async function explainFromNowOn(
  { databaseFolder }: ServiceProcess,
  owner: pg.Pool,
): Promise<() => Promise<readonly Explained[]>> {
  if (databaseFolder === null) throw new Error('the log can be read only from an embedded database')
  const log = await open(join(databaseFolder, 'server.log'))
  const { size } = await log.stat()
  const [row] = await rowsOf<{ name: string }>(owner, 'select current_database() as name')
  const change = async (words: readonly string[]): Promise<void> => {
    for (const it of words) await owner.query(`alter database ${row?.name} ${it}`)
    await closeIdleConnections(owner)
  }
  await change(Object.entries(settings).map(([name, value]) => `set ${name} = ${value}`))
  return async () => {
    await change(Object.keys(settings).map((name) => `reset ${name}`))
    const { size: sizeNow } = await log.stat()
    const { buffer } = await log.read(Buffer.alloc(sizeNow - size), 0, sizeNow - size, size)
    await log.close()
    return explainedIn(buffer.toString('utf8'))
  }
}

/** Settings of a database hold for new connections; the service opens them as it needs them. */
async function closeIdleConnections(owner: pg.Pool): Promise<void> {
  const ofTheService = `from pg_stat_activity where application_name = 'goodword' and datname = current_database()`
  await owner.query(`select pg_terminate_backend(pid) ${ofTheService}`)
  for (;;) {
    const [row] = await rowsOf<{ left: string }>(owner, `select count(*) as left ${ofTheService}`)
    if (Number(row?.left) === 0) return
    await pause(20)
  }
}

/** Each plan begins on the line after its heading, and its lines begin with a tab. */
function explainedIn(log: string): readonly Explained[] {
  return log
    .split(/ms {2}plan:\n/)
    .slice(1)
    .map((piece) => {
      const lines = piece.split('\n')
      const end = lines.findIndex((line) => !line.startsWith('\t'))
      const parsed: { 'Query Text': string; Plan: PlanNode } = JSON.parse(
        lines.slice(0, end === -1 ? undefined : end).join('\n'),
      )
      return { text: parsed['Query Text'], plan: parsed.Plan }
    })
}
