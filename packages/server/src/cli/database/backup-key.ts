import { identityToRecipient } from 'age-encryption'
import { readConfig } from '../../config.ts'
import { backupIdentity } from '../../engine/secrets/backup-identity.ts'
import { secretKeyMark } from '../../engine/secrets/secret-key-mark.ts'
import { knownSecretKeys } from '../../start/known-secret-keys.ts'
import { type Command, readArguments } from '../command.ts'

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
