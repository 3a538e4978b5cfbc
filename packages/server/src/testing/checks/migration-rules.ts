import { loadModule, parseSync } from 'pgsql-parser'
import {
  allTagged,
  type Fields,
  fieldsOf,
  listOf,
  type Node,
  namesIn,
  nodeIn,
  textOf,
  withoutCasts,
} from './syntax-tree.ts'

await loadModule()

/**
 * The reasons why a migration cannot run beside a service at work, of the release before it, as sentences; none for
 * a valid one. Tables that the migration itself creates are not in use yet, so any change to them is allowed.
 */
export function migrationViolations(text: string): string[] {
  const nodes = statementsIn(text)
  const made = new Set(
    nodes.filter(({ tag }) => tag === 'CreateStmt').map(({ fields }) => tableIn(fields.relation)),
  )
  const findings = nodes.flatMap((node) => findingsOf(node, made))
  return [...new Set([...findings, ...findingsOfTheWhole(nodes, made)])]
}

function statementsIn(text: string): Node[] {
  const { stmts } = fieldsOf(parseSync(text))
  return listOf(stmts).flatMap((each) => nodeIn(fieldsOf(each).stmt) ?? [])
}

type Made = ReadonlySet<string>

/** Statements that need no look: they make something new, give rights, or read. */
const harmless = new Set([
  ...['CreateStmt', 'CreateFunctionStmt', 'CreatePolicyStmt', 'CreateRoleStmt', 'CreateSchemaStmt'],
  ...['CommentStmt', 'GrantStmt', 'GrantRoleStmt', 'SelectStmt', 'VariableSetStmt'],
])

function findingsOf({ tag, fields }: Node, made: Made): string[] {
  if (harmless.has(tag)) return []
  if (tag === 'AlterTableStmt') return made.has(tableIn(fields.relation)) ? [] : alterFindings(fields)
  if (tag === 'IndexStmt') return indexFindings(fields, made)
  if (tag === 'DropStmt') return dropFindings(fields)
  if (tag === 'RenameStmt') return ['renames something that the release before still calls by its old name']
  if (tag === 'DoStmt') return blockFindings(fields)
  const table = tableIn(fields.relation)
  if (tag === 'InsertStmt' && made.has(table)) return []
  if (changesOfRows.has(tag))
    return [`changes rows of ${table}, which stay locked until the whole migration ends`]
  return [`holds a ${tag}, of which nothing is known here`]
}

const changesOfRows = new Set(['InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'])

function alterFindings({ relation, cmds }: Fields): string[] {
  const table = tableIn(relation)
  const commands = allTagged(cmds, 'AlterTableCmd')
  const adds = commands.some((it) => textOf(it.subtype) === 'AT_AddConstraint')
  return [
    ...(adds && commands.length > 1
      ? [
          `adds a constraint of ${table} together with other changes, which Citus refuses: let it be a statement of its own`,
        ]
      : []),
    ...commands.flatMap((command) => commandFindings(table, command)),
  ]
}

function commandFindings(table: string, { subtype, name, def }: Fields): string[] {
  switch (textOf(subtype)) {
    case 'AT_AddColumn':
      return columnFindings(table, fieldsOf(fieldsOf(def).ColumnDef))
    case 'AT_AddConstraint':
      return constraintFindings(table, fieldsOf(fieldsOf(def).Constraint))
    case 'AT_ColumnDefault':
    case 'AT_DropNotNull':
    case 'AT_DropConstraint':
    case 'AT_ValidateConstraint':
      return []
    case 'AT_DropColumn':
      return [`drops ${table}.${textOf(name)}, which the release before still reads`]
    case 'AT_AlterColumnType':
      return [`changes the type of ${table}.${textOf(name)}, which rewrites the table while it is locked`]
    case 'AT_SetNotNull':
      return [
        `makes ${table}.${textOf(name)} not null, which reads the whole table while writes are blocked: ` +
          'add a check "not valid", and validate it in the next migration',
      ]
    default:
      return [`alters ${table} by ${textOf(subtype)}, of which nothing is known here`]
  }
}

function indexFindings({ relation, concurrent }: Fields, made: Made): string[] {
  const table = tableIn(relation)
  if (concurrent === true || made.has(table)) return []
  return [
    `builds an index on ${table} while writes are blocked: create it concurrently, in a file of its own`,
  ]
}

function dropFindings({ removeType, concurrent, objects }: Fields): string[] {
  if (removeType === 'OBJECT_INDEX' && concurrent === true) return []
  if (removeType === 'OBJECT_INDEX') return ['drops an index while its table is locked: drop it concurrently']
  const names = listOf(objects).map((each) => namesIn(fieldsOf(fieldsOf(each).List).items).join('.'))
  return [`drops ${names.join(', ')}, which the release before still uses`]
}

