import { type Fields, fieldsOf, listOf, textOf, withoutCasts } from './syntax-tree.ts'

/** What is wrong with a column that is added to a table with rows in it. */
export function columnFindings(table: string, { colname, constraints }: Fields): string[] {
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

/** What is wrong with a constraint that is added to a table with rows in it. */
export function constraintFindings(table: string, constraint: Fields): string[] {
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
