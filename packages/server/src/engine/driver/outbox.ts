import { statement } from './statement.ts'
import type { TenantTx } from './tenant-tx.ts'
import { binaryArray } from './wire-values.ts'

/** Ids of rows that a transaction has inserted, for who takes each of them once after its commit. */
export type Outbox<Id extends string> = {
  /** Puts ids into it: one narrow row, however many they are. All of them have the same time. */
  readonly insert: (tx: Pick<TenantTx, 'write'>, ids: readonly Id[]) => void
  /** Takes the next ids out, about `most` of them; empty if there are none. Only one transaction of a tenant does so at a time. */
  readonly take: (tx: TenantTx, most: number) => Promise<Id[]>
  /** The ids of the same time as the first and the last of these, which are in order, and of all times in between. */
  readonly waitingAmong: (tx: TenantTx, ids: readonly Id[]) => Promise<ReadonlySet<Id>>
}

/** IDs are taken by whole rows, so a row is not larger than the number taken at a time. */
const MAX_ROW = 500

/** Makes the statements of a table whose column holds the ids, as an array. */
export function outbox<Id extends string>(table: string, column: string): Outbox<Id> {
  const insert = statement(
    `${table}.insert`,
    `
insert into ${table} (tenant_id, id, ${column}, queued_at)
values ($1, $2, $3, now())`,
  )
  const take = statement(
    `${table}.take`,
    `
delete from ${table} x
using (
  select w.place
  from (
    select y.ctid as place,
      sum(cardinality(y.ids)) over (order by y.id rows between unbounded preceding and 1 preceding) as before
    from (
      select o.ctid, o.id, o.${column} as ids
      from ${table} o
      where o.tenant_id = $1
      order by o.id
      limit $2
    ) as y
  ) as w
  where coalesce(w.before, 0) < $2
) as due
where x.tenant_id = $1
  and x.ctid = due.place
returning x.${column} as ids`,
  )
  const between = statement(
    `${table}.between`,
    `
select o.${column} as ids
from ${table} o
where o.tenant_id = $1
  and o.id between $2::uuid and $3::uuid`,
  )
  return {
    insert(tx, ids) {
      for (let start = 0; start < ids.length; start += MAX_ROW) {
        const some = ids.slice(start, start + MAX_ROW)
        tx.write(insert, [some[0], binaryArray('uuid', some)], 1)
      }
    },
    async take(tx, most) {
      const rows = await tx.rows<{ ids: Id[] }>(take, [most])
      return rows.flatMap((row) => row.ids)
    },
    async waitingAmong(tx, ids) {
      const [first, last] = [ids.at(0), ids.at(-1)]
      if (first === undefined || last === undefined) return new Set()
      const ends = [`${first.slice(0, 14)}${FIRST_REST}`, `${last.slice(0, 14)}${LAST_REST}`]
      const rows = await tx.rows<{ ids: Id[] }>(between, ends)
      return new Set(rows.flatMap((row) => row.ids))
    },
  }
}

// The first 48 bits of a uuid of version 7 are its time.
const FIRST_REST = '0000-0000-000000000000'
const LAST_REST = 'ffff-ffff-ffffffffffff'
