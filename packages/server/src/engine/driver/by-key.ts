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

/**
 * SQL that selects the first row from a value of the second column on, of those with a value of the first, as the end of a
 * lateral subquery. Who wants one value and no greater one says so beside the subquery: conditions on both ends of both
 * columns let the planner take another index of the first and scan all its rows. `then` are further columns of the order.
 */
export function firstFrom(
  columns: readonly [string, string],
  values: readonly [string, string],
  then = '',
): string {
  return `(${columns.join(', ')}) >= (${values.join(', ')})
    and ${columns[0]} <= ${values[0]}
  order by ${columns.join(', ')}${then === '' ? '' : `, ${then}`}
  limit 1`
}

/**
 * SQL that joins the rows of a table (`account a`) whose column (`id`) has a value, by the one possible plan; of these rows
 * those that meet `condition`.
 */
export function joinByKey(table: string, column: string, value: string, condition = ''): string {
  return `cross join ${lateralByKey(table, column, value, condition)}`
}

/** Joins as `joinByKey` does, and keeps rows without a match. */
export function leftJoinByKey(table: string, column: string, value: string, condition = ''): string {
  return `left join ${lateralByKey(table, column, value, condition)} on true`
}

function lateralByKey(table: string, column: string, value: string, condition: string): string {
  const alias = table.slice(table.indexOf(' ') + 1)
  return `lateral (
  select ${alias}.*
  from ${table}
  where ${alias}.tenant_id = $1${
    condition === ''
      ? ''
      : `
    and ${condition}`
  }
    and ${byKey(`${alias}.${column}`, value)}
) as ${alias}`
}

/**
 * SQL of the one row `x` of a table that meets a condition on `y`, as a condition of an update or delete: the plan of one by key is not
 * certain on a table without statistics.
 */
export function byCtid(table: string, condition: string): string {
  return `x.tenant_id = $1
  and x.ctid = (
    select y.ctid
    from ${table} y
    where y.tenant_id = $1
      and ${condition}
  )`
}

/** SQL that deletes the rows `x` of a table that meet a condition on `y`, which may end with an order, a limit and a lock. */
export function deleteByCtid(table: string, condition: string): string {
  return `delete from ${table} x
using (
  select y.ctid as place
  from ${table} y
  where y.tenant_id = $1
    and ${condition}
) as old
where x.tenant_id = $1
  and x.ctid = old.place`
}

/** SQL that selects rows of a table (`reward w`) by their IDs, which are `$2`. */
export function selectByIds(table: string, columns: string, joins = ''): string {
  return `
select ${columns}
from unnest($2::uuid[]) as asked(id)
${joinByKey(table, 'id', 'asked.id')}
${joins}`
}
