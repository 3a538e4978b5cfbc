import { randomUUID } from 'node:crypto'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { createDatabase, dropDatabase, onEachNode } from '../../testing/database/database-server.ts'
import { everyRow, execute, fillEveryTable } from '../../testing/database/every-table.ts'
import { asOwnerAlone } from '../driver/owner-client.ts'
import { makeSecretKey } from '../secrets/secret-key.ts'
import { SecretKeys } from '../secrets/secret-keys.ts'
import { readBackupHead } from './backup-file.ts'
import { omittedTables } from './backup-tables.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const { address } = await fillEveryTable()
const progress = () => undefined
const keys = new SecretKeys([makeSecretKey()])
const encrypted = { keys, isEncrypted: true }
const inClear = { keys, isEncrypted: false }
/** The progress reports while the first backup was written. */
const progressCalls: (readonly [done: number, total: number])[] = []
const waitOptions = { timeout: 120_000, interval: 20 }
const emptied: string[] = []
const folder = temporaryFolder()
const file = join(folder, 'deep', 'all.backup')
const clear = join(folder, 'clear.backup')

beforeAll(async () => {
  await execute(address, 'analyze')
  await writeBackup(address, file, encrypted, (...it) => progressCalls.push(it))
  await writeBackup(address, clear, inClear, progress)
})
afterAll(async () => {
  for (const name of emptied) await dropDatabase(inject('databaseServer'), name)
})

test('every row of every table comes back as it was', async () => {
  const target = await emptyDatabase()
  const before = await everyRow(address)
  expect(
    before.filter(({ rows }) => rows.length === 0),
    'tables without a row to try it on',
  ).toEqual([])
  const counts = await restoreBackup(target, file, keys.all, { progress })
  expect(await everyRow(target)).toEqual(before)
  expect(Object.entries(counts).toSorted()).toEqual(before.map(({ name, rows }) => [name, rows.length]))
})

test('the settings of a database do not change how rows are written down, encrypted or in clear', async () => {
  const settings = {
    timezone: 'Asia/Kathmandu',
    datestyle: 'SQL, DMY',
    bytea_output: 'escape',
    extra_float_digits: '-5',
  }
  const [source, target] = [await emptyDatabase(), await emptyDatabase()]
  await restoreBackup(source, clear, keys.all, { progress })
  for (const [name, value] of Object.entries(settings)) {
    await onEachNode(inject('databaseServer'), `alter database ${source.database} set ${name} = '${value}'`)
  }
  const written = join(folder, 'settings.backup')
  await writeBackup(source, written, encrypted, progress)
  await restoreBackup(target, written, keys.all, { progress })
  expect(await everyRow(target)).toEqual(await everyRow(address))
})

test('writing and restoring report how many rows are done, and about how many there are', async () => {
  const before = await everyRow(address)
  const rows = before.reduce((sum, it) => sum + it.rows.length, 0)
  expect(progressCalls.at(-1)).toEqual([rows, rows])
  const restored: (readonly [done: number, total: number])[] = []
  await restoreBackup(await emptyDatabase(), file, keys.all, {
    progress: (...it) => restored.push(it),
  })
  expect(restored.at(-1)).toEqual([rows, rows])
})

test('the salts of visitors are in no backup', async () => {
  const salt = 'cafe'.repeat(16)
  await execute(address, `insert into app.click_salt select id, now(), '\\\\x${salt}' from app.tenant`)
  const salted = join(folder, 'salted.backup')
  await writeBackup(address, salted, inClear, progress)
  const text = gunzipSync(await readFile(salted)).toString()
  expect(text).toContain('Straße')
  expect(text).not.toContain(salt)
})

test('exported files are in no backup', async () => {
  const text = gunzipSync(await readFile(clear)).toString()
  expect(text).toContain('"table":"account_user"')
  for (const name of omittedTables) expect(text).not.toContain(`"table":"${name}"`)
})

test('a backup says what it is, and which secret key the database uses', async () => {
  const secretKeyMark = 'mark of a key'
  for (const it of [file, clear])
    expect(await readBackupHead(it, keys.all)).toMatchObject({ goodword: 'backup', format: 1, secretKeyMark })
})

