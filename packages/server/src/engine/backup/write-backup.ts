import type pg from 'pg'
import { hasCitus } from '../cluster/has-citus.ts'
import type { DatabaseAddress } from '../driver/database.ts'
import { asOwnerAlone } from '../driver/owner-client.ts'
import type { Progress } from '../foundation/progress.ts'
import { secretKeyMark } from '../secrets/secret-key-mark.ts'
import type { SecretKeys } from '../secrets/secret-keys.ts'
import { BackupError } from './backup-error.ts'
import { type BackupHead, type BackupLine, writeBackupFile } from './backup-file.ts'
import { type BackupTable, omittedTables, quoted, readTables } from './backup-tables.ts'
import { beginSnapshot } from './begin-snapshot.ts'

const onOneServer = `
select coalesce(sum(greatest(c.reltuples, 0)), 0)::float8 as rows
from pg_class c
where c.relnamespace = to_regnamespace('app')
  and c.relkind = 'r'
  and c.relpersistence = 'p'
  and c.relname <> all ($1)`

/** A shard is named after its table and its number. Each node has a copy of every table of the directory, which counts once. */
const onNodes = `
select coalesce(sum(s.rows), 0)::float8 as rows
from (
  select max(named.rows::float8) as rows
  from run_command_on_workers($$
    select coalesce(json_object_agg(c.relname, c.reltuples), '{}')
    from pg_class c
    where c.relnamespace = to_regnamespace('app')
      and c.relkind = 'r'
      and c.relpersistence = 'p'
      and c.reltuples > 0
  $$) node
  cross join json_each_text(case when node.success then node.result::json else '{}' end) named (shard, rows)
  where regexp_replace(named.shard, '_\\d+$', '') <> all ($1)
  group by named.shard
) s`

export type WrittenBackup = BackupHead & { readonly rows: Readonly<Record<string, number>> }

/** The secret keys of the process, and whether the file is encrypted under the one that the database uses. */
type Encryption = { readonly keys: SecretKeys; readonly isEncrypted: boolean }

/** Enough to amortize a round trip, and few enough for memory at any row size. */
const ROWS_AT_A_TIME = 500

/**
 * Writes a consistent snapshot of all rows to a file, from any PostgreSQL, next to a running service.
 *
 * @throws BackupError when the file cannot be made, or there is nothing to back up
 */
export function writeBackup(
  address: DatabaseAddress,
  file: string,
  { keys, isEncrypted }: Encryption,
  progress: Progress,
): Promise<WrittenBackup> {
  return asOwnerAlone(address, async (client) => {
    // Read before the rows are: what comes in between is in the backup although it is not reported.
    const takenAt = Date.now()
    await beginSnapshot(address, client)
    const head = await readHead(client, secretKeyMark(keys.first), takenAt)
    const tables = await readTables(client)
    // Before the first row is read: no migration may change a table while others are.
    await client.query(`lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access share mode`)
    const rows: Record<string, number> = {}
    await writeBackupFile(
      file,
      head,
      linesOf(client, tables, rows, (done) => progress(done, head.estimatedRows)),
      isEncrypted ? (keys.withMark(head.secretKeyMark) ?? keys.first) : null,
    )
    return { ...head, rows }
  })
}

async function readHead(client: pg.ClientBase, firstMark: string, takenAt: number): Promise<BackupHead> {
  const { rows } = await client.query(
    `
    select split_part(current_setting('server_version'), ' ', 1) as postgres,
      to_regclass('migration.kysely_migration') is not null as "isSetUp",
      to_regclass('app.secret_key') is not null as "hasKeyMark"`,
  )
  const newest = `select name from migration.kysely_migration order by name collate "C" desc limit 1`
  const schema = rows[0].isSetUp ? (await client.query(newest)).rows[0]?.name : undefined
  if (schema === undefined)
    throw new BackupError('There is nothing in the database yet, so there is nothing to back up.')
  const { postgres, hasKeyMark } = rows[0]
  const currentMark = `select mark from app.secret_key where id = 'current'`
  const noted = hasKeyMark ? (await client.query(currentMark)).rows[0]?.mark : undefined
  const estimatedRows = await estimateRows(client)
  return {
    goodword: 'backup',
    format: 1,
    schema,
    postgres,
    takenAt,
    estimatedRows,
    rowText: 'same-everywhere',
    // The database says which key is in use, until its first start with one.
    secretKeyMark: noted ?? firstMark,
  }
}

async function* linesOf(
  client: pg.ClientBase,
  tables: readonly BackupTable[],
  counts: Record<string, number>,
  progress: (done: number) => void,
): AsyncGenerator<readonly BackupLine[]> {
  let total = 0
  for (const { name, columns } of tables) {
    yield [{ kind: 'table', table: name, columns }]
    await client.query(`declare copied no scroll cursor for select t::text as row from ${quoted(name)} t`)
    let count = 0
    for (;;) {
      const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_AT_A_TIME} from copied`)
      if (rows.length === 0) break
      count += rows.length
      yield rows.map(({ row }) => ({ kind: 'row', row }))
      progress(total + count)
    }
    await client.query('close copied')
    counts[name] = count
    total += count
    yield [{ kind: 'end', rows: count }]
  }
}

/** Estimates how many rows a backup will have, as `analyze` and vacuuming counted them last. */
async function estimateRows(client: pg.ClientBase): Promise<number> {
  const text = (await hasCitus(client)) ? onNodes : onOneServer
  const { rows } = await client.query<{ rows: number }>(text, [omittedTables])
  return rows[0]?.rows ?? 0
}
