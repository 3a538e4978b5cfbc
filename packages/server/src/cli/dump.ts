import { resolve } from 'node:path'
import { readConfig } from '../config.ts'
import { sayProgress } from '../platform/progress.ts'
import { secretKeyMark } from '../platform/secret-key-mark.ts'
import { writeDump } from '../store/write-dump.ts'
import { type Command, readArguments } from './command.ts'
import { inStorage } from './storage-session.ts'

export const dump: Command = {
  name: 'dump',
  parameters: '<file>',
  summary: 'Write all rows to a new file, for "load" into another PostgreSQL. Without the secret key.',
  async run(args) {
    const { positionals } = readArguments(args, ['file'])
    const file = resolve(positionals[0] ?? '')
    const progress = sayProgress(console.error, (rows) => `Wrote ${rows} rows …`)
    const { schema, postgres, takenAt, rows } = await inStorage(
      readConfig(process.env),
      ({ owner, secretKey }) => writeDump(owner, file, secretKeyMark(secretKey), progress),
    )
    return { answer: { file, schema, postgres, takenAt, rows, secretKey: ADVICE } }
  },
}

const ADVICE =
  'The secret key is not in this file. Whoever loads it needs the same one, to read the signing keys: keep a copy of it in another place.'
