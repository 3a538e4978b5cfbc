import { allStatements } from '@goodword/server/engine/driver/statement'
import { importStatements } from '@goodword/server/testing/checks/import-statements'
import { type PlanNode, wholeReads } from '@goodword/server/testing/checks/plan-rules'
import type { Dataset } from '../dataset/tenants.ts'
import { runLoad } from '../load/run-load.ts'
import type { ServiceProcess } from '../processes/service-process.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import { explainFromNowOn } from './explained-log.ts'

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
