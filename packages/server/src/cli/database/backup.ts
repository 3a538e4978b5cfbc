import { resolve } from 'node:path'
import { readConfig } from '../../config.ts'
import { writeBackup } from '../../engine/backup/write-backup.ts'
import { reportProgress } from '../../engine/foundation/progress.ts'
import { type Command, readArguments } from '../command.ts'
import { inStorage } from '../storage-session.ts'

export const backup: Command = {
  name: 'backup',
  parameters: '<file>',
  summary:
    'Write all rows to a new file, while the service runs or not. "restore" loads it into any PostgreSQL. It is encrypted under the secret key, which is not in it.',
  async run(args, terminal) {
    const { positionals } = readArguments(args, ['file'])
    const file = resolve(positionals[0] ?? '')
    const progress = reportProgress(terminal.error, 'Backed up', 'rows')
    const config = readConfig(terminal.env())
    const { isEncrypted } = config.backups
    const { schema, postgres, takenAt, rows } = await inStorage(config, ({ owner, keys }) =>
      writeBackup(owner, file, { keys, isEncrypted }, progress),
    )
    const secretKey = isEncrypted ? `${APART} ${ENCRYPTED}` : APART
    return { answer: { file, schema, postgres, takenAt, rows, isEncrypted, secretKey } }
  },
}

const APART =
  'The secret key is not in this backup. Keep a copy of it in another place than the backups: ' +
  'a restored database needs it to read its signing keys.'

const ENCRYPTED = 'The backup is encrypted under it, so that without the key none of it can be read.'
