import { loadModule, parseSync } from 'pgsql-parser'
import {
  isQuery,
  type QueryLevel,
  queryLevels,
  type Relation,
  type Tie,
  tenantColumnIn,
} from './query-levels.ts'
import {
  allTagged,
  type Fields,
  fieldsOf,
  listOf,
  namesIn,
  nodeIn,
  parameterIn,
  textOf,
} from './syntax-tree.ts'

export type StatementRules = {
  /** Tables whose rows belong to tenants, without their schema. */
  readonly tenantTables: ReadonlySet<string>
  /** Set for a statement that looks across tenants on purpose: it may read untied, but never lock. */
  readonly mayCrossTenants?: boolean
}

await loadModule()

/**
 * The reasons why a statement cannot run on one node of a PostgreSQL distributed by tenant (Citus), as sentences;
 * none for a valid one. Reads the text alone, no database.
 */
export function statementViolations(text: string, rules: StatementRules): string[] {
  const statements = parsed(text)
  if (typeof statements === 'string') return [`does not parse: ${statements}`]
  const root = nodeIn(fieldsOf(statements[0]).stmt)
  if (statements.length !== 1 || root === null) return ['holds more or less than one statement']
  if (!isQuery(root)) return [`${root.tag} is no select, insert, update or delete`]
  const tree = { [root.tag]: root.fields }
  const levels = queryLevels(tree)
  return [
    ...new Set([
      ...tenantViolations(levels, rules),
      ...levels.flatMap((level) => [...keyViolations(level), ...writeViolations(level)]),
      ...callViolations(tree),
    ]),
  ]
}

/** The tables that a statement reads or writes, without their schema. */
export function tablesOf(text: string): ReadonlySet<string> {
  const levels = queryLevels(parseSync(text))
  return new Set(
    levels.flatMap(({ kind, fields, relations }) => [
      ...relations.map((it) => it.table),
      ...(kind === 'insert' ? [textOf(fieldsOf(fields.relation).relname)] : []),
    ]),
  )
}

function tenantViolations(levels: readonly QueryLevel[], rules: StatementRules): string[] {
  const inserts = levels.flatMap((level) => insertInto(level, levels, rules))
  const tables = levels.flatMap((level) =>
    tenantRelations(level, rules).map((relation) => ({
      level,
      relation,
      parameter: tieOf(relation, level, rules),
    })),
  )
  const untied = tables.filter(({ parameter }) => parameter === null)
  const parameters = new Set([
    ...tables.flatMap(({ parameter }) => (parameter === null ? [] : [parameter])),
    ...inserts.flatMap((each) => each.parameters),
  ])
  return [
    ...inserts.flatMap((each) => each.violations),
    ...untied.flatMap(({ level, relation }) => untiedViolations(level, relation, rules)),
    ...(parameters.size > 1
      ? ['its tables are tied to different parameters: one statement serves one tenant']
      : []),
  ]
}

function untiedViolations(level: QueryLevel, relation: Relation, rules: StatementRules): string[] {
  if (rules.mayCrossTenants !== true) {
    return [
      `${relation.table} is not tied to the tenant: say ${relation.alias}.tenant_id = $1 in its own query`,
    ]
  }
  return level.fields.lockingClause === undefined ? [] : [`${relation.table} is locked across tenants`]
}

function insertInto(level: QueryLevel, levels: readonly QueryLevel[], rules: StatementRules) {
  const table = textOf(fieldsOf(level.fields.relation).relname)
  if (level.kind !== 'insert' || !rules.tenantTables.has(table)) return []
  const source = nodeIn(level.fields.selectStmt)?.fields
  const select = levels.find((each) => each.fields === source)
  return [insertFindings(level, table, select)]
}

/** The parameter that ties a table in its own level. A bare `tenant_id` means the only table that has one. */
function tieOf(relation: Relation, level: QueryLevel, rules: StatementRules): number | null {
  const isAlone = tenantRelations(level, rules).length === 1
  const tie = level.ties.find(
    ({ alias, reach }) =>
      (alias === null ? isAlone : alias === relation.alias) && reach.includes(relation.alias),
  )
  return tie?.parameter ?? null
}

function tenantRelations(level: QueryLevel, rules: StatementRules): readonly Relation[] {
  return level.relations.filter((each) => rules.tenantTables.has(each.table))
}

