import type { PlanNode } from '@goodword/server/testing/checks/plan-rules'
import type { HotPlan } from './hot-plans.ts'

/** Plans for people: an indented line for each step, and the faults of a plan below it. */
export function plansText(plans: readonly HotPlan[]): string {
  return plans
    .map(({ statement, plan, wholeReads }) =>
      [
        statement,
        ...stepsOf(plan, '  '),
        ...wholeReads.map((it) => `  ! reads a big table as a whole: ${it}`),
      ].join('\n'),
    )
    .join('\n\n')
}

function stepsOf(node: PlanNode, indent: string): readonly string[] {
  const index = node['Index Name'] === undefined ? '' : ` by ${node['Index Name']}`
  const table = node['Relation Name'] === undefined ? '' : ` of ${node['Relation Name']}`
  const condition = node['Index Cond'] === undefined ? '' : ` where ${node['Index Cond']}`
  const own = `${indent}${node['Node Type']}${table}${index}${condition}`
  return [own, ...(node.Plans ?? []).flatMap((it) => stepsOf(it, `${indent}  `))]
}
