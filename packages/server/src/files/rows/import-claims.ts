import { firstFrom } from '../../engine/driver/by-key.ts'
import { rowInsert, sendRows } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Tables } from '../../engine/tables.generated.ts'
import type { ImportId } from './imports.ts'

export type Claim = Pick<Tables['import_claim'], 'claim' | 'owner' | 'content'>

const find = statement(
  'import_claim.find',
  `
select x.claim, x.owner, x.content
from unnest($3::text[]) as asked(claim)
join lateral (
  select c.claim, c.owner, c.content
  from import_claim c
  where c.tenant_id = $1
    and ${firstFrom(['c.import_id', 'c.claim'], ['$2::uuid', 'asked.claim'])}
) as x on x.claim = asked.claim`,
)

/** Finds the claims that earlier rows of the file made. */
export async function findClaims(
  tx: TenantTx,
  importId: ImportId,
  claims: readonly string[],
): Promise<ReadonlyMap<string, Claim>> {
  if (claims.length === 0) return new Map()
  const rows = await tx.rows<Claim>(find, [importId, claims])
  return new Map(rows.map((row) => [row.claim, row]))
}

const insert = rowInsert('import_claim', {
  onConflict: 'on conflict (tenant_id, import_id, claim) do nothing',
})

export function insertClaims(tx: TenantTx, importId: ImportId, claims: readonly Claim[]): void {
  if (claims.length === 0) return
  sendRows(
    tx,
    insert,
    claims.map((it) => ({ ...it, import_id: importId })),
  )
}
