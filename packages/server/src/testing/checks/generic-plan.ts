import type { ClientBase } from 'pg'
import type { PlanNode } from './plan-rules.ts'

let prepared = 0

/**
 * The plan that `explain` shows of a statement for unknown values, in the words of any PostgreSQL from 15 on: a
 * prepared statement runs by it. The session must be in a transaction.
 */
export async function genericPlan(session: ClientBase, text: string): Promise<PlanNode> {
  prepared += 1
  const name = `generic_${prepared}`
  const prepare = [
    'set local plan_cache_mode = force_generic_plan',
    `prepare ${name} as ${text}`,
    `select cardinality(parameter_types) as parameters from pg_prepared_statements where name = '${name}'`,
  ]
  const [row] = await rowsOf<{ readonly parameters: number }>(session, prepare)
  const unknown = Array.from({ length: row?.parameters ?? 0 }, () => 'null').join(', ')
  const values = unknown === '' ? '' : `(${unknown})`
  const explain = [`explain (format json, costs off) execute ${name}${values}`, `deallocate ${name}`]
  const [plan] = (await rowsOf<Explained>(session, explain)).flatMap((it) => it['QUERY PLAN'])
  if (plan === undefined) throw new Error('explain returned no plan')
  return plan.Plan
}

/** Plans a statement as a session of the service does for a tenant; the session must not be in a transaction. */
export async function planForTenant(session: ClientBase, text: string): Promise<PlanNode> {
  await rowsOf(session, ['begin', `select app.set_tenant('large')`])
  try {
    return await genericPlan(session, text)
  } finally {
    await session.query('rollback')
  }
}

/** All rows of several statements, which are sent as one: thousands of plans are asked for. */
async function rowsOf<Row>(session: ClientBase, statements: readonly string[]): Promise<readonly Row[]> {
  const answers: unknown = await session.query(statements.join(';\n'))
  return (answers as readonly { readonly rows: readonly Row[] }[]).flatMap((it) => it.rows)
}

type Explained = { readonly 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }
