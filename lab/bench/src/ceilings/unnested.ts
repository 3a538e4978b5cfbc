import { arraysOf, type Columns, givenRows } from '@goodword/server/engine/driver/rows'
import type { ColumnType } from '@goodword/server/engine/driver/wire-values'

/** A statement with its values, and how many rows it must write. */
export type Write = {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  readonly rows: number
}

/**
 * A statement that writes rows for each item: `$1` is the tenant, then one array for each column of `u`, which `types`
 * names with their PostgreSQL types. The items' own fields fit the types that stand beside their names.
 */
export function unnested<Item extends object>(
  name: string,
  types: Readonly<Partial<Record<Extract<keyof Item, string>, ColumnType>>>,
  text: (rows: string) => string,
  rowsPerItem = 1,
): (tenantId: string, items: readonly Item[]) => Write {
  const columns = Object.entries(types) as unknown as Columns
  const statement = text(givenRows(columns))
  return (tenantId, items) => ({
    name: `ceiling.${name}`,
    text: statement,
    values: [tenantId, ...arraysOf(columns, items)],
    rows: items.length * rowsPerItem,
  })
}
