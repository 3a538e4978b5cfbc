import type { ClientBase } from 'pg'
import type { PlanNode } from './plan-rules.ts'

let prepared = 0

/**
 * What `explain` says of a statement for values that are not known, in the words of any PostgreSQL from 15 on; that is,
 * what a statement that was prepared runs by. The session must be in a transaction.
 */
export async function genericPlan(session: ClientBase, text: string): Promise<PlanNode> {
  prepared += 1
  const name = `generic_${prepared}`
  await session.query('set local plan_cache_mode = force_generic_plan')
  await session.query(`prepare ${name} as ${text}`)
  const { rows } = await session.query(
    `select cardinality(parameter_types) as parameters from pg_prepared_statements where name = '${name}'`,
  )
  const unknown = Array.from({ length: rows[0].parameters }, () => 'null').join(', ')
  const values = unknown === '' ? '' : `(${unknown})`
  const explained = await session.query<Explained>(
    `explain (format json, costs off) execute ${name}${values}`,
  )
  await session.query(`deallocate ${name}`)
  const [plan] = explained.rows.flatMap((row) => row['QUERY PLAN'])
  if (plan === undefined) throw new Error('explain returned no plan')
  return plan.Plan
}

type Explained = { readonly 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }
