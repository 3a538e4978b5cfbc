import type { Database } from '../../engine/driver/database.ts'
import type { DirectoryTx } from '../../engine/driver/directory-tx.ts'
import { isoTime } from '../../engine/driver/rows.ts'
import { statement } from '../../engine/driver/statement.ts'
import type { Tables } from '../../engine/tables.generated.ts'

/**
 * A secret key's mark, and the key itself encrypted under the current one where it is still needed. `id` is `current`; `rotating`
 * for the key that a rotation leads away from, until it has ended; `marks` for the key of the marks of erased people; `hook <mark>`
 * for that of notification URLs.
 */
export type SecretKeyRow = Tables['secret_key']

const all = statement(
  'secret_key.all',
  "select id, mark, secret_box, changed_at from secret_key where id >= ''",
)

/** All of them: a handful. */
export function listSecretKeys(db: Database): Promise<SecretKeyRow[]> {
  return db.query<SecretKeyRow>(all, [])
}

const note = statement(
  'secret_key.insert',
  `
insert into secret_key (id, mark, changed_at)
values ('current', $1, $2)
on conflict (id) do nothing`,
)

/** Notes the mark of the first secret key; a mark that is there stays. */
export async function insertSecretKeyMark(db: Database, mark: string, now: number): Promise<void> {
  await db.query(note, [mark, isoTime(now)])
}

const replace = statement(
  'secret_key.replace',
  `
update secret_key
set mark = $1, changed_at = $2
where id = 'current'
  and mark <> $1
returning id`,
)

/** False when the mark was there already. */
export async function replaceSecretKeyMark(tx: DirectoryTx, mark: string, now: number): Promise<boolean> {
  return (await tx.rows(replace, [mark, isoTime(now)])).length === 1
}

const put = statement(
  'secret_key.put',
  `
insert into secret_key (id, mark, secret_box, changed_at)
values ($1, $2, $3, $4)
on conflict (id) do update
set mark = excluded.mark, secret_box = excluded.secret_box, changed_at = excluded.changed_at`,
)

/** Adds a row, or replaces the one with its ID. */
export async function putSecretKey(tx: DirectoryTx, row: SecretKeyRow): Promise<void> {
  await tx.rows(put, [row.id, row.mark, row.secret_box, isoTime(row.changed_at)])
}

const remove = statement('secret_key.delete', 'delete from secret_key where id = $1')

export async function deleteSecretKey(tx: DirectoryTx, id: string): Promise<void> {
  await tx.rows(remove, [id])
}
