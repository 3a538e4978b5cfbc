import { createHash } from 'node:crypto'
import type pg from 'pg'
import { quoted } from './backup-tables.ts'

/** How many rows there are, and what they contain, whatever their order. */
export type RowDigest = { readonly rows: number; readonly sum: bigint }

export const noRows: RowDigest = { rows: 0, sum: 0n }

/** Sixty bits of the SHA-256 of each row are added up. */
export function withRow({ rows, sum }: RowDigest, row: string): RowDigest {
  const hash = createHash('sha256').update(row).digest('hex').slice(0, 15)
  return { rows: rows + 1, sum: sum + BigInt(`0x${hash}`) }
}

/** The digest of all rows of a table, which the database adds up. */
export async function readRowDigest(client: pg.ClientBase, table: string): Promise<RowDigest> {
  const { rows } = await client.query<{ rows: string; sum: string }>(`
    select count(*)::text as rows,
      coalesce(sum(('x' || left(encode(sha256(convert_to(t::text, 'UTF8')), 'hex'), 15))::bit(60)::int8), 0)::text as sum
    from ${quoted(table)} t`)
  const [found] = rows
  if (found === undefined) throw new Error('an aggregate returned no row')
  return { rows: Number(found.rows), sum: BigInt(found.sum) }
}
