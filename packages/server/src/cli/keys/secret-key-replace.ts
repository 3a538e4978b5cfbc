import { readConfig } from '../../config.ts'
import { findSealedUnderAnother } from '../../operations/identification/sealed-under-another.ts'
import { replaceSecretKey } from '../../operations/tenants/replace-secret-key.ts'
import { systemClock } from '../../platform/clock.ts'
import { prepareDatabase } from '../../start/prepare-database.ts'
import { asOwner } from '../../start/prepare-storage.ts'
import { type Command, readArguments } from '../command.ts'
import { confirm } from '../confirm.ts'
import { operatorContext } from '../session.ts'
import { inStorage } from '../storage-session.ts'

export const secretKeyReplace: Command = {
  name: 'secret-key replace',
  parameters: '[--yes]',
  summary: 'Continue with the current secret key after the original one was lost.',
  async run(args) {
    const { flags } = readArguments(args, [], [], ['yes'])
    const config = readConfig(process.env)
    const answer = await inStorage(config, (storage) =>
      asOwner(storage, async (db) => {
        await prepareDatabase(db, console.error)
        const { shut } = await findSealedUnderAnother(db, storage.secretKey, systemClock.now())
        if (shut.length > 0) await confirm(flags.yes, consequences(shut.length))
        return replaceSecretKey(operatorContext(config, storage, db), storage.secretKey)
      }),
    )
    return { answer }
  },
}

function consequences(tenants: number): string {
  return `Signed calls of ${tenants} tenants then fail until you run "signing-key roll" for them.`
}
