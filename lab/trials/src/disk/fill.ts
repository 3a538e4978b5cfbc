import type { DatabaseAddress } from '@goodword/server/engine/driver/database'
import { asOwner } from '../crash/database-faults.ts'

/** Four rows of this length leave no room on a page for a fifth, nor for a real one. */
const TEXT_LENGTH = 1900
const ROWS_ON_A_PAGE = 4
const PAGE_BYTES = 8192

/** Lets the table of events grow to this many bytes, by rows of a tenant that does not exist. */
export async function fillEvents(address: DatabaseAddress, bytes: number): Promise<void> {
  const text = `
    insert into app.event (tenant_id, id, account_id, type, reason, actor, created_at)
    select 'filler', gen_random_uuid(), gen_random_uuid(), 'filler', repeat('x', $1), 'server', now()
    from generate_series(1, $2)`
  const rows = Math.floor(bytes / PAGE_BYTES) * ROWS_ON_A_PAGE
  await asOwner(address, (owner) => owner.query({ name: '', text }, [TEXT_LENGTH, rows]))
}
