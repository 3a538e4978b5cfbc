import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../../config.ts'
import { withBackupLock } from '../../engine/backup/backup-lock.ts'
import { listErasedPeople } from '../../engine/backup/list-erased-people.ts'
import { verifyBackup } from '../../engine/backup/verify-backup.ts'
import { writeBackup } from '../../engine/backup/write-backup.ts'
import type { BackupSettings } from '../../engine/backups/backup-settings.ts'
import { addErasedPeople } from '../../engine/backups/erased-people-file.ts'
import {
  backupName,
  isDue,
  listBackups,
  newestBackup,
  removeSurplus,
} from '../../engine/backups/kept-backups.ts'
import { reportProgress } from '../../engine/foundation/progress.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import type { OpenStorage } from '../../start/open-storage.ts'
import { type Command, readArguments } from '../command.ts'
import { MIN_BACKUP_BYTES, requireSpace } from '../free-space.ts'
import { inStorage } from '../storage-session.ts'

export const backupScheduled: Command = {
  name: 'backup scheduled',
  parameters: '[--if-due]',
  summary:
    'Write a backup to BACKUP_DIR, read it back, and remove those that BACKUP_KEEP does not keep. With --if-due only when the newest is older than BACKUP_HOURS.',
  async run(args, terminal) {
    const { flags } = readArguments(args, [], [], ['if-due'])
    const config = readConfig(terminal.env())
    const { folder } = config.backups
    if (folder === null)
      throw new OperatorError('BACKUP_DIR is not set. Set it to the folder of the backups.')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const answer = await inStorage(config, async (storage) => {
      const made = await withBackupLock(storage.owner, async () => {
        const { everyHours } = config.backups
        if (flags['if-due'] && !isDue(await listBackups(folder), everyHours, Date.now()))
          return { skipped: 'not due' }
        return writeVerified(storage, { ...config.backups, folder }, terminal.error)
      })
      await addErasedPeople(folder, await listErasedPeople(storage.owner))
      return made
    })
    return { answer: answer ?? { skipped: 'another process is backing up' } }
  },
}

type Folder = BackupSettings & { readonly folder: string }

/** The backup bears its name only when it was read back. */
async function writeVerified(
  { owner, keys }: OpenStorage,
  { folder, keep, isEncrypted }: Folder,
  report: (line: string) => void,
): Promise<object> {
  const before = await newestBackup(folder)
  await requireSpace([
    { what: 'a backup', folder, bytes: Math.max(MIN_BACKUP_BYTES, (before?.bytes ?? 0) * 2) },
  ])
  const file = join(folder, backupName(Date.now(), isEncrypted))
  const unverified = `${file}.unverified`
  try {
    const progress = reportProgress(report, 'Backed up', 'rows')
    const written = await writeBackup(owner, unverified, { keys, isEncrypted }, progress)
    const rows = Object.values(written.rows).reduce((sum, it) => sum + it, 0)
    const found = await verifyBackup(unverified, keys.all)
    if (found !== rows)
      throw new OperatorError(`The backup has ${found} rows, and ${rows} were written to it.`)
    await rename(unverified, file)
    const removed = await removeSurplus(folder, keep)
    return { file, schema: written.schema, takenAt: written.takenAt, rows, removed }
  } finally {
    await rm(unverified, { force: true })
  }
}
