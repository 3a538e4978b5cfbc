import {
  type Fields,
  fieldsOf,
  listOf,
  type Node,
  namesIn,
  nodeIn,
  parameterIn,
  textOf,
  withoutCasts,
} from './syntax-tree.ts'

export type Relation = { readonly table: string; readonly alias: string }

/** A condition `alias.tenant_id = $n` and the relations it holds for; without an alias it names none of them. */
export type Tie = {
  readonly alias: string | null
  readonly parameter: number
  readonly reach: readonly string[]
}

/** A select, insert, update or delete with the tables it names itself; those inside it are levels of their own. */
export type QueryLevel = {
  readonly kind: 'select' | 'insert' | 'update' | 'delete'
  readonly fields: Fields
  readonly relations: readonly Relation[]
  readonly ties: readonly Tie[]
  readonly isInWith: boolean
}

const kinds: Readonly<Record<string, QueryLevel['kind']>> = {
  SelectStmt: 'select',
  InsertStmt: 'insert',
  UpdateStmt: 'update',
  DeleteStmt: 'delete',
}

export function isQuery(node: Node): boolean {
  return node.tag in kinds
}

/** Every query level of a statement, the outermost last among those it contains in `with`. */
export function queryLevels(statement: unknown): QueryLevel[] {
  const levels: QueryLevel[] = []
  visit(statement, new Set(), false)
  return levels

  function visit(value: unknown, withNames: ReadonlySet<string>, isInWith: boolean): void {
    if (Array.isArray(value)) {
      for (const each of value) visit(each, withNames, isInWith)
      return
    }
    const node = nodeIn(value)
    const kind = node === null ? undefined : kinds[node.tag]
    if (node !== null && kind !== undefined) {
      visitLevel(kind, node.fields, withNames, isInWith)
      return
    }
    visitFields(fieldsOf(value), withNames, isInWith)
  }

  function visitFields(fields: Fields, withNames: ReadonlySet<string>, isInWith: boolean): void {
    for (const [name, child] of Object.entries(fields)) {
      // The two sides of a union come without the wrapper that names their kind.
      const isBareSelect = (name === 'larg' || name === 'rarg') && nodeIn(child) === null
      if (isBareSelect) visitLevel('select', fieldsOf(child), withNames, isInWith)
      else visit(child, withNames, isInWith)
    }
  }

  function visitLevel(
    kind: QueryLevel['kind'],
    fields: Fields,
    outerNames: ReadonlySet<string>,
    isInWith: boolean,
  ): void {
    const { withClause, ...rest } = fields
    const withNames = new Set(outerNames)
    for (const each of listOf(fieldsOf(withClause).ctes)) {
      const query = fieldsOf(nodeIn(each)?.fields)
      const name = textOf(query.ctename)
      if (fieldsOf(withClause).recursive === true) withNames.add(name)
      visit(query.ctequery, withNames, true)
      withNames.add(name)
    }
    levels.push({ kind, fields, isInWith, ...readSources(kind, rest, withNames) })
    visitFields(rest, withNames, isInWith)
  }
}

function readSources(
  kind: QueryLevel['kind'],
  fields: Fields,
  withNames: ReadonlySet<string>,
): Pick<QueryLevel, 'relations' | 'ties'> {
  const relations: Relation[] = []
  const ties: Tie[] = []
  const target = kind === 'update' || kind === 'delete' ? [{ RangeVar: fields.relation }] : []
  const sources = [...target, ...listOf(fields.fromClause), ...listOf(fields.usingClause)]
  const reach = sources.flatMap(readSource)
  ties.push(...tiesIn(fields.whereClause, reach))
  return { relations, ties }

  /** Notes the tables and join conditions of one item of `from`; returns the names under which it can be used. */
  function readSource(source: unknown): string[] {
    const node = nodeIn(source)
    if (node === null) return []
    if (node.tag === 'JoinExpr') return readJoin(node.fields)
    const alias = textOf(fieldsOf(node.fields.alias).aliasname)
    if (node.tag !== 'RangeVar') return [alias]
    const table = textOf(node.fields.relname)
    const schema = textOf(node.fields.schemaname)
    const isTable = schema === 'app' || (schema === '' && !withNames.has(table))
    const name = alias === '' ? table : alias
    if (isTable) relations.push({ table, alias: name })
    return [name]
  }

  /** The condition of an outer join filters its nullable side alone; that of a full join filters none. */
  function readJoin(join: Fields): string[] {
    const left = readSource(join.larg)
    const right = readSource(join.rarg)
    const filtered: Readonly<Record<string, string[]>> = {
      JOIN_INNER: [...left, ...right],
      JOIN_LEFT: right,
      JOIN_RIGHT: left,
    }
    ties.push(...tiesIn(join.quals, filtered[textOf(join.jointype)] ?? []))
    return [...left, ...right]
  }
}

function tiesIn(condition: unknown, reach: readonly string[]): Tie[] {
  const node = nodeIn(condition)
  if (node?.tag === 'BoolExpr' && node.fields.boolop === 'AND_EXPR') {
    return listOf(node.fields.args).flatMap((each) => tiesIn(each, reach))
  }
  const isEquality =
    node?.tag === 'A_Expr' && node.fields.kind === 'AEXPR_OP' && namesIn(node.fields.name).join() === '='
  if (!isEquality) return []
  const sides = [node.fields.lexpr, node.fields.rexpr]
  const parameter = sides.map(parameterIn).find((each) => each !== null) ?? null
  const column = sides.map(tenantColumnIn).find((each) => each !== null) ?? null
  return parameter === null || column === null ? [] : [{ ...column, parameter, reach }]
}

/** The table an expression takes `tenant_id` from, null when it names none; or null when it is something else. */
export function tenantColumnIn(expression: unknown): { readonly alias: string | null } | null {
  const node = withoutCasts(expression)
  if (node?.tag !== 'ColumnRef') return null
  const names = namesIn(node.fields.fields)
  return names.at(-1) === 'tenant_id' ? { alias: names.at(-2) ?? null } : null
}
