import { type Config, readConfig } from '../config.ts'
import { OperatorError } from '../operations/tenants/operator-error.ts'
import { restore as restoreBackup } from '../platform/embedded-database/backup/restore.ts'
import { sayProgress } from '../platform/progress.ts'
import { readSecretKey } from '../platform/secret-key.ts'
import { type SecretKeyFit, secretKeyAdvice, secretKeyMark } from '../platform/secret-key-mark.ts'
import { type Command, readArguments } from './command.ts'

export const restore: Command = {
  name: 'restore',
  parameters: '<folder>',
  summary: 'Put a backup into DATA_DIR, which must have no database yet. The next start goes on with it.',
  async run(args) {
    const { positionals } = readArguments(args, ['folder'])
    const [folder = ''] = positionals
    const config = readConfig(process.env)
    if (config.storage.kind === 'external') throw new OperatorError(NOT_OURS)
    const restored = await restoreBackup({
      dataDir: config.dataDir,
      folder,
      progress: sayProgress(console.error, (done, total) => `Copied ${done} of ${total} files …`),
      say: console.error,
    })
    const secretKey = await fitOf(config, restored.secretKeyMark)
    const advice = secretKeyAdvice(secretKey)
    if (advice !== null) console.error(advice)
    const { location, postgres, schema, includesUntil } = restored
    return { answer: { location, postgres, schema, includesUntil, secretKey } }
  },
}

const NOT_OURS =
  'A backup goes into DATA_DIR, and DATABASE_URL is set: take that away, or bring rows there by "dump" and "load".'

async function fitOf({ storage, dataDir }: Config, mark: string): Promise<SecretKeyFit> {
  const secretKey = storage.secretKey ?? (await readSecretKey(dataDir))
  if (secretKey === null) return 'missing'
  return secretKeyMark(secretKey) === mark ? 'right' : 'different'
}
