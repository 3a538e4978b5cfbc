import type { ErasedPerson } from '../backups/erased-people-file.ts'
import type { DatabaseAddress } from '../driver/database.ts'
import { asOwnerAlone } from '../driver/owner-client.ts'

/** The people of all tenants who were erased and not stored again since, read as the owner. */
export function listErasedPeople(address: DatabaseAddress): Promise<readonly ErasedPerson[]> {
  return asOwnerAlone(address, async (client) => {
    // A user with the rights of one tenant would see no rows: this fails instead.
    await client.query('set row_security = off')
    const { rows } = await client.query<{ tenant_id: string; mark: string; erased_at: Date }>(
      `select tenant_id, mark, erased_at from app.erased_mark where kind = 'PERSON'`,
    )
    return rows.map((it) => ({ tenantId: it.tenant_id, mark: it.mark, erasedAt: it.erased_at.getTime() }))
  })
}
