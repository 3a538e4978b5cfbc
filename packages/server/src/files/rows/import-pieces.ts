import { byKey, firstFrom } from '../../engine/driver/by-key.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { ImportId } from './imports.ts'

const insert = statement(
  'import_piece.insert',
  `
insert into import_piece (tenant_id, import_id, number, body)
values ($1, $2, $3, $4)
on conflict (tenant_id, import_id, number) do nothing`,
)

/** Stores a compressed piece of a file. */
export function insertPiece(
  tx: TenantTx,
  importId: ImportId,
  { number, body }: { readonly number: number; readonly body: Buffer },
): void {
  tx.write(insert, [importId, number, body])
}

const load = statement(
  'import_piece.load',
  `
select x.number, x.body
from import_piece x
where x.tenant_id = $1
  and ${firstFrom(['x.import_id', 'x.number'], ['$2::uuid', '$3::int4'])}`,
)

/** A compressed piece of a file; null when it is not there. */
export async function loadPiece(tx: TenantTx, importId: ImportId, number: number): Promise<Buffer | null> {
  const [row] = await tx.rows<{ number: number; body: Buffer }>(load, [importId, number])
  return row?.number === number ? row.body : null
}

const counted = statement(
  'import_piece.count',
  `
select count(*) as pieces
from (
  select
  from import_piece x
  where x.tenant_id = $1
    and ${byKey('x.import_id', '$2')}
) as piece`,
)

export async function countPieces(tx: TenantTx, importId: ImportId): Promise<number> {
  const [row] = await tx.rows<{ pieces: number }>(counted, [importId])
  return row?.pieces ?? 0
}

/** SQL that deletes up to `$3` rows of an import from one of its tables. */
const deleteSome = (table: string, key: string) => `
delete from ${table} x
where x.tenant_id = $1
  and x.ctid in (
    select y.ctid
    from ${table} y
    where y.tenant_id = $1
      and y.import_id between $2 and $2
    order by y.import_id, y.${key}
    limit $3
  )
returning x.import_id`

const deletePieces = statement('import_piece.delete', deleteSome('import_piece', 'number'))
const deleteErrors = statement('import_error.delete', deleteSome('import_error', 'number'))
const deleteClaims = statement('import_claim.delete', deleteSome('import_claim', 'claim'))

const deletions = { pieces: deletePieces, errors: deleteErrors, claims: deleteClaims } as const

/** The parts of an import: its file, the errors of its rows, and the claims of a dry run. */
export type PartOfImport = keyof typeof deletions

/** Deletes up to `most` rows of one of them; returns how many. */
export async function deletePartOfImport(
  tx: TenantTx,
  part: PartOfImport,
  importId: ImportId,
  most: number,
): Promise<number> {
  return (await tx.rows(deletions[part], [importId, most])).length
}