/** A block is text to the parser, so it may only do what cannot hurt: a loop that makes policies, say. */
function blockFindings({ args }: Fields): string[] {
  const code = allTagged(args, 'String')
    .map((it) => textOf(it.sval).toLowerCase())
    .join('\n')
  const found = code.match(
    /\b(alter table(?!\s+\S+\s+enable row level security)|create (unique )?index|drop|(?<!grant )update|delete|truncate)\b/,
  )
  return found === null ? [] : [`hides "${found[0]}" in a block, where no check sees it`]
}

function findingsOfTheWhole(nodes: readonly Node[], made: Made): string[] {
  const apart = nodes.filter(({ fields }) => fields.concurrent === true)
  if (apart.length > 0) {
    const isPlain = apart.length === nodes.length && isRepeatable(apart)
    return isPlain
      ? []
      : [
          'is run outside of a transaction, because of an index built concurrently, and may be cut off anywhere: let it ' +
            'hold nothing but "drop index concurrently if exists" and then "create index concurrently" of that name',
        ]
  }
  // One statement may have to lock two tables, as a foreign key does; two statements need not be in one transaction.
  const locking = nodes
    .map((node) => lockedBy(node).filter((it) => !made.has(it)))
    .filter((it) => it.length > 0)
  const touched = new Set(locking.flat())
  const validates = allTagged(
    nodes.map(({ fields }) => fields),
    'AlterTableCmd',
  ).map((it) => it.subtype)
  return [
    ...(locking.length > 1 && touched.size > 1
      ? [
          `locks ${[...touched].sort().join(' and ')}: the first stays locked while the second is waited for; part it`,
        ]
      : []),
    ...(validates.includes('AT_ValidateConstraint') && validates.length > 1
      ? ['validates a constraint under the lock of its other changes: part it']
      : []),
  ]
}

/** An interrupted build leaves an invalid index; the next attempt must begin by dropping it. */
function isRepeatable(nodes: readonly Node[]): boolean {
  const dropped = new Set<string>()
  for (const { tag, fields } of nodes) {
    if (tag === 'DropStmt' && fields.missing_ok === true) {
      for (const each of listOf(fields.objects)) {
        dropped.add(namesIn(fieldsOf(fieldsOf(each).List).items).at(-1) ?? '')
      }
    } else if (tag !== 'IndexStmt' || !dropped.has(textOf(fields.idxname))) return false
  }
  return true
}

/** Tables that a statement keeps from others until the end of the transaction. */
function lockedBy({ tag, fields }: Node): string[] {
  const referenced = allTagged(fields, 'Constraint').flatMap(({ pktable }) => tableIn(pktable) || [])
  if (tag === 'CreatePolicyStmt') return [tableIn(fields.table)]
  if (tag === 'AlterTableStmt') return [tableIn(fields.relation), ...referenced]
  return tag === 'CreateStmt' ? referenced : []
}

function tableIn(relation: unknown): string {
  return textOf(fieldsOf(relation).relname)
}

/** The faults of a column that is added to a table with rows in it. */
function columnFindings(table: string, { colname, constraints }: Fields): string[] {
  const column = `${table}.${textOf(colname)}`
  const kinds = new Map(
    listOf(constraints).map((each) => {
      const constraint = fieldsOf(fieldsOf(each).Constraint)
      return [textOf(constraint.contype), constraint]
    }),
  )
  const standard = kinds.get('CONSTR_DEFAULT')
  const isConstant = standard === undefined || withoutCasts(standard.raw_expr)?.tag === 'A_Const'
  return [
    ...(isConstant ? [] : [`adds ${column} with a default that is no constant, which may rewrite the table`]),
    ...(kinds.has('CONSTR_NOTNULL') && standard === undefined
      ? [`adds ${column} not null and without a default, and the release before leaves it out of its rows`]
      : []),
    ...[...kinds.keys()]
      .filter((kind) => !['CONSTR_DEFAULT', 'CONSTR_NOTNULL', 'CONSTR_NULL'].includes(kind))
      .map(
        () =>
          `adds ${column} with a constraint, which is checked while writes are blocked: add it "not valid" separately`,
      ),
  ]
}

/** The faults of a constraint that is added to a table with rows in it. */
function constraintFindings(table: string, constraint: Fields): string[] {
  const name = `${textOf(constraint.conname) || 'a constraint'} of ${table}`
  switch (textOf(constraint.contype)) {
    case 'CONSTR_CHECK':
    case 'CONSTR_FOREIGN':
      return constraint.skip_validation === true
        ? []
        : [
            `adds ${name} and checks every row while writes are blocked: add it "not valid", and validate it in the next migration`,
          ]
    case 'CONSTR_UNIQUE':
    case 'CONSTR_PRIMARY':
      return textOf(constraint.indexname) !== ''
        ? []
        : [
            `adds ${name} and builds its index while writes are blocked: create the index concurrently, then add it "using index"`,
          ]
    default:
      return [`adds ${name} in a way that reads the whole table while writes are blocked`]
  }
}