test('a backup is a consistent snapshot, also with concurrent commits', async () => {
  const before = await everyRow(address)
  const moment = join(folder, 'moment.backup')
  await asOwnerAlone(address, async (writer) => {
    await writer.query('begin')
    await writer.query('lock table app.account in access exclusive mode')
    const writing = writeBackup(address, moment, encrypted, progress)
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), waitOptions)
    await writer.query(`insert into app.merchant values ('${randomUUID()}', 'Later', now())`)
    await writer.query('commit')
    await writing
  })
  const target = await emptyDatabase()
  await restoreBackup(target, moment, keys.all, { progress })
  expect(await everyRow(target)).toEqual(before)
})

test('a database with rows in it is left alone', async () => {
  const target = await emptyDatabase()
  await execute(target, `insert into app.merchant values ('${randomUUID()}', 'Mine', now())`)
  await expect(restoreBackup(target, file, keys.all, { progress })).rejects.toThrow(
    'There are rows in the database already (in merchant)',
  )
})

test('nothing of a file that was cut or changed is kept', async () => {
  const target = await emptyDatabase()
  const [whole, sealed] = [await readFile(clear), await readFile(file)]
  const lines = gunzipSync(whole).toString().split('\n')
  const spoilt = join(folder, 'spoilt.backup')
  const attempts: [string, Buffer][] = [
    ['cut short by a byte', whole.subarray(0, -1)],
    ['cut in half', whole.subarray(0, whole.length / 2)],
    ['without its last line', gzipSync(`${lines.slice(0, -2).join('\n')}\n`)],
    ['without one row', gzipSync(lines.filter((line) => !line.includes('Straße')).join('\n'))],
    ['encrypted, cut short by a byte', sealed.subarray(0, -1)],
    ['encrypted, cut in its header', sealed.subarray(0, 80)],
    ['encrypted, with a bit changed', withBitChanged(sealed, sealed.length - 100)],
    ['encrypted, with a bit of its header changed', withBitChanged(sealed, 60)],
    ['with a letter changed', gzipSync(lines.join('\n').replace('Straße', 'Strasse'))],
  ]
  for (const [what, bytes] of attempts) {
    await writeFile(spoilt, bytes)
    await expect(restoreBackup(target, spoilt, keys.all, { progress }), what).rejects.toThrow(
      /is damaged|number of rows/,
    )
    expect(
      (await everyRow(target)).filter(({ rows }) => rows.length > 0),
      what,
    ).toEqual([])
  }
  await truncate(spoilt, 0)
  await expect(readBackupHead(spoilt, keys.all)).rejects.toThrow('is damaged')
  await writeFile(spoilt, gzipSync('{"goodword":"backup","format":2}\n'))
  await expect(readBackupHead(spoilt, keys.all)).rejects.toThrow('is no backup that this release can read')
})

test('a file that is there is not written over', async () => {
  const mine = join(folder, 'mine')
  await writeFile(mine, 'mine')
  await expect(writeBackup(address, mine, encrypted, progress)).rejects.toThrow('is there already')
  expect(await readFile(mine, 'utf8')).toBe('mine')
})

test('a database that nothing was set up in has nothing to back up', async () => {
  const target = await emptyDatabase({ isMigrated: false })
  await expect(writeBackup(target, join(folder, 'nothing'), encrypted, progress)).rejects.toThrow(
    'nothing to back up',
  )
})

function withBitChanged(bytes: Buffer, position: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[position] = (changed[position] ?? 0) ^ 1
  return changed
}

async function emptyDatabase({ isMigrated = true } = {}) {
  const name = `backup_${randomUUID().replaceAll('-', '')}`
  await createDatabase(inject('databaseServer'), name, isMigrated ? 'template' : 'empty')
  emptied.push(name)
  return { ...inject('databaseServer'), database: name }
}

/** How many wait for a lock on tables with tenants; on a cluster a backup locks the directory first, in share mode. */
function waitingForLocks(): Promise<number> {
  return asOwnerAlone(address, async (client) => {
    const { rows } = await client.query(`select from pg_stat_activity
      where datname = current_database() and query like 'lock table%' and query not like '% in share mode'
        and state = 'active'`)
    return rows.length
  })
}
