import type { QueryLevel } from './query-levels.ts'
import { allTagged, type Fields, fieldsOf, listOf, namesIn, nodeIn } from './syntax-tree.ts'

/** Values that differ from call to call: ids and such times come from the application. */
const volatileFunctions = new Set([
  ...['clock_timestamp', 'timeofday', 'random', 'random_normal', 'gen_random_uuid', 'uuidv4', 'uuidv7'],
  ...['uuid_generate_v4', 'nextval', 'currval', 'setval', 'lastval', 'txid_current', 'pg_current_xact_id'],
])

/** The time of the transaction or statement: the same in every row, but not a constant. */
const clockFunctions = new Set(['now', 'transaction_timestamp', 'statement_timestamp'])

/** Depend on the session's time zone or settings, at least when given a time. */
const stableFunctions = new Set([
  'date_trunc',
  'date_part',
  'extract',
  'age',
  'to_char',
  'timezone',
  'date_bin',
])

/** What each node of a distributed PostgreSQL would do on its own. */
const localFunctions: Readonly<Record<string, string>> = {
  set_config: 'set_config is not passed on to other nodes: call app.set_tenant',
  pg_advisory_lock: 'advisory locks hold on one node only: lock a row',
  pg_advisory_xact_lock: 'advisory locks hold on one node only: lock a row',
  pg_try_advisory_lock: 'advisory locks hold on one node only: lock a row',
  pg_try_advisory_xact_lock: 'advisory locks hold on one node only: lock a row',
}

/** What a statement calls that a distributed PostgreSQL refuses, wherever it stands. */
export function callViolations(statement: unknown): string[] {
  return calls(statement).flatMap((name) => {
    if (volatileFunctions.has(name)) return [`${name}() is volatile: pass its value as a parameter`]
    const local = localFunctions[name]
    return local === undefined ? [] : [local]
  })
}

/** Non-constant functions where a write may not have them: its own parts only, levels inside it included. */
export function writeViolations(level: QueryLevel): string[] {
  if (level.kind === 'select') return []
  if (level.kind === 'insert') return conflictViolations(level.fields.onConflictClause)
  return [
    ...['CaseExpr', 'CoalesceExpr'].flatMap((tag) =>
      allTagged(level.fields, tag).some(readsClock)
        ? ['now() may not stand in case or coalesce of a write']
        : [],
    ),
    ...stableOverColumn(level.fields),
  ]
}

function conflictViolations(clause: unknown): string[] {
  if (clause === undefined) return []
  const clock = readsClock(clause)
    ? ['now() may not stand in a conflict clause: pass the time or use excluded']
    : []
  return [...clock, ...stableOverColumn(clause)]
}

function readsClock(tree: unknown): boolean {
  return (
    calls(tree).some((name) => clockFunctions.has(name)) || allTagged(tree, 'SQLValueFunction').length > 0
  )
}

/** A function that depends on the session may take constants in a write, but not columns. */
function stableOverColumn(tree: unknown): string[] {
  const functions = allTagged(tree, 'FuncCall').filter(
    (call) => stableFunctions.has(nameOf(call)) && hasColumn(call.args),
  )
  const sums = allTagged(tree, 'A_Expr').filter(isTimeSumOverColumn)
  const casts = allTagged(tree, 'TypeCast').filter(isCastOfTimeColumn)
  return [
    ...functions.map((call) => `${nameOf(call)}() of a column depends on the time zone: not in a write`),
    ...sums.map(() => 'a time column plus an interval depends on the time zone: not in a write'),
    ...casts.map(() => 'a cast of a time column depends on the time zone: not in a write'),
  ]
}

function isTimeSumOverColumn(expression: Fields): boolean {
  if (!['+', '-'].includes(namesIn(expression.name).join())) return false
  const { lexpr, rexpr } = expression
  return (isInterval(lexpr) && hasColumn(rexpr)) || (isInterval(rexpr) && hasColumn(lexpr))
}

function isInterval(expression: unknown): boolean {
  const node = nodeIn(expression)
  if (node?.tag === 'FuncCall') return nameOf(node.fields) === 'make_interval'
  if (node?.tag === 'TypeCast') return typeOf(node.fields) === 'interval'
  if (node?.tag !== 'A_Expr') return false
  return isInterval(node.fields.lexpr) || isInterval(node.fields.rexpr)
}

/** Columns of time are named `…_at`; casts of other columns are immutable. */
function isCastOfTimeColumn(cast: Fields): boolean {
  const node = nodeIn(cast.arg)
  if (node?.tag !== 'ColumnRef' || typeOf(cast) === 'timestamptz') return false
  return namesIn(node.fields.fields).at(-1)?.endsWith('_at') ?? false
}

function hasColumn(tree: unknown): boolean {
  return allTagged(tree, 'ColumnRef').length > 0
}

function calls(tree: unknown): string[] {
  return allTagged(tree, 'FuncCall').map(nameOf)
}

function nameOf(call: Fields): string {
  return namesIn(listOf(call.funcname)).at(-1) ?? ''
}

function typeOf(cast: Fields): string {
  return namesIn(fieldsOf(cast.typeName).names).at(-1) ?? ''
}
