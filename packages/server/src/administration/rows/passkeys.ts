import type { StaffId } from '@goodword/domain/values/ids'
import type { Database } from '../../engine/driver/database.ts'
import { statement } from '../../engine/driver/statement.ts'

const ofStaff = statement(
  'staff_passkey.list',
  `
select p.id, p.name, p.created_at
from staff_passkey p
where p.staff_id = $1
order by p.created_at, p.id`,
)

export type PasskeyRow = { id: string; name: string | null; created_at: number | null }

export function listPasskeys(db: Database, staffId: StaffId): Promise<PasskeyRow[]> {
  return db.query<PasskeyRow>(ofStaff, [staffId])
}

const remove = statement('staff_passkey.delete', 'delete from staff_passkey where staff_id = $1 and id = $2')

export async function deletePasskey(db: Database, staffId: StaffId, id: string): Promise<void> {
  await db.query(remove, [staffId, id])
}
