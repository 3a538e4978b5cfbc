import { resolve } from 'node:path'
import { onOrOff, type Parser, wholeNumber } from '../foundation/setting.ts'

/** The schedule of the service's own backups, and their retention. */
export type BackupSettings = {
  /** Null where it makes no backups. */
  readonly folder: string | null
  readonly everyHours: number
  readonly keep: Retention
  /** Whether backups are encrypted under the secret key. */
  readonly isEncrypted: boolean
}

/** The numbers of hours, days and weeks that have a backup and of which the newest one is kept. */
export type Retention = { readonly hours: number; readonly days: number; readonly weeks: number }

type Read = <Value, Absent>(name: string, parse: Parser<Value>, absent: Absent) => Value | Absent

export function readBackupSettings(read: Read): BackupSettings {
  return {
    folder: read('BACKUP_DIR', backupFolder, null),
    everyHours: read('BACKUP_HOURS', wholeNumber(1, 168), 24),
    keep: read('BACKUP_KEEP', retention, { hours: 24, days: 7, weeks: 5 }),
    isEncrypted: read('BACKUP_ENCRYPTION', onOrOff, true),
  }
}

/** Reads `24,7,5`: hours, days, weeks. */
export const retention: Parser<Retention> = (text) => {
  const [, ...counts] = /^(\d{1,4}),(\d{1,4}),(\d{1,4})$/.exec(text.replaceAll(' ', '')) ?? []
  const [hours, days, weeks] = counts.map(Number)
  if (hours === undefined || days === undefined || weeks === undefined || hours + days + weeks === 0)
    return { problem: 'is not three numbers of backups to keep, by hours, days and weeks, such as 24,7,5' }
  return { value: { hours, days, weeks } }
}

const backupFolder: Parser<string> = (text) =>
  text.includes('\0') ? { problem: 'is not the path of a folder' } : { value: resolve(text) }
