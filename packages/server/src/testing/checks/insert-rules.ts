import { type QueryLevel, type Tie, tenantColumnIn } from './query-levels.ts'
import { allTagged, type Fields, fieldsOf, listOf, nodeIn, parameterIn, textOf } from './syntax-tree.ts'

type InsertFindings = {
  readonly violations: readonly string[]
  /** The parameters that a list of values gives as the tenant. */
  readonly parameters: readonly number[]
}

/**
 * A batch stays on one node in two forms: rows of values that all name `$n` as the tenant, or a select from a table
 * of the tenant that passes on that table's tenant_id.
 */
export function insertFindings(
  level: QueryLevel,
  table: string,
  select: QueryLevel | undefined,
): InsertFindings {
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
