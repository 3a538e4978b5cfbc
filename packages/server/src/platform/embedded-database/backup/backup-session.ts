import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import type { Connection } from '../connection.ts'
import { EmbeddedDatabaseError } from '../errors.ts'

/**
 * A session that holds a server to the rules of a backup: it writes whole pages into its log of changes, and keeps that
 * log. Whatever ends the session ends that too.
 */
export class BackupSession {
  /** The folder of the running cluster, and PostgreSQL's version. */
  readonly cluster: string
  readonly version: string
  readonly #client: Client
  #startOffset = 0n

  static async open(connection: Connection): Promise<BackupSession> {
    const client = new Client({ ...connection, application_name: 'goodword backup' })
    // A session that is lost is heard of through the statements that fail.
    client.on('error', () => undefined)
    await client.connect()
    try {
      const { rows } = await client.query(facts)
      const { cluster, version } = rows[0]
      await refuseTablespaces(cluster)
      return new BackupSession(client, cluster, version)
    } catch (error) {
      await client.end()
      throw error
    }
  }

  private constructor(client: Client, cluster: string, version: string) {
    this.#client = client
    this.cluster = cluster
    this.version = version
  }

  /** Begins the backup: from this position on the log of changes is kept. `offset` is the position as a number. */
  async start(): Promise<{ position: string; offset: bigint }> {
    // A slot of this session alone keeps the log, where a setting could only guess at how much of it.
    const slot = `goodword_backup_${randomBytes(6).toString('hex')}`
    await this.#client.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
    // "fast" asks for a checkpoint now, instead of one that takes minutes.
    const { rows } = await this.#client.query(`
      select lsn::text as position, (lsn - '0/0')::text as "offset"
      from pg_backup_start('goodword', fast => true) as lsn`)
    const { position, offset } = rows[0]
    this.#startOffset = BigInt(offset)
    return { position, offset: BigInt(offset) }
  }

  /** Ends the backup. What must be copied yet are these parts of the log; what must be written are these notes. */
  async end(): Promise<{
    position: string
    segments: readonly string[]
    notes: readonly { path: string; text: string }[]
  }> {
    const { rows } = await this.#client.query(`
      select lsn::text as position, labelfile, spcmapfile
      from pg_backup_stop(wait_for_archive => false)`)
    const { position, labelfile, spcmapfile } = rows[0]
    const { rows: segments } = await this.#client.query(segmentsBetween, [`${this.#startOffset}`, position])
    const notes = [
      { path: 'backup_label', text: String(labelfile) },
      { path: 'tablespace_map', text: String(spcmapfile ?? '') },
    ]
    return {
      position,
      segments: segments.map(({ name }) => String(name)),
      notes: notes.filter(({ text }) => text !== ''),
    }
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined)
  }
}

const facts = `select current_setting('data_directory') as cluster, split_part(current_setting('server_version'), ' ', 1) as version`

/** The names of the files that hold the log from one position up to another. */
const segmentsBetween = `
  select pg_walfile_name('0/0'::pg_lsn + part.begins + 1) as name
  from (select pg_size_bytes(current_setting('wal_segment_size'))::numeric as bytes) as segment
  cross join generate_series(
    div($1::numeric, segment.bytes) * segment.bytes,
    ($2::pg_lsn - '0/0'::pg_lsn) - 1,
    segment.bytes
  ) as part (begins)`

async function refuseTablespaces(cluster: string): Promise<void> {
  const links = await readdir(join(cluster, 'pg_tblspc'))
  if (links.length === 0) return
  throw new EmbeddedDatabaseError(
    'The database has tablespaces, which a backup would leave out. Move their tables back first, or use "dump".',
  )
}
