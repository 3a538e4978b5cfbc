import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeScratch, processesOf, query } from '../../testing/embedded-database/scratch.ts'
import { DataDirectoryBusy, EmbeddedDatabaseError } from './errors.ts'
import { findRunningDatabase, startEmbeddedDatabase } from './start.ts'
import { findUnprivilegedUser, findUser, isRoot, SHARED_USER } from './system-user.ts'

let scratch: Awaited<ReturnType<typeof makeScratch>>

beforeAll(async () => {
  scratch = await makeScratch()
})

afterAll(async () => {
  await scratch.remove()
})

test('a first start makes a durable database in UTF-8 that sorts by code point', async () => {
  const lines: string[] = []
  const database = await startEmbeddedDatabase({
    dataDir: join(scratch.folder, 'first'),
    unprivilegedHome: join(scratch.folder, 'home'),
    onProgress: (line) => lines.push(line),
  })
  const shown = await query(
    database.connection,
    `select current_database() as name, name as setting, setting as value from pg_settings where name in
      ('server_encoding', 'data_checksums', 'fsync', 'full_page_writes', 'synchronous_commit', 'listen_addresses', 'shared_buffers', 'max_wal_size')`,
  )
  const sorted = await query(
    database.connection,
    `select string_agg(x, '' order by x) from unnest('{a,B,é,Z}'::text[]) x`,
  )
  await database.stop()
  expect(Object.fromEntries(shown.map(({ setting, value }) => [setting, value]))).toEqual({
    server_encoding: 'UTF8',
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    listen_addresses: '',
    shared_buffers: '65536',
    max_wal_size: '4096',
  })
  expect(shown[0]).toMatchObject({ name: 'goodword' })
  expect(sorted).toEqual([{ string_agg: 'BZaé' }])
  expect(lines.join('\n')).toContain(database.location)
})

test('files and socket belong to one user alone, which after a start as root runs nothing but databases', async () => {
  const database = await startEmbeddedDatabase(scratch.options('owned'))
  const folders = [database.location, database.connection.host, join(database.location, 'cluster')]
  const found = await Promise.all(folders.map((folder) => stat(folder)))
  await database.stop()
  const owner = isRoot() ? await findUnprivilegedUser() : await findUser(process.getuid?.() ?? -1)
  expect(found.map(({ uid, mode }) => [uid, mode & 0o077])).toEqual(folders.map(() => [owner.uid, 0]))
  expect([SHARED_USER, 'root']).not.toContain(owner.name)
})

test('the rows are there after a restart, and nothing runs after a stop', async () => {
  const options = scratch.options('restart')
  const first = await startEmbeddedDatabase(options)
  await query(first.connection, 'create table kept as select 42 as answer')
  await first.stop()
  expect(processesOf(first.location)).toEqual([])
  const second = await startEmbeddedDatabase(options)
  expect(await query(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
  expect(second.adopted).toBe(false)
  await second.stop()
})

test('no other user can reach the socket', async () => {
  const database = await startEmbeddedDatabase(scratch.options('private'))
  const folder = await stat(database.connection.host)
  const socket = await stat(join(database.connection.host, '.s.PGSQL.5432'))
  await database.stop()
  expect(folder.mode & 0o077).toBe(0)
  expect(socket.mode & 0o077).toBe(0)
})

test('a data directory so deep that its socket path would be too long works', async () => {
  const options = scratch.options(join('deep, and odd', 'd'.repeat(100), 'e'.repeat(100)))
  const database = await startEmbeddedDatabase({
    ...options,
    unprivilegedHome: join(options.dataDir, '..', 'home'),
  })
  expect(await query(database.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await database.stop()
})

test('a data directory with the name of a release, which looks like that of a launcher, works', async () => {
  const database = await startEmbeddedDatabase(scratch.options('goodword-0-1-0'))
  expect(await query(database.connection, 'select 1 as one')).toEqual([{ one: 1 }])
  await database.stop()
})

test('a second start on the same data refuses and names the process that has it', async () => {
  const options = scratch.options('busy')
  const { child } = await scratch.hold(options)
  const second = startEmbeddedDatabase(options)
  await expect(second).rejects.toThrow(DataDirectoryBusy)
  await expect(second).rejects.toThrow(`in use by process ${child.pid}`)
})

test('one of two starts at the same moment gets a new data directory, and the other refuses', async () => {
  const options = scratch.options('race')
  const starts = await Promise.all([scratch.hold(options), scratch.hold(options)])
  expect(starts.map(({ report }) => report.error ?? 'started').sort()).toEqual([
    'DataDirectoryBusy',
    'started',
  ])
})

test('a database that another process runs can be found, and is not found when none does', async () => {
  const options = scratch.options('found')
  expect(await findRunningDatabase(options)).toBeUndefined()
  const { report } = await scratch.hold(options)
  expect(await findRunningDatabase(options)).toEqual(report.connection)
})

test('data of another major version is refused with what to do, and left as it is', async () => {
  const options = scratch.options('old')
  const database = await startEmbeddedDatabase(options)
  await database.stop()
  const versionFile = join(database.location, 'cluster', 'PG_VERSION')
  await writeFile(versionFile, '17\n')
  const start = startEmbeddedDatabase(options)
  await expect(start).rejects.toThrow(EmbeddedDatabaseError)
  await expect(start).rejects.toThrow('made by PostgreSQL 17')
  expect(await readFile(versionFile, 'utf8')).toBe('17\n')
})

test('a lock file whose number belongs to another program by now does not stop a start', async () => {
  const options = scratch.options('stale')
  const database = await startEmbeddedDatabase(options)
  await query(database.connection, 'create table kept as select 1 as one')
  await database.stop()
  // The server and this process have the same user unless the tests run as root.
  const left = [
    process.pid,
    join(database.location, 'cluster'),
    1,
    5432,
    database.connection.host,
    '',
    '1 1',
    'ready',
  ]
  await writeFile(join(database.location, 'cluster', 'postmaster.pid'), `${left.join('\n')}\n`)
  const again = await startEmbeddedDatabase(options)
  expect(await query(again.connection, 'select one from kept')).toEqual([{ one: 1 }])
  await again.stop()
})

test('a file in place of the data directory is reported in one line', async () => {
  const options = scratch.options('file/data')
  await mkdir(scratch.folder, { recursive: true })
  await writeFile(dirname(options.dataDir), '')
  const start = startEmbeddedDatabase(options)
  await expect(start).rejects.toThrow(EmbeddedDatabaseError)
  await expect(start).rejects.toThrow('is not a folder')
})

test('a setting that PostgreSQL refuses is reported with its message', async () => {
  const start = startEmbeddedDatabase({ ...scratch.options('bad'), settings: { shared_buffers: 'plenty' } })
  await expect(start).rejects.toThrow(EmbeddedDatabaseError)
  await expect(start).rejects.toThrow('invalid value for parameter "shared_buffers"')
})
