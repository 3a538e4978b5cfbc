import type { SecretKey } from '../secrets/secret-key.ts'
import { BackupError } from './backup-error.ts'
import { readBackupFile, readBackupHead } from './backup-file.ts'

/**
 * Reads a backup to its end, as a restore does, without a database. Returns the number of its rows.
 *
 * @throws BackupError for a file that was cut or changed, or whose tables have other numbers of rows than it says
 */
export async function verifyBackup(file: string, keys: readonly SecretKey[]): Promise<number> {
  await readBackupHead(file, keys)
  let total = 0
  let rows = 0
  for await (const line of readBackupFile(file, keys)) {
    if (line.kind === 'row') rows += 1
    else if (line.kind === 'end') {
      if (line.rows !== rows)
        throw new BackupError(`${file} has ${rows} rows of a table that had ${line.rows}.`)
      total += rows
      rows = 0
    }
  }
  return total
}
