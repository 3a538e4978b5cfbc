import { allStatements } from '@goodword/server/engine/driver/statement'
import { CLUSTER_DATABASE } from '@goodword/server/testing/cluster/citus-cluster'
import type { ClusterNode } from '@goodword/server/testing/cluster/cluster-node'
import { execute } from './servers.ts'

/** What a statement took in the server that it was sent to, on average; milliseconds. */
export type StatementTime = {
  readonly name: string
  readonly calls: number
  readonly planMs: number
  readonly runMs: number
}

type CountedStatement = {
  readonly text: string
  readonly calls: string
  readonly planMs: number
  readonly runMs: number
}

/** Statements are counted from now on. */
export async function countStatements(node: ClusterNode): Promise<void> {
  await execute(node, CLUSTER_DATABASE, ['select public.pg_stat_statements_reset()'])
}

/** The registered statements that the server ran since they are counted, by name. */
export async function readStatementTimes(node: ClusterNode): Promise<ReadonlyMap<string, StatementTime>> {
  const rows = await execute<CountedStatement>(node, CLUSTER_DATABASE, [counted])
  const names = new Map(allStatements().map(({ name, text }) => [shapeOf(text), name]))
  const times = new Map<string, StatementTime>()
  for (const { text, calls, planMs, runMs } of rows) {
    const name = names.get(shapeOf(text))
    if (name !== undefined) times.set(name, { name, calls: Number(calls), planMs, runMs })
  }
  return times
}

// Planning that uses a stored plan is not counted as a plan, so the total is divided by the calls.
const counted = `
select s.query as text, s.calls, s.total_plan_time / s.calls as "planMs", s.total_exec_time / s.calls as "runMs"
from public.pg_stat_statements s
where s.toplevel and s.calls > 0`

/** A statement without its constants, for which the server writes parameters. */
function shapeOf(text: string): string {
  return text
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/'(?:[^']|'')*'|\$\d+|\b\d+(?:\.\d+)?\b/g, '?')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
