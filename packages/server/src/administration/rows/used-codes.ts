import type { StaffId } from '@goodword/domain/values/ids'
import type { DirectoryTx } from '../../engine/driver/directory-tx.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'

const forget = statement(
  'staff_used_code.delete_old',
  'delete from staff_used_code where staff_id = $1 and used_at <= $2',
)
const add = statement(
  'staff_used_code.insert',
  `
insert into staff_used_code (staff_id, code_hash, used_at)
values ($1, $2, $3)
on conflict (staff_id, code_hash) do nothing
returning staff_id`,
)

/** Notes the use of a code; false when it was used since `since`. */
export async function insertUsedCode(
  tx: DirectoryTx,
  { staffId, hash, now, since }: { staffId: StaffId; hash: Buffer; now: number; since: number },
): Promise<boolean> {
  await tx.rows(forget, [staffId, isoTime(since)])
  return (await tx.rows(add, [staffId, hash, isoTime(now)])).length === 1
}
