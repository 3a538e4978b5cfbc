import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { DatabaseAddress } from '../driver/database.ts'
import { oneShardAtATime } from '../driver/one-shard-at-a-time.ts'
import { asOwnerAlone } from '../driver/owner-client.ts'
import type { Progress } from '../foundation/progress.ts'
import type { SecretKey } from '../secrets/secret-key.ts'
import { BackupError } from './backup-error.ts'
import { type BackupLine, readBackupFile, readBackupHead } from './backup-file.ts'
import { type BackupTable, quoted, readTables } from './backup-tables.ts'
import { useOneRowText } from './row-text.ts'
import { noteUnfinishedRestore } from './unfinished-restore.ts'

const ROWS_AT_A_TIME = 500

type RestoreOptions = {
  readonly progress: Progress
  /** Whether no service may start on the database before `finishRestore`. */
  readonly isUnfinished?: boolean
}

const noRows: RowDigest = { rows: 0, sum: 0n }

/**
 * Brings the rows of a backup into a database that has its schema and no rows yet: all of them, or none. Reads every table back
 * and compares it with the file. Returns how many rows each table has.
 *
 * @throws BackupError when there are rows already, or the file is not as it was written
 */
export function restoreBackup(
  address: DatabaseAddress,
  file: string,
  keys: readonly SecretKey[],
  { progress, isUnfinished = false }: RestoreOptions,
): Promise<Readonly<Record<string, number>>> {
  return asOwnerAlone(address, async (client) => {
    await client.query('begin')
    await client.query(oneShardAtATime)
    await useOneRowText(client)
    const tables = await readTables(client)
    const { takenAt, estimatedRows, rowText } = await readBackupHead(file, keys)
    await openMonths(client, tables, takenAt)
    const names = tables.map(({ name }) => quoted(name)).join(', ')
    await client.query(`lock table ${names} in share row exclusive mode`)
    await requireEmptyTables(client, tables)
    // The backup brings the mark of the key that its rows were sealed under.
    if (tables.some(hasKeyMark)) await client.query('delete from app.secret_key')
    if (isUnfinished) await noteUnfinishedRestore(client, takenAt)
    const loaded = await loadTables(client, tables, readBackupFile(file, keys), (done) =>
      progress(done, estimatedRows),
    )
    await compareTables(client, loaded, rowText === 'same-everywhere')
    await client.query('commit')
    // The planner has no statistics for bulk-loaded rows.
    await client.query('analyze')
    return Object.fromEntries([...loaded].map(([name, { rows }]) => [name, rows]))
  })
}

/** Clicks are kept by months, and those of a backup may be as old as clicks get. */
async function openMonths(
  client: pg.ClientBase,
  tables: readonly BackupTable[],
  takenAt: number,
): Promise<void> {
  if (tables.every(({ name }) => name !== 'click')) return
  await client.query('select app.open_click_months($1)', [new Date(takenAt - OLDEST_CLICK_MS)])
}

const OLDEST_CLICK_MS = 450 * 86_400_000

async function requireEmptyTables(client: pg.ClientBase, tables: readonly BackupTable[]): Promise<void> {
  for (const { name } of tables.filter((it) => !hasKeyMark(it))) {
    const { rows } = await client.query(`select from ${quoted(name)} limit 1`)
    if (rows.length === 0) continue
    throw new BackupError(
      `There are rows in the database already (in ${name}). Name an empty one by DATABASE_URL, or another DATA_DIR.`,
    )
  }
}

/** A start notes the mark in a database that nothing was set up in. */
function hasKeyMark({ name }: BackupTable): boolean {
  return name === 'secret_key'
}

/** Returns the digest of the rows that were loaded into each table, by its name. */
async function loadTables(
  client: pg.ClientBase,
  tables: readonly BackupTable[],
  lines: AsyncIterable<BackupLine>,
  progress: (done: number) => void,
): Promise<ReadonlyMap<string, RowDigest>> {
  const loaded = new Map<string, RowDigest>()
  let table = ''
  let digest = noRows
  let total = 0
  let waiting: string[] = []
  const insert = async () => {
    if (waiting.length === 0) return
    const text = `insert into ${quoted(table)} select * from unnest($1::${quoted(table)}[])`
    await client.query(text, [waiting])
    total += waiting.length
    waiting = []
    progress(total)
  }
  for await (const line of lines) {
    if (line.kind === 'row') {
      waiting.push(line.row)
      digest = withRow(digest, line.row)
      if (waiting.length === ROWS_AT_A_TIME) await insert()
    } else if (line.kind === 'table') {
      requireSameTable(tables, line)
      table = line.table
      digest = noRows
    } else {
      await insert()
      loaded.set(table, digest)
      if (digest.rows !== line.rows)
        throw new Error('the number of rows in the backup does not match its header')
    }
  }
  const forgotten = tables.find(({ name }) => !loaded.has(name))
  if (forgotten !== undefined) throw new Error(`the backup lacks the table ${forgotten.name} of its schema`)
  return loaded
}

/**
 * The database may have changed the rows, by a trigger perhaps. A release that wrote rows by the settings of its database is
 * held to their number alone.
 */
async function compareTables(
  client: pg.ClientBase,
  loaded: ReadonlyMap<string, RowDigest>,
  isTextComparable: boolean,
): Promise<void> {
  for (const [table, { rows, sum }] of loaded) {
    const found = await readRowDigest(client, table)
    if (found.rows === rows && (found.sum === sum || !isTextComparable)) continue
    throw new BackupError(
      `The content of the table ${table} differs after the restore (${found.rows} ${found.rows === 1 ? 'row' : 'rows'}, in the ` +
        `backup ${rows}). Nothing was kept. Look for triggers and rules of the database that change rows.`,
    )
  }
}

/** Rows are read by the order of their columns, so a table must have the same ones as before. */
function requireSameTable(
  tables: readonly BackupTable[],
  { table, columns }: { table: string; columns: BackupTable['columns'] },
): void {
  const present = tables.find(({ name }) => name === table)
  if (JSON.stringify(present?.columns) === JSON.stringify(columns)) return
  throw new Error(`the columns of the table ${table} are not those of the backup`)
}

/** The number of rows, and a digest of their contents in any order. */
type RowDigest = { readonly rows: number; readonly sum: bigint }

/** Sixty bits of the SHA-256 of each row are added up. */
function withRow({ rows, sum }: RowDigest, row: string): RowDigest {
  const hash = createHash('sha256').update(row).digest('hex').slice(0, 15)
  return { rows: rows + 1, sum: sum + BigInt(`0x${hash}`) }
}

/** The digest of all rows of a table, which the database adds up. */
async function readRowDigest(client: pg.ClientBase, table: string): Promise<RowDigest> {
  const { rows } = await client.query<{ rows: string; sum: string }>(`
    select count(*)::text as rows,
      coalesce(sum(('x' || left(encode(sha256(convert_to(t::text, 'UTF8')), 'hex'), 15))::bit(60)::int8), 0)::text as sum
    from ${quoted(table)} t`)
  const [found] = rows
  if (found === undefined) throw new Error('an aggregate returned no row')
  return { rows: Number(found.rows), sum: BigInt(found.sum) }
}
