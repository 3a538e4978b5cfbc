import { arraysOf, type Columns, givenRows } from '@goodword/server/engine/driver/rows'
import type { ColumnType } from '@goodword/server/engine/driver/wire-values'

/** A statement with its values, and how many rows it must write. */
export type Write = {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
  readonly rows: number
}

type Types = Readonly<Record<string, ColumnType>>

/** The values of one item; times are in milliseconds. */
export type ItemOf<Given extends Types> = {
  readonly [Name in keyof Given]: Given[Name] extends 'timestamptz' ? number : string
}

/**
 * Makes statements that write rows for each item: `$1` is the tenant, then one array for each column of `u` that the statement
 * names. `types` has the PostgreSQL types of all of them.
 */
export function unnested<Given extends Types>(types: Given) {
  return (name: string, text: (rows: string) => string, rowsPerItem = 1) => {
    const named = new Set(text('').match(/(?<=\bu\.)\w+/g))
    const columns = Object.entries(types).filter(([column]) => named.has(column)) satisfies Columns
    const statement = text(givenRows(columns))
    return (tenantId: string, items: readonly ItemOf<Given>[]): Write => ({
      name: `ceiling.${name}`,
      text: statement,
      values: [tenantId, ...arraysOf(columns, items)],
      rows: items.length * rowsPerItem,
    })
  }
}
