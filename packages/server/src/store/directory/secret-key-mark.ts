import type { Database } from '../driver/database.ts'
import type { DirectoryTx } from '../driver/directory-tx.ts'
import { isoTime } from '../driver/rows.ts'
import { statement } from '../driver/statement.ts'

const present = statement('secret_key.find', "select mark from secret_key where id = 'current'")

/** The mark of the secret key that the database was set up with; null when none was noted yet. */
export async function findSecretKeyMark(db: Database): Promise<string | null> {
  const [row] = await db.query<{ mark: string }>(present, [])
  return row?.mark ?? null
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
