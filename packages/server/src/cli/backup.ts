import { type Config, readConfig } from '../config.ts'
import { OperatorError } from '../operations/tenants/operator-error.ts'
import { backUp } from '../platform/embedded-database/backup/backup.ts'
import { sayProgress } from '../platform/progress.ts'
import { secretKeyFile } from '../platform/secret-key.ts'
import { secretKeyMark } from '../platform/secret-key-mark.ts'
import { openDatabase } from '../store/database.ts'
import { schemaVersion } from '../store/migrate.ts'
import { type Command, readArguments } from './command.ts'
import { inStorage } from './storage-session.ts'

export const backup: Command = {
  name: 'backup',
  parameters: '<folder>',
  summary:
    'Copy the embedded database into a new folder, while the service runs or not. Without the secret key.',
  async run(args) {
    const { positionals } = readArguments(args, ['folder'])
    const [folder = ''] = positionals
    const config = readConfig(process.env)
    return { answer: await backUpStorage(config, folder) }
  },
}

async function backUpStorage(config: Config, folder: string): Promise<object> {
  return inStorage(config, async ({ owner: address, secretKey }) => {
    if (!('host' in address)) throw new OperatorError(NOT_OURS)
    const db = openDatabase(address, 'owner', 1)
    const schema = await schemaVersion(db).finally(() => db.close())
    const {
      files,
      folders: _,
      ...made
    } = await backUp({
      connection: address,
      folder,
      notes: { schema, secretKeyMark: secretKeyMark(secretKey) },
      progress: sayProgress(console.error, (done, total) => `Copied ${done} of ${total} files …`),
    })
    return {
      folder: made.folder,
      bytes: files.reduce((sum, it) => sum + it.bytes, 0),
      postgres: made.postgres,
      schema: made.schema,
      startPosition: made.startPosition,
      endPosition: made.endPosition,
      startedAt: made.startedAt,
      includesUntil: made.includesUntil,
      endedAt: Date.now(),
      secretKey: adviceFor(config),
    }
  })
}

const NOT_OURS =
  'DATABASE_URL names a PostgreSQL of your own, whose files are out of reach: back it up as you do elsewhere ' +
  '(pg_basebackup, or what your provider offers), or write its rows to a file by "dump".'

/** Signing keys are kept encrypted under it, so a restored database is worth little without. */
function adviceFor({ storage, dataDir }: Config): string {
  const place = storage.secretKey === null ? `the file ${secretKeyFile(dataDir)}` : 'the value of SECRET_KEY'
  return (
    `The secret key is not in this backup. Keep a copy of ${place} in another place than the backup: ` +
    'the restored database needs it to read its signing keys.'
  )
}
