import { appendFile, cp, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../start.ts'
import { makeScratch, query } from '../testing/scratch.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

let scratch: Awaited<ReturnType<typeof makeScratch>>
let database: EmbeddedDatabase
/** A backup with one row in it, for tests that spoil their own copy of it. */
let good: string

beforeAll(async () => {
  scratch = await makeScratch()
  database = await startEmbeddedDatabase(scratch.options('first'))
  await query(database.connection, `create table kept as select 1 as one, repeat('text', 4000) as long`)
  good = join(scratch.folder, 'good')
  await backUpInto(good)
})

afterAll(async () => {
  await database.stop()
  await scratch.remove()
})

const notes = { schema: '0001', secretKeyMark: 'mark' }
const progress = () => undefined
const say = () => undefined

function backUpInto(folder: string) {
  return backUp({ connection: database.connection, folder, notes, progress })
}

function restoreInto(name: string, folder: string) {
  return restore({ ...scratch.options(name), folder, progress, say })
}

test('what was committed before a backup ended is there after the restore, though the backup was under writes', async () => {
  await query(database.connection, 'create table written (number int primary key)')
  const committed: number[] = []
  const isOver = { value: false }
  const writing = writeUntil(isOver, committed)
  const folder = join(scratch.folder, 'under', 'writes')
  const backingUp = vi
    .waitFor(() => expect(committed.length).toBeGreaterThan(20), { timeout: 50_000, interval: 5 })
    .then(() => backUpInto(folder))
    .finally(() => {
      isOver.value = true
    })
  const [made, written] = await Promise.all([backingUp, writing])
  const due = written.filter(({ at }) => at < made.includesUntil).map(({ number }) => number)
  expect(due.length).toBeGreaterThan(20)

  const restored = await restoreInto('second', folder)
  expect(restored).toMatchObject({ ...notes, includesUntil: made.includesUntil })
  const second = await startEmbeddedDatabase(scratch.options('second'))
  const rows = await query(second.connection, 'select number from written')
  await second.stop()
  const kept = new Set(rows.map(({ number }) => number))
  expect(due.filter((number) => !kept.has(number))).toEqual([])
})

test('what is not logged stays out of a backup, and its table is empty after the restore', async () => {
  const [lost, kept] = ['found in no backup', 'found in every backup']
  await query(database.connection, `create unlogged table passing as select '${lost}' as text`)
  await query(database.connection, `create table staying as select '${kept}' as text`)
  await query(database.connection, 'checkpoint')
  const folder = join(scratch.folder, 'unlogged')
  await backUpInto(folder)
  expect(await filesWith(folder, lost)).toEqual([])
  expect(await filesWith(folder, kept)).not.toEqual([])

  await restoreInto('without-unlogged', folder)
  const restored = await startEmbeddedDatabase(scratch.options('without-unlogged'))
  const rows = await query(restored.connection, 'select text from passing')
  await restored.stop()
  expect(rows).toEqual([])
})

test('a backup is closed to others, and no other name is left beside it', async () => {
  expect((await stat(good)).mode & 0o777).toBe(0o700)
  expect((await stat(join(good, 'backup.json'))).mode & 0o777).toBe(0o600)
  expect((await readdir(scratch.folder)).filter((name) => name.includes('partial'))).toEqual([])
  const [slots] = await query(
    database.connection,
    'select count(*)::int as left_over from pg_replication_slots',
  )
  expect(slots).toEqual({ left_over: 0 })
})

test('a folder with something in it is refused, and stays as it is', async () => {
  const folder = join(scratch.folder, 'taken')
  await mkdir(folder)
  await writeFile(join(folder, 'mine'), 'mine')
  await expect(backUpInto(folder)).rejects.toThrow('is not empty')
  expect(await readdir(folder)).toEqual(['mine'])
})

test('a folder inside the database is refused', async () => {
  await expect(backUpInto(join(database.location, 'cluster', 'backup'))).rejects.toThrow(
    'is inside the database',
  )
  expect(await readdir(join(database.location, 'cluster'))).not.toContain('backup')
})

test('a page that the disk has damaged is found, and nothing is left of the backup', async () => {
  const other = await startEmbeddedDatabase(scratch.options('damaged'))
  // Left alone: whoever reads a page may note in it what has been committed, and writes it anew then.
  await query(
    other.connection,
    `create table kept with (autovacuum_enabled = off) as select repeat('text', 100) as long from generate_series(1, 500)`,
  )
  await query(other.connection, 'checkpoint')
  const [table] = await query(other.connection, `select pg_relation_filepath('kept') as path`)
  await flipBit(join(other.location, 'cluster', String(table?.path)), 8192 + 4000)
  const folder = join(scratch.folder, 'of-damage')
  await expect(backUp({ connection: other.connection, folder, notes, progress })).rejects.toThrow(
    `page 1 of ${table?.path} is not as it was written`,
  )
  await other.stop()
  expect((await readdir(scratch.folder)).filter((name) => name.startsWith('of-damage'))).toEqual([])
})

test('a folder that is no complete backup is not restored', async () => {
  const folder = await copyOfGood('incomplete')
  await rm(join(folder, 'backup.json'))
  await expect(restoreInto('third', folder)).rejects.toThrow('holds no complete backup')
  await writeFile(join(folder, 'backup.json'), '{"format":2}')
  await expect(restoreInto('third', folder)).rejects.toThrow('is damaged, or was written by a later release')
})

test('a file that is not what was copied is refused, and no database is left behind', async () => {
  const changed = await copyOfGood('changed')
  await appendFile(join(changed, 'cluster', 'PG_VERSION'), ' ')
  await expect(restoreInto('fourth', changed)).rejects.toThrow('PG_VERSION is not what was copied there')
  const missing = await copyOfGood('missing')
  await rm(join(missing, 'cluster', 'global', 'pg_control'))
  await expect(restoreInto('fourth', missing)).rejects.toThrow('pg_control is not what was copied there')
  await restoreInto('fourth', good)
})

test('a backup of another PostgreSQL, or one that leads out of its folder, is not restored', async () => {
  const other = await copyOfGood('other')
  const manifest = JSON.parse(await readFile(join(other, 'backup.json'), 'utf8'))
  await writeFile(join(other, 'backup.json'), JSON.stringify({ ...manifest, major: '15', postgres: '15.4' }))
  await expect(restoreInto('fifth', other)).rejects.toThrow('The backup was made by PostgreSQL 15.4')
  const files = [{ path: '../../secret-key', bytes: 1, sha256: '' }]
  await writeFile(join(other, 'backup.json'), JSON.stringify({ ...manifest, files }))
  await expect(restoreInto('fifth', other)).rejects.toThrow('is damaged')
})

test('a database that is there is not restored over, running or not', async () => {
  await expect(restoreInto('first', good)).rejects.toThrow('a service runs on it')
  await restoreInto('sixth', good)
  await expect(restoreInto('sixth', good)).rejects.toThrow('There is a database in')
})

test('a database whose files are lost is restored to where it was', async () => {
  const first = await restoreInto('seventh', good)
  await rm(join(first.location, 'cluster'), { recursive: true })
  const again = await restoreInto('seventh', good)
  expect(again.location).toBe(first.location)
  const database = await startEmbeddedDatabase(scratch.options('seventh'))
  expect(await query(database.connection, 'select one from kept')).toEqual([{ one: 1 }])
  await database.stop()
})

async function copyOfGood(name: string): Promise<string> {
  const folder = join(scratch.folder, name)
  await cp(good, folder, { recursive: true })
  return folder
}

async function flipBit(file: string, position: number): Promise<void> {
  const handle = await open(file, 'r+')
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, position)
  buffer[0] = (buffer[0] ?? 0) ^ 1
  await handle.write(buffer, 0, 1, position)
  await handle.close()
}

async function writeUntil(isOver: { value: boolean }, committed: number[]) {
  const written: { number: number; at: number }[] = []
  for (let number = 1; !isOver.value; number += 1) {
    await query(database.connection, `insert into written values (${number})`)
    written.push({ number, at: Date.now() })
    committed.push(number)
  }
  return written
}

async function filesWith(folder: string, text: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((it) => it.isFile())) {
    const path = join(entry.parentPath, entry.name)
    if ((await readFile(path)).includes(text)) found.push(path)
  }
  return found
}
