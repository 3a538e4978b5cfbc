/**
 * SQL that selects the rows of one value of a column, as the last condition of a lateral subquery; `tenant_id = $1`
 * stands before it. With `column = value` the planner may take any index of the table and test every row of the tenant:
 * on a table without statistics all of them cost the same. Only the column's own index has the rows in the order of the
 * column, so this form has one plan.
 */
export function byKey(column: string, value: string): string {
  return `${column} between ${value} and ${value}
    order by ${column}`
}
