import { statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'

export type ClickSalt = {
  readonly salt: Buffer
  /** The milliseconds for which it is that of the day. */
  readonly leftMs: number
}

const insert = statement(
  'click_salt.insert',
  `
insert into click_salt (tenant_id, day, salt)
values ($1, current_date, $2)
on conflict (tenant_id, day) do nothing`,
)

const ofToday = statement(
  'click_salt.find',
  `
select s.salt, (extract(epoch from s.day + interval '1 day' - now()) * 1000)::int8 as left_ms
from click_salt s
where s.tenant_id = $1
  and s.day = current_date`,
)

/** The salt of the day by the database’s clock: the one given, unless another process was first. */
export async function takeDailySalt(tx: TenantTx, fresh: Buffer): Promise<ClickSalt> {
  tx.write(insert, [fresh])
  const [row] = await tx.rows<{ salt: Buffer; left_ms: number }>(ofToday, [])
  if (row === undefined) throw new Error('salt of the day not found after insert')
  return { salt: row.salt, leftMs: row.left_ms }
}
