import { resolve } from 'node:path'
import { readConfig } from '../../config.ts'
import { reportProgress } from '../../platform/progress.ts'
import { secretKeyMark } from '../../platform/secrets/secret-key-mark.ts'
import { writeBackup } from '../../store/backup/write-backup.ts'
import { type Command, readArguments } from '../command.ts'
import { inStorage } from '../storage-session.ts'

export const backup: Command = {
  name: 'backup',
  parameters: '<file>',
  summary:
    'Write all rows to a new file, while the service runs or not. "restore" loads it into any PostgreSQL. The secret key is not in it.',
  async run(args, terminal) {
    const { positionals } = readArguments(args, ['file'])
    const file = resolve(positionals[0] ?? '')
    const progress = reportProgress(terminal.error, 'Backed up', 'rows')
    const { schema, postgres, takenAt, rows } = await inStorage(
      readConfig(terminal.env()),
      ({ owner, keys }) => writeBackup(owner, file, secretKeyMark(keys.first), progress),
    )
    return { answer: { file, schema, postgres, takenAt, rows, secretKey: ADVICE } }
  },
}

const ADVICE =
  'The secret key is not in this backup. Keep a copy of it in another place than the backups: ' +
  'a restored database needs it to read its signing keys.'
