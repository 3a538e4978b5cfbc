import { statement } from '../driver/statement.ts'
import type { TenantTx } from '../driver/tenant-tx.ts'
import type { IdRange } from './id-range.ts'
import type { List } from './list.ts'

/** Reads the next rows of a range, oldest first. The next call continues after the ID of the last one. */
export type Walk<Row> = (tx: TenantTx, range: IdRange, limit: number) => Promise<Row[]>

/**
 * Makes the statement that walks over all rows of a table in the order of their IDs. Every row that is there when the walk
 * begins is read once, whatever is added meanwhile.
 */
export function walkOf<Row>({ name, select, table, alias, joins }: Omit<List, 'filters'>): Walk<Row> {
  const walk = statement(
    `${name}.walk`,
    `
select ${select}
from (
  select ${alias}.*
  from ${table} ${alias}
  where ${alias}.tenant_id = $1
    and ${alias}.id > $2::uuid
    and ${alias}.id <= $3::uuid
  order by ${alias}.id
  limit $4
) as ${alias}
${joins}
order by ${alias}.id`,
  )
  return (tx, { after, until }, limit) => tx.rows<Row>(walk, [after, until, limit])
}