/** A row never moves to another tenant. */
function keyViolations(level: QueryLevel): string[] {
  const conflict = fieldsOf(level.fields.onConflictClause)
  const changes = level.kind === 'update' ? listOf(level.fields.targetList) : listOf(conflict.targetList)
  const isChanged = changes.some((each) => nodeIn(each)?.fields.name === 'tenant_id')
  return isChanged ? ['changes tenant_id'] : []
}

function parsed(text: string): readonly unknown[] | string {
  try {
    return listOf(fieldsOf(parseSync(text)).stmts)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

type InsertFindings = {
  readonly violations: readonly string[]
  /** The parameters that a list of values gives as the tenant. */
  readonly parameters: readonly number[]
}

/**
 * A batch stays on one node in two forms: rows of values that all name `$n` as the tenant, or a select from a table
 * of the tenant that passes on that table's tenant_id.
 */
function insertFindings(level: QueryLevel, table: string, select: QueryLevel | undefined): InsertFindings {
  const columns = listOf(level.fields.cols).map((each) => textOf(nodeIn(each)?.fields.name))
  const position = columns.indexOf('tenant_id')
  if (position < 0) return broken(`insert into ${table} does not name tenant_id among its columns`)
  if (level.fields.withClause !== undefined)
    return broken(`insert into ${table} follows a with: send it alone`)
  if (level.isInWith) return broken(`insert into ${table} is inside a with: send it alone`)
  if (select === undefined) return broken(`insert into ${table} has no rows`)
  const rows = listOf(select.fields.valuesLists)
  return rows.length > 0 ? valuesFindings(table, rows, position) : selectFindings(table, select, position)
}

function valuesFindings(table: string, rows: readonly unknown[], position: number): InsertFindings {
  if (allTagged(rows, 'SubLink').length > 0)
    return broken(`insert into ${table} has a subquery among its values`)
  const parameters = rows.map((row) => parameterIn(listOf(nodeIn(row)?.fields.items)[position]))
  const given = parameters.filter((each) => each !== null)
  if (given.length < rows.length)
    return broken(`insert into ${table} has a row whose tenant_id is no parameter`)
  return { violations: [], parameters: given }
}

function selectFindings(table: string, select: QueryLevel, position: number): InsertFindings {
  if (select.fields.op !== 'SETOP_NONE') return broken(`insert into ${table} selects from a union`)
  if (hasAny(select.fields, ['limitCount', 'limitOffset', 'withClause'])) {
    return broken(`insert into ${table} selects with a limit or a with: it would leave the tenant's node`)
  }
  const column = tenantColumnIn(fieldsOf(nodeIn(listOf(select.fields.targetList)[position])?.fields).val)
  const isPassedOn = column?.alias != null && select.relations.some((each) => each.alias === column.alias)
  if (!isPassedOn || !select.ties.some((tie: Tie) => tie.alias === column.alias)) {
    return broken(`insert into ${table} must take tenant_id from a table of the tenant in its from`)
  }
  return { violations: [], parameters: [] }
}

function hasAny(fields: Fields, names: readonly string[]): boolean {
  return names.some((name) => fields[name] !== undefined)
}

function broken(violation: string): InsertFindings {
  return { violations: [violation], parameters: [] }
}

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

/** Functions that each node of a distributed PostgreSQL would run on its own. */
const localFunctions: Readonly<Record<string, string>> = {
  set_config: 'set_config is not passed on to other nodes: call app.set_tenant',
  pg_advisory_lock: 'advisory locks hold on one node only: lock a row',
  pg_advisory_xact_lock: 'advisory locks hold on one node only: lock a row',
  pg_try_advisory_lock: 'advisory locks hold on one node only: lock a row',
  pg_try_advisory_xact_lock: 'advisory locks hold on one node only: lock a row',
}

/** Functions in any place of a statement that a distributed PostgreSQL refuses. */
function callViolations(statement: unknown): string[] {
  return calls(statement).flatMap((name) => {
    if (volatileFunctions.has(name)) return [`${name}() is volatile: pass its value as a parameter`]
    const local = localFunctions[name]
    return local === undefined ? [] : [local]
  })
}

/** Non-constant functions where a write may not have them: its own parts only, levels inside it included. */
function writeViolations(level: QueryLevel): string[] {
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
