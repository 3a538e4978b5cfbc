import { resolve } from 'node:path'
import { identityToRecipient } from 'age-encryption'
import { readConfig } from '../../config.ts'
import { listErasedPeople } from '../../engine/backup/list-erased-people.ts'
import { writeBackup } from '../../engine/backup/write-backup.ts'
import { addErasedPeople, erasedPeopleFile } from '../../engine/backups/erased-people-file.ts'
import { reportProgress } from '../../engine/foundation/progress.ts'
import { backupIdentity } from '../../engine/secrets/backup-identity.ts'
import { secretKeyMark } from '../../engine/secrets/secret-key-mark.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { knownSecretKeys } from '../../start/known-secret-keys.ts'
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

export const backupKey: Command = {
  name: 'backup key',
  parameters: '',
  summary:
    'Write what the tool "age" needs to open encrypted backups. Who has that can read all backups of these secret keys.',
  async run(args, terminal) {
    readArguments(args, [])
    const keys = knownSecretKeys(readConfig(terminal.env())).map(async (key) => {
      const identity = backupIdentity(key)
      return { secretKeyMark: secretKeyMark(key), identity, recipient: await identityToRecipient(identity) }
    })
    const answer = { keys: await Promise.all(keys), use: USE }
    terminal.error(WARNING)
    return { answer }
  },
}

const WARNING =
  'Keep this secret: each identity opens every backup that was encrypted under its secret key. It opens nothing else, and does not follow ' +
  'from the backups.'

const USE =
  'Write the identity of the backup into a file that you alone can read, and run: age --decrypt --identity FILE backup.gz.age | gunzip'

export const backupErasures: Command = {
  name: 'backup erasures',
  parameters: '',
  summary:
    'Add hashes of the users of all programs who were erased to a file in BACKUP_DIR, so that "restore" leaves them out. The service does it by itself.',
  async run(args, terminal) {
    readArguments(args, [])
    const config = readConfig(terminal.env())
    const { folder } = config.backups
    if (folder === null)
      throw new OperatorError('BACKUP_DIR is not set. Set it to the folder of the backups.')
    const people = await inStorage(config, async ({ owner }) =>
      addErasedPeople(folder, await listErasedPeople(owner)),
    )
    return { answer: { file: erasedPeopleFile(folder), people } }
  },
}
