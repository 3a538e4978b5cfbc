import { type Condition, type HistoryRule, limitOf } from './history-rule.ts'

/** A rule as a path of SQL/JSON: PostgreSQL's `facts @@ path` is true of the facts that `matchesFacts` matches. */
export function factPath({ when }: HistoryRule, thresholds: Readonly<Record<string, number>>): string {
  return when
    .map((conditions) => `(${conditions.map((it) => conditionPath(it, thresholds)).join(' && ')})`)
    .join(' || ')
}

function conditionPath(condition: Condition, thresholds: Readonly<Record<string, number>>): string {
  const { fact, is } = condition
  return `$.${fact} ${is === 'atLeast' ? '>=' : '<='} ${limitOf(condition, thresholds)}`
}
