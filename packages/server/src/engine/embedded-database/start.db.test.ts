import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

describe('a database that was stopped', () => {
  let location: string
  let host: string

  beforeAll(async () => {
    const database = await startEmbeddedDatabase(scratch.options('stopped'))
    location = database.location
    host = database.connection.host
    await query(database.connection, 'create table kept as select 42 as answer')
    await database.stop()
  })

  test('the rows are there after a restart, and nothing runs after a stop', async () => {
    expect(processesOf(location)).toEqual([])
    const again = await startEmbeddedDatabase(scratch.options('stopped'))
    expect(await query(again.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
    expect(again.adopted).toBe(false)
    await again.stop()
    expect(processesOf(location)).toEqual([])
  })

  test('files and socket belong to one user alone, which after a start as root runs nothing but databases', async () => {
    const database = await startEmbeddedDatabase(scratch.options('stopped'))
    const folders = [location, host, join(location, 'cluster')]
    const found = await Promise.all(folders.map((folder) => stat(folder)))
    const socket = await stat(join(host, '.s.PGSQL.5432'))
    await database.stop()
    const owner = isRoot() ? await findUnprivilegedUser() : await findUser(process.getuid?.() ?? -1)
    expect(found.map(({ uid, mode }) => [uid, mode & 0o077])).toEqual(folders.map(() => [owner.uid, 0]))
    expect(socket.mode & 0o077).toBe(0)
    expect([SHARED_USER, 'root']).not.toContain(owner.name)
  })

  test('data of another major version is refused with what to do, and left as it is', async () => {
    const versionFile = join(location, 'cluster', 'PG_VERSION')
    const version = await readFile(versionFile, 'utf8')
    await writeFile(versionFile, '17\n')
    const start = startEmbeddedDatabase(scratch.options('stopped'))
    await expect(start).rejects.toThrow(EmbeddedDatabaseError)
    await expect(start).rejects.toThrow('made by PostgreSQL 17')
    expect(await readFile(versionFile, 'utf8')).toBe('17\n')
    await writeFile(versionFile, version)
  })

  test('a lock file whose number belongs to another program by now does not stop a start', async () => {
    const cluster = join(location, 'cluster')
    // The server and this process have the same user unless the tests run as root.
    const left = [process.pid, cluster, 1, 5432, host, '', '1 1', 'ready']
    await writeFile(join(cluster, 'postmaster.pid'), `${left.join('\n')}\n`)
    const again = await startEmbeddedDatabase(scratch.options('stopped'))
    expect(await query(again.connection, 'select answer from kept')).toEqual([{ answer: 42 }])
    await again.stop()
  })
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

test('a database that a process runs is found, and a second start on its data refuses and names the process', async () => {
  const options = scratch.options('busy')
  expect(await findRunningDatabase(options)).toBeUndefined()
  const { child, report } = await scratch.hold(options)
  expect(await findRunningDatabase(options)).toEqual(report.connection)
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
