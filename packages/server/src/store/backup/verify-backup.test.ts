import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'
import { type BackupHead, type BackupLine, writeBackupFile } from './backup-file.ts'
import { verifyBackup } from './verify-backup.ts'

const folder = temporaryFolder()
const head: BackupHead = {
  goodword: 'backup',
  format: 1,
  schema: '0016_erasure',
  postgres: '18.4',
  takenAt: 0,
  estimatedRows: 2,
  secretKeyMark: 'mark',
}

async function write(name: string, rows: number): Promise<string> {
  async function* lines(): AsyncGenerator<readonly BackupLine[]> {
    yield [{ kind: 'table', table: 'account', columns: [] }]
    yield [
      { kind: 'row', row: '(1)' },
      { kind: 'row', row: '(2)' },
    ]
    yield [{ kind: 'end', rows }]
  }
  const file = join(folder, name)
  await writeBackupFile(file, head, lines())
  return file
}

test('a whole backup has as many rows as it says', async () => {
  expect(await verifyBackup(await write('whole', 2))).toBe(2)
})

test('a backup with another number of rows, or that was cut, is found', async () => {
  await expect(verifyBackup(await write('other', 3))).rejects.toThrow('has 2 rows of a table that had 3')
  const cut = join(folder, 'cut')
  await writeFile(cut, (await readFile(await write('long', 2))).subarray(0, -12))
  await expect(verifyBackup(cut)).rejects.toThrow(`${cut} is damaged`)
})
