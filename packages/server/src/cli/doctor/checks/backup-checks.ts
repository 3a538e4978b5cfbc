import { readdir } from 'node:fs/promises'
import type { Config } from '../../../config.ts'
import { newestBackup } from '../../../engine/backups/kept-backups.ts'
import { readDiskSpace } from '../../../engine/foundation/disk-space.ts'
import { fileErrorCode } from '../../../engine/secrets/private-file.ts'
import { MEBIBYTE, MIN_BACKUP_BYTES, RESERVE_BYTES } from '../../free-space.ts'
import type { Check } from '../check.ts'

const HOUR_MS = 3_600_000
const ENCRYPTED = 'Backups are encrypted under the secret key, and cannot be read without it.'
const IN_CLEAR = 'BACKUP_ENCRYPTION is off: who has a backup can read it.'

/** Why there is no backup in a folder. */
async function stateOf(folder: string): Promise<string> {
  try {
    await readdir(folder)
    return `There is no good backup in ${folder}.`
  } catch (error) {
    const code = fileErrorCode(error)
    return code === 'ENOENT'
      ? `There is no folder ${folder}, so nothing was backed up to it. Correct BACKUP_DIR if it is another one; a backup makes the folder.`
      : `The folder ${folder} of BACKUP_DIR cannot be read (${code}).`
  }
}

/** Whether there is a good backup of late, and room for the next one. */
export async function checkBackups({ backups, process }: Config, now = Date.now()): Promise<Check> {
  const name = 'backups'
  const { folder, everyHours, isEncrypted } = backups
  if (process === 'web') return { name, ok: true, message: 'Not made with PROCESS=web.' }
  if (folder === null) {
    const message =
      'BACKUP_DIR is not set, so the service makes no backups. Set it, or run "backup" by a timer of your own.'
    return { name, ok: true, message, advice: true }
  }
  const newest = await newestBackup(folder)
  if (newest === null) {
    const advice = 'Run "backup scheduled", or start the service, which makes one.'
    return { name, ok: false, message: `${await stateOf(folder)} ${advice}` }
  }
  const hours = Math.floor((now - newest.takenAt) / HOUR_MS)
  const age = `The newest good backup, ${newest.file}, is ${hours} hours old.`
  if (hours > 2 * everyHours)
    return {
      name,
      ok: false,
      message: `${age} One is due every ${everyHours} hours: "backup scheduled" says what is wrong.`,
    }
  const space = await readDiskSpace(folder)
  const message = `${age} ${isEncrypted ? ENCRYPTED : IN_CLEAR} ${Math.floor(space.freeBytes / MEBIBYTE)} MiB are free in ${folder}.`
  if (space.freeBytes >= RESERVE_BYTES + MIN_BACKUP_BYTES + 2 * newest.bytes)
    return { name, ok: true, message }
  return { name, ok: false, message: `${message} Free some space: the next backup has no room.` }
}
